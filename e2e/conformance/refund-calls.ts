/** Payments and refunds for the cases of carrier-billing-refund 0.3.0. */
import type { RefundInput } from '@bonisa/carriers/billing.port';
import { prepare } from './billing-payments.ts';
import { APIS } from './camara-files.ts';
import type { Fixture } from './fixture.ts';

export const REFUND = APIS.refunds.basePath;
export const CREATE = 'carrier-billing-refund:refunds:create';
export const READ = 'carrier-billing-refund:refunds:read';
export const HALF = { amountCents: 250, vatCents: 33 };

export async function paid(fixture: Fixture): Promise<string> {
  const charged = await fixture.carrier.charge(fixture.newCharge(fixture.newNumber()));
  if (charged.outcome !== 'succeeded') throw new Error('no payment was made');
  return charged.carrierPaymentId;
}

export async function held(fixture: Fixture): Promise<string> {
  const { body } = await prepare(fixture, fixture.newCharge(fixture.newNumber()));
  const { paymentId, paymentStatus } = body as Record<string, string>;
  if (paymentId === undefined || paymentStatus !== 'reserved')
    throw new Error('nothing was reserved');
  return paymentId;
}

export function refundOf(
  fixture: Fixture,
  carrierPaymentId: string,
  more: Partial<RefundInput> = {},
): RefundInput {
  const { reference, correlator } = fixture.newCharge(fixture.newNumber());
  return {
    carrierPaymentId,
    amountCents: more.part?.amountCents ?? 500,
    reference,
    correlator,
    ...more,
  };
}

export async function refunded(fixture: Fixture, more: Partial<RefundInput> = {}) {
  const input = refundOf(fixture, await paid(fixture), more);
  const outcome = await fixture.carrier.refund(input);
  if (outcome.outcome !== 'succeeded') throw new Error('nothing was refunded');
  return { input, carrierRefundId: outcome.carrierRefundId };
}

export const pathOf = (carrierPaymentId: string) =>
  `${REFUND}/payments/${carrierPaymentId}/refunds`;

/**
 * The amount of a payment that may still be refunded; the product's adapter does not ask for it.
 */
export const remaining = (fixture: Fixture, carrierPaymentId: string) =>
  fixture.raw({ method: 'GET', path: `${pathOf(carrierPaymentId)}/remaining-amount`, scope: READ });
