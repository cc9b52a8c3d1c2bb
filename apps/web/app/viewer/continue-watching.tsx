import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { PageLink } from '../browser/page-link.tsx';
import { hintsSignedIn } from '../browser/viewer.ts';
import { CloseIcon } from '../design/icons.tsx';
import { episodeAddress, playAddress, titleAddress } from '../titles/addresses.ts';
import { Art } from '../titles/art.tsx';
import { Row } from '../titles/shelf.tsx';
import { episodeMark } from '../titles/title-words.ts';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import { myResume, type UnfinishedTitle, useUnfinishedTitles } from './my-resume.ts';
import { Progress } from './progress-bar.tsx';
import { timeLeftWords } from './resume.store.ts';
import { hintsRoom } from './room-hints.ts';
import { toasts } from './toast.tsx';

/**
 * Home's row of unfinished titles for a signed-in viewer. Its space is reserved if this browser
 * remembers that the row exists; otherwise the row appears only while its place is out of sight.
 * Visible content never moves.
 */
export function ContinueWatching() {
  const place = useRef<HTMLDivElement>(null);
  const items = useUnfinishedTitles();
  const [kept, setKept] = useState(false);
  const something = items !== undefined && items.length > 0;
  const mayShow = useMayTakeRoom(place, something);
  // Before the paint, so that a viewer who returns to Home finds the space reserved.
  useLayoutEffect(() => setKept(hintsSignedIn() && hintsRoom('continue')), []);
  if (items?.length === 0) return null;
  return (
    <div
      ref={place}
      className={kept ? 'continue-watching continue-watching-kept' : 'continue-watching'}
    >
      {something && mayShow ? (
        <Row title={say('resume.heading')}>
          {items.map((item) => (
            <li key={`${item.title.kind}:${item.title.id}`}>
              <ContinueTile item={item} />
            </li>
          ))}
        </Row>
      ) : null}
    </div>
  );
}

function ContinueTile({ item }: { item: UnfinishedTitle }) {
  const { title, time } = item;
  const name = title.kind === 'episode' ? title.show.title : title.title;
  const address = title.kind === 'episode' ? episodeAddress(title) : titleAddress(title);
  /** Else the episode after a finished one. */
  const begun = time > 0;
  const left = begun ? timeLeftWords(title.durationSeconds - time) : say('resume.next_episode');
  const forget = () => {
    const { kind, id } = title;
    void myResume
      .forget({ kind, id, show: title.kind === 'episode' ? title.show.slug : null })
      .then((done) => {
        if (!done) toasts.say(say('resume.forget_failed', { title: name }));
      });
  };
  return (
    <div className="tile tile-landscape">
      <PageLink to={playAddress(address)} className="tile-link">
        <span className="sr-only">{begun ? say('resume.resume') : say('title.watch')} </span>
        <span className="tile-frame" style={{ background: title.landscape.placeholder }}>
          <Art
            picture={title.landscape}
            sizes="(min-width: 70rem) 300px, (min-width: 48rem) 270px, 212px"
            className="tile-art"
          />
          {begun ? <Progress begun={{ time, duration: title.durationSeconds }} /> : null}
        </span>
        <span className="tile-name" lang={proseLanguage()}>
          {name}
        </span>
        <span className="tile-note">
          {title.kind === 'episode' ? `${episodeMark(title)} · ${left}` : left}
        </span>
      </PageLink>
      <button
        type="button"
        className="list-mark"
        aria-label={say('resume.forget', { title: name })}
        onClick={forget}
      >
        <CloseIcon />
      </button>
    </div>
  );
}

/**
 * Whether the row may appear in `place` without moving visible content: its space is reserved, or
 * it is out of sight.
 */
function useMayTakeRoom(place: RefObject<HTMLElement | null>, wanted: boolean): boolean {
  const [may, setMay] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!wanted || may || !element) return;
    if (element.offsetHeight > 0) return setMay(true);
    const observer = new IntersectionObserver(([entry]) => {
      if (entry && !entry.isIntersecting) setMay(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, wanted, may]);
  return may;
}
