import { formatMegabytes, megabytesOf } from '@bonisa/domain/playback/megabytes';
import type { PlaySource } from '@bonisa/player/playback';
import { clockWords } from '../../titles/title-words.ts';
import { say } from '../../words/words.ts';
import type { MediaState } from '../media-state.ts';
import { useDataUsed } from './use-data-used.ts';

interface TimeLineProps {
  media: MediaState;
  /** The shown position in seconds. */
  at: number;
  source: PlaySource | undefined;
  /** When the playback began, on the page's clock. */
  since: number;
}

/** Where the title is, how long it lasts, and the data that it has used so far. */
export function TimeLine({ media, at, source, since }: TimeLineProps) {
  const bytes = useDataUsed(source, since);
  return (
    <p className="controls-time">
      <span>
        {clockWords(at)} <span className="text-quiet">/ {clockWords(media.duration)}</span>
      </span>
      {bytes > 0 ? (
        <span className="controls-data" title={say('player.data.used.title')}>
          {say('player.data.used', { data: formatMegabytes(megabytesOf(bytes)) })}
        </span>
      ) : null}
    </p>
  );
}
