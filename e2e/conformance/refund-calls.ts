/** Payments and refunds made through the adapter, for the cases of carrier-billing-refund 0.3.0. */
import type { RefundInput } from '../../apps/server/src/carriers/carrier.port.ts';
import type { Bench } from './bench.ts';
import { APIS } from './camara-files.ts';

export const REFUND = APIS.refunds.basePath;
export const CREATE = 'carrier-billing-refund:refunds:create';
export const READ = 'carrier-billing-refund:refunds:read';
export const HALF = { amountCents: 250, vatCents: 33 };

export async function paid(bench: Bench): Promise<string> {
  const charged = await bench.carrier.charge(bench.newCharge(bench.newNumber()));
  if (charged.outcome !== 'succeeded') throw new Error('no payment was made');
  return charged.carrierPaymentId;
}

export async function held(bench: Bench): Promise<string> {
  const prepared = await bench.carrier.prepareCharge(bench.newCharge(bench.newNumber()));
  if (prepared.outcome !== 'reserved') throw new Error('nothing was reserved');
  return prepared.carrierPaymentId;
}

export function refundOf(
  bench: Bench,
  carrierPaymentId: string,
  more: Partial<RefundInput> = {},
): RefundInput {
  const { reference, correlator } = bench.newCharge(bench.newNumber());
  return {
    carrierPaymentId,
    amountCents: more.part?.amountCents ?? 500,
    reference,
    correlator,
    ...more,
  };
}

export async function refunded(bench: Bench, more: Partial<RefundInput> = {}) {
  const input = refundOf(bench, await paid(bench), more);
  const outcome = await bench.carrier.refund(input);
  if (outcome.outcome !== 'succeeded') throw new Error('nothing was refunded');
  return { input, carrierRefundId: outcome.carrierRefundId };
}

export const pathOf = (carrierPaymentId: string) =>
  `${REFUND}/payments/${carrierPaymentId}/refunds`;
