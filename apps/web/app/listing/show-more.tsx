import { Button } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import type { More } from './use-more.ts';

interface ShowMoreProps {
  more: Pick<More<unknown>, 'page' | 'lastPage' | 'state' | 'showMore'>;
  /** For example `Show more titles`. */
  label: string;
}

/**
 * A button that extends a list in place. Without a script the page shows the links to the pages
 * instead.
 */
export function ShowMore({ more, label }: ShowMoreProps) {
  if (more.page >= more.lastPage) return null;
  return (
    <div className="show-more">
      {more.state === 'failed' ? (
        <ErrorNotice>We could not load more. Please try again.</ErrorNotice>
      ) : null}
      <Button busy={more.state === 'busy'} onClick={more.showMore}>
        {label}
      </Button>
    </div>
  );
}
