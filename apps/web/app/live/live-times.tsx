import { sayWith } from '../words/words.ts';
import { dayAndTimeWords, timeWords } from './on-air.ts';

/** `to 20:00`, the end of a programme or of a window. `instant`: ISO 8601 in UTC. */
export function UntilTime({ instant }: { instant: string }) {
  return sayWith(
    'live.to',
    { until: (words) => <time dateTime={instant}>{words}</time> },
    { until: timeWords(instant) },
  );
}

/** `Off air, back 19:30`, with the day where it is not that of `reference`. */
export function BackAt({ instant, reference }: { instant: string; reference: string | Date }) {
  return sayWith(
    'live.back',
    { time: (words) => <time dateTime={instant}>{words}</time> },
    { time: dayAndTimeWords(instant, reference) },
  );
}
