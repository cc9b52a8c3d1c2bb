import { priceLine } from '@bonisa/domain/consent/consent';
import {
  DENIAL_WORDS,
  isTechnical,
  PAYMENT_BEING_CONFIRMED,
  type TechnicalReason,
} from '@bonisa/domain/money/charge';
import { formatRand } from '@bonisa/domain/money/rand';
import type { Package } from '@bonisa/domain/packages/package-catalogue';
import { waitsForAirtime } from '@bonisa/domain/subscription/subscription';
import type { Charge } from '../billing/charges/charge.repository.ts';
import type { ChargeDenial, ChargeResult } from '../billing/charges/charge-outcome.service.ts';
import type { SoldPackages } from '../packages/sold-packages.ts';
import type { SubscriptionRow } from '../subscription/subscription.repository.ts';
import { inSouthAfrica } from '../subscription/subscription.service.ts';
import { toState } from '../subscription/subscription.state.ts';

/** The result of a package change, and the text to show. `row`: the subscription after it. */
export interface PackageChanged {
  readonly row: SubscriptionRow;
  readonly outcome:
    | 'planned'
    | 'kept'
    | 'tried_now'
    | 'changed'
    | 'payment_pending'
    | 'ended_meanwhile'
    | ChargeDenial;
  readonly description: string;
}

/** The text after a change without a charge before it. */
export function plannedWords(
  row: SubscriptionRow,
  packageTerms: Package,
  triedNow: boolean,
): Pick<PackageChanged, 'outcome' | 'description'> {
  if (triedNow)
    return {
      outcome: 'tried_now',
      description: `We are asking your network for R${formatRand(packageTerms.price)} now.`,
    };
  if (row.nextPackageId === null)
    return {
      outcome: 'kept',
      description: `You keep ${packageTerms.name} at ${priceLine(packageTerms)}. Nothing was taken now.`,
    };
  const { paidUntil, nextFrom } = row;
  if (nextFrom === null && waitsForAirtime(toState(row)))
    return {
      outcome: 'planned',
      description: `From your next payment on you have ${packageTerms.name} at ${priceLine(packageTerms)}. Nothing was taken now.`,
    };
  const begins = paidUntil && nextFrom && nextFrom > paidUntil ? nextFrom : paidUntil;
  const from = begins ? `From ${inSouthAfrica(begins)}` : 'When your paid time ends';
  return {
    outcome: 'planned',
    description: `${from} you have ${packageTerms.name} at ${priceLine(packageTerms)}. Nothing was taken now.`,
  };
}

const NOT_PAID = 'Your network did not take the payment';
const TECHNICAL_WORDS: Readonly<Record<TechnicalReason, string>> = {
  not_asked: 'We could not ask your network just now',
  carrier_unavailable: NOT_PAID,
  not_taken: NOT_PAID,
};

/** A charge with its result, and the subscription before and after it. */
export interface Taken {
  readonly result: ChargeResult;
  readonly charge: Charge;
  readonly before: SubscriptionRow;
  readonly after: SubscriptionRow;
}

/** The text after a charge for a package that begins at once. */
export function resultWords(
  { result, charge, before, after }: Taken,
  sold: Pick<SoldPackages, 'nameOf'>,
): Pick<PackageChanged, 'outcome' | 'description'> {
  const nameOf = (packageId: string): string => sold.nameOf(packageId) ?? 'your package';
  const [wanted, held] = [nameOf(charge.packageId), nameOf(before.packageId)];
  switch (result.state) {
    case 'unknown':
      return {
        outcome: 'payment_pending',
        description: `${PAYMENT_BEING_CONFIRMED}. You have ${held} until it is; nothing is asked for twice.`,
      };
    case 'denied': {
      const { reason } = result;
      const why = isTechnical(reason) ? TECHNICAL_WORDS[reason] : DENIAL_WORDS[reason];
      return {
        outcome: reason,
        description: `${why}. Nothing was taken, and you keep ${held} as it was.`,
      };
    }
    case 'succeeded': {
      const until =
        after.status === 'active' && after.packageId === charge.packageId ? after.paidUntil : null;
      if (until)
        return {
          outcome: 'changed',
          description: `You have ${wanted} now. R${formatRand(charge.amount)} was taken; paid until ${inSouthAfrica(until)}.`,
        };
      return {
        outcome: 'ended_meanwhile',
        description:
          'Your subscription was ended meanwhile, so what was taken is given back to your airtime.',
      };
    }
  }
}
