import { ClockIcon } from '../design/icons.tsx';
import type { OffAir } from './off-air.ts';
import { dayAndTimeWords } from './on-air.ts';

/** Stands where Watch live would: when the channel comes back. */
export function OffAirNote({ off, at }: { off: OffAir; at: number }) {
  return (
    <p className="live-off">
      <ClockIcon width="20" height="20" />
      <span>
        Off air
        {off.back ? (
          <>
            {', back '}
            <time dateTime={off.back}>{dayAndTimeWords(off.back, new Date(at))}</time>
          </>
        ) : null}
      </span>
    </p>
  );
}
