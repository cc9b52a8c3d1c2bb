import { findPackage, type Package } from '@bonisa/domain/package-catalogue';
import { formatRand } from '@bonisa/domain/rand';
import type { Charge, ChargeRepository } from '../subscription/charge.repository.ts';
import type { ChangeOffer, PackageChange, PackageChangeInput } from '../subscription/package-change.service.ts';
import type { Consent, SubscriptionRepository, SubscriptionRow } from '../subscription/subscription.repository.ts';
import type { SubscriptionService } from '../subscription/subscription.service.ts';

const CHARGES_SHOWN = 100;

/** As the account shows it: while the carrier is being asked nobody knows yet. */
const OUTCOME = { intended: 'pending', unknown: 'unknown', succeeded: 'succeeded', denied: 'denied', refunded: 'refunded' } as const;

export interface AccountCharge {
  readonly reference: string;
  readonly at: string;
  readonly package_name: string;
  readonly amount: string;
  readonly vat: string;
  readonly outcome: (typeof OUTCOME)[Charge['state']];
}

export interface AccountConsent {
  readonly id: string;
  readonly at: string;
  readonly package_name: string;
  readonly price: string;
  readonly words: string;
  readonly version: string;
  readonly proof: string;
}

export interface NextPackage {
  readonly package_id: string;
  readonly name: string;
  readonly price: string;
  readonly service_period: string;
  readonly from: string;
}

export interface Account {
  readonly msisdn: string;
  readonly charges: AccountCharge[];
  readonly consents: AccountConsent[];
  readonly next_package: NextPackage | null;
  readonly packages: ChangeOffer[];
}

export interface AccountDependencies {
  readonly subscriptions: SubscriptionRepository;
  readonly charges: ChargeRepository;
  readonly service: Pick<SubscriptionService, 'currentOf'>;
  readonly packageChange: PackageChange;
}

export type AccountService = ReturnType<typeof createAccountService>;

/** My Account (row S7): what was taken, what was agreed to, and what comes next. */
export function createAccountService({ subscriptions, charges, service, packageChange }: AccountDependencies) {
  return {
    of: async ({ subscriberId, msisdn }: { subscriberId: number; msisdn: string }): Promise<Account> => {
      const rows = await subscriptions.all(subscriberId);
      const ids = rows.map((row) => row.id);
      const [taken, events, consents, current] = await Promise.all([
        charges.of(ids),
        subscriptions.eventsOf(ids),
        subscriptions.consentsOf(msisdn),
        service.currentOf(subscriberId),
      ]);
      const packageOf = packagesOfPeriods(rows, events);
      return {
        msisdn,
        charges: taken
          .toReversed()
          .slice(0, CHARGES_SHOWN)
          .map((charge) => shownCharge(charge, packageOf(charge))),
        // A number whose data was removed begins anew: what its earlier self agreed to is kept as evidence and not shown as its own.
        consents: consents
          .filter((consent) => ids.includes(consent.subscriptionId))
          .toReversed()
          .map(shownConsent),
        next_package: nextOf(current),
        packages: packageChange.offersFor(current),
      };
    },

    /** Asks for another package from the end of the paid time on. */
    changePackage: async (input: PackageChangeInput): Promise<NextPackage | null> => nextOf(await packageChange.request(input)),
  };
}

/** Which package a charge was for: the one that its period was asked for, since a subscription may change its package. */
function packagesOfPeriods(rows: readonly SubscriptionRow[], events: Awaited<ReturnType<SubscriptionRepository['eventsOf']>>) {
  const asked = new Map<string, string>();
  for (const { type, subscriptionId, data } of events) {
    const { period, packageId } = data as { period?: number; packageId?: string };
    if (type === 'charge_requested' && packageId) asked.set(`${subscriptionId} ${period}`, packageId);
  }
  const held = new Map(rows.map((row) => [row.id, row.packageId]));
  return ({ subscriptionId, period }: Charge): string => asked.get(`${subscriptionId} ${period}`) ?? held.get(subscriptionId) ?? '';
}

function shownCharge({ reference, createdAt, amount, vat, state }: Charge, packageId: string): AccountCharge {
  return {
    reference,
    at: createdAt.toISOString(),
    package_name: sold(packageId).name,
    amount: formatRand(amount),
    vat: formatRand(vat),
    outcome: OUTCOME[state],
  };
}

function shownConsent({ id, at, packageId, price, words, wordsVersion, proof }: Consent): AccountConsent {
  return {
    id,
    at: at.toISOString(),
    package_name: sold(packageId).name,
    price: formatRand(price),
    words: words.join(' '),
    version: wordsVersion,
    proof,
  };
}

function nextOf(row: SubscriptionRow | undefined): NextPackage | null {
  if (!row?.nextPackageId) return null;
  const next = sold(row.nextPackageId);
  const from = row.paidUntil ?? row.startedAt;
  return { package_id: next.id, name: next.name, price: formatRand(next.price), service_period: next.period, from: from.toISOString() };
}

function sold(packageId: string): Package {
  const one = findPackage(packageId);
  if (!one) throw new Error('a package that is not in the catalogue');
  return one;
}
