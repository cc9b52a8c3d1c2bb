import type { Charge } from './billing/charges/charge.repository.ts';
import type { Metrics } from './platform/metrics.ts';

/** What the operator counts of charges as they are decided or left open. */
export function countCharge(metrics: Metrics): (charge: Charge) => void {
  return ({ state, reason, amount }) => {
    metrics.charges.inc({ outcome: state, reason: reason ?? '' });
    if (state === 'succeeded') metrics.takenCents.inc(amount);
  };
}

/** What the operator counts of permits to call the carrier. */
export function countGrant(metrics: Metrics, calls: number, to: 'work' | 'person'): void {
  if (calls > 0) metrics.paceGranted.inc({ to }, calls);
  else metrics.paceRefused.inc({ to });
}
