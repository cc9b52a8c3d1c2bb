import type { liveIngestSessions } from '@bonisa/contract/studio/live.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { count } from '../design/money.ts';

export type LiveIngestSession = StudioReplyOf<typeof liveIngestSessions>['open'][number];

interface Said {
  readonly words: string;
  readonly tone: 'plain' | 'good' | 'warning' | 'problem';
}

/** The connection of the publisher. */
const STATES: Readonly<Record<LiveIngestSession['state'], Said>> = {
  live: { words: 'arrives', tone: 'good' },
  away: { words: 'the sender is away: it may come back for 20 seconds', tone: 'warning' },
  silent: { words: 'nothing arrives any more', tone: 'problem' },
  ended: { words: 'over', tone: 'plain' },
  failed: { words: 'failed', tone: 'problem' },
};

/** Over, because it ended or its process was killed, and not packaged yet. */
const STORED: Said = { words: 'over: what is stored of it becomes its recording', tone: 'plain' };

/** The connection of a live ingest session's publisher, in words. */
export function stateOf({
  state,
  ended_at: endedAt,
}: Pick<LiveIngestSession, 'state' | 'ended_at'>): Said {
  return state === 'away' && endedAt !== null ? STORED : STATES[state];
}

/** What viewers see, or why they see nothing. */
export const PICTURES: Readonly<Record<LiveIngestSession['picture'], Said>> = {
  waiting: { words: 'no picture yet', tone: 'plain' },
  on_air: { words: 'viewers see it', tone: 'good' },
  away: { words: 'viewers see the slate', tone: 'warning' },
  unsupported_codec: { words: 'no picture: send H.264 with AAC', tone: 'problem' },
  too_large: { words: 'no picture: it is larger than allowed', tone: 'problem' },
  malformed: { words: 'no picture: it cannot be read', tone: 'problem' },
  encoder_failed: { words: 'no picture: the encoder failed', tone: 'problem' },
  too_slow: { words: 'no picture: the server is too slow for it', tone: 'problem' },
  too_fast: { words: 'no picture: it is sent faster than it plays', tone: 'problem' },
  no_encoder_free: { words: 'no picture: all encoders are busy', tone: 'problem' },
};

/** What viewers saw of a live ingest session that is over. */
export function pastPicture(picture: LiveIngestSession['picture']): string {
  if (picture === 'waiting') return 'never on air';
  return picture === 'on_air' || picture === 'away' ? 'was on air' : PICTURES[picture].words;
}

/** `240, 480 and 720 lines, 410 to 2 300 kbit/s`; a height of 0 is sound alone. */
export function qualityWords(renditions: LiveIngestSession['renditions']): string {
  const shown = renditions.filter(({ height }) => height > 0);
  const [first, last] = [shown.at(0), shown.at(-1)];
  if (!first || !last) return 'nothing yet';
  const heights = shown.map(({ height }) => String(height));
  const list =
    heights.length === 1 ? heights[0] : `${heights.slice(0, -1).join(', ')} and ${heights.at(-1)}`;
  const rates = first === last ? count(last.kbps) : `${count(first.kbps)} to ${count(last.kbps)}`;
  return `${list} lines, ${rates} kbit/s`;
}
