import { ClockIcon } from '../design/icons.tsx';
import { say } from '../words/words.ts';
import { BackAt } from './live-times.tsx';
import type { OffAir } from './off-air.ts';

/** Stands where Watch live would: when the channel comes back. */
export function OffAirNote({ off, at }: { off: OffAir; at: number }) {
  return (
    <p className="live-off">
      <ClockIcon width="20" height="20" />
      <span>
        {off.back ? <BackAt instant={off.back} reference={new Date(at)} /> : say('live.off_air')}
      </span>
    </p>
  );
}
