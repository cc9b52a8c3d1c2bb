import { Suspense, useState } from 'react';
import { lazyPart } from '../browser/load-again.ts';
import { ShareIcon } from '../design/icons.tsx';
import { say } from '../words/words.ts';

const Share = lazyPart(() => import('./share.tsx'));

/** Shares the page of a title. Its picture stands in the head of that page (`seo/page-meta.ts`). */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button button-quiet list-button"
        aria-label={say('share.title', { title })}
        onClick={() => setOpen(true)}
      >
        <ShareIcon />
        <span>{say('share.button')}</span>
      </button>
      {isOpen ? (
        <Suspense>
          <Share title={title} path={path} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
