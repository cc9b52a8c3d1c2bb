import type { Clock } from '../store/clock.ts';
import type { HandsetsRepository } from '../store/handsets.repository.ts';
import { PAYMENT_CEILING_CENTS } from '../store/money.ts';
import type { PaymentsRepository } from '../store/payments.repository.ts';
import { CamaraError } from './errors.ts';
import { startOfMonth } from './south-african-time.ts';

interface Deps {
  handsets: HandsetsRepository;
  payments: PaymentsRepository;
  clock: Pick<Clock, 'now'>;
}

/**
 * Takes or reserves the airtime, or returns the refusal.
 * @param cents undefined for an amount that is no whole number of cents.
 */
export function refusalFor(
  { handsets, payments, clock }: Deps,
  asked: { msisdn: string; cents: number | undefined },
): CamaraError | undefined {
  const { msisdn, cents } = asked;
  const handset = handsets.find(msisdn);
  if (!handset.onNetwork) return new CamaraError('IDENTIFIER_NOT_FOUND');
  if (handset.machineLine) return new CamaraError('SERVICE_NOT_APPLICABLE');
  if (cents === undefined || cents < 1 || cents > PAYMENT_CEILING_CENTS)
    return new CamaraError('CARRIER_BILLING.UNAUTHORIZED_AMOUNT');
  if (handset.billingBlocked)
    return new CamaraError(
      'CARRIER_BILLING.PAYMENT_DENIED',
      'Payment denied by business. Content billing is blocked for this number.',
    );
  const { spendLimitCents: limit } = handset;
  const since = later(startOfMonth(clock.now()), handset.recycledAt);
  if (limit !== null && payments.spentSince(msisdn, since) + cents > limit)
    return new CamaraError('CARRIER_BILLING.USER_AMOUNT_THRESHOLD_OVERPASSED');
  if (!handsets.takeAirtime(msisdn, cents))
    return new CamaraError(
      'CARRIER_BILLING.PAYMENT_DENIED',
      'Payment denied by business. Insufficient airtime.',
    );
  return undefined;
}

/** Spending of the number's former owner does not count for the present one. */
function later(one: Date, other: Date | null): Date {
  return other !== null && other >= one ? new Date(other.getTime() + 1) : one;
}
