import type { Charge } from './billing/charges/charge.repository.ts';
import type { Metrics } from './platform/metrics.ts';

/** What the operator counts of charges as they are decided or left open. */
export function countCharge(metrics: Metrics): (charge: Charge) => void {
  return ({ carrierId: carrier, state, reason, amount }) => {
    metrics.charges.inc({ carrier, outcome: state, reason: reason ?? '' });
    if (state === 'succeeded') metrics.takenCents.inc({ carrier }, amount);
  };
}

/** What the operator counts of permits to call a carrier. */
export function countGrant(
  metrics: Metrics,
  carrier: string,
): (calls: number, to: 'work' | 'person') => void {
  return (calls, to) => {
    if (calls > 0) metrics.paceGranted.inc({ carrier, to }, calls);
    else metrics.paceRefused.inc({ carrier, to });
  };
}
