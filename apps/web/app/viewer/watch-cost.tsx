import type { ReactNode } from 'react';
import { useViewer } from '../browser/viewer.ts';
import { say } from '../words/words.ts';

/** What stands beside Watch on a button: the data cost, or what a parked subscriber does first. */
export function WatchCost({ children }: { children: ReactNode }) {
  const known = useViewer();
  const isParked =
    known.state === 'known' &&
    known.viewer.signed_in &&
    known.viewer.subscription?.state === 'parked';
  const words = isParked ? say('payment.recharge_first') : children;
  return words === null ? null : <span className="cost">{words}</span>;
}
