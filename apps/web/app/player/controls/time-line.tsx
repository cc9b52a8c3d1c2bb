import { formatMegabytes, megabytesOf } from '@bonisa/domain/playback/megabytes';
import type { LiveView } from '@bonisa/player/live-player';
import type { PlaySource } from '@bonisa/player/play-source';
import type { ReactNode } from 'react';
import { clockWords } from '../../titles/title-words.ts';
import { say } from '../../words/words.ts';
import { useDataUsed } from './use-data-used.ts';

interface TimeLineProps {
  source: PlaySource | undefined;
  view: LiveView | undefined;
  /** When the playback began, on the page's clock. */
  since: number;
  /** Where the playback is. */
  children: ReactNode;
}

/** Where what plays is, and the data that it has used so far. */
export function TimeLine({ source, view, since, children }: TimeLineProps) {
  const bytes = useDataUsed(source, view, since);
  return (
    <p className="controls-time">
      {children}
      {bytes > 0 ? (
        <span className="controls-data" title={say('player.data.used.title')}>
          {say('player.data.used', { data: formatMegabytes(megabytesOf(bytes)) })}
        </span>
      ) : null}
    </p>
  );
}

/** Where a title is, and how long it lasts, in seconds. */
export function TitleTime({ at, duration }: { at: number; duration: number }) {
  return (
    <span>
      {clockWords(at)} <span className="text-quiet">/ {clockWords(duration)}</span>
    </span>
  );
}
