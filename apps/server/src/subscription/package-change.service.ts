import { CONSENT_VERSION, changeWords } from '@bonisa/domain/consent';
import { PACKAGES, type Package } from '@bonisa/domain/package-catalogue';
import { formatRand } from '@bonisa/domain/rand';
import { canChangePackage, decide } from '@bonisa/domain/subscription-decide';
import { v7 as uuid } from 'uuid';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { Offers, ServiceBrand } from './offers.ts';
import type { InTurn } from './subscriber-turn.ts';
import { type SubscriptionRepository, type SubscriptionRow, toState } from './subscription.repository.ts';

export interface PackageChangeInput {
  readonly subscriberId: number;
  readonly serviceKey: string;
  readonly address: string;
  readonly userAgent: string;
}

/** A package that the one held can be changed to, with the words that stand beside the press. */
export interface ChangeOffer {
  readonly service_key: string;
  readonly package_id: string;
  readonly name: string;
  readonly price: string;
  readonly service_period: Package['period'];
  readonly words: string[];
}

export interface PackageChangeDependencies {
  readonly subscriptions: SubscriptionRepository;
  readonly inTurn: InTurn;
  readonly clock: Clock;
  readonly offers: Offers;
  readonly brand: ServiceBrand;
}

export type PackageChange = ReturnType<typeof createPackageChange>;

/**
 * Another package for a running subscription (row S7): an opt-in of its own, so with a consent record of its own, which takes effect
 * when the paid time ends. Nothing is charged now.
 */
export function createPackageChange({ subscriptions, inTurn, clock, offers, brand }: PackageChangeDependencies) {
  const wordsOf = (one: Package): string[] => [...changeWords({ service: brand.name, package: one, supportNumber: brand.supportNumber })];

  return {
    /** What a subscription can be changed to: every package but the one that is to be charged next; none where nothing is renewed. */
    offersFor: (row: SubscriptionRow | undefined): ChangeOffer[] => {
      if (!row || !canChangePackage(row.status)) return [];
      const next = row.nextPackageId ?? row.packageId;
      return PACKAGES.filter((one) => one.id !== next).map((one) => ({
        service_key: offers.serviceKey(one.id),
        package_id: one.id,
        name: one.name,
        price: formatRand(one.price),
        service_period: one.period,
        words: wordsOf(one),
      }));
    },

    /** Asks for another package, or with the one that is held takes that back. Asking twice changes nothing. Throws `unknown_service_key` or `conflict`. */
    request: async (input: PackageChangeInput): Promise<SubscriptionRow> => {
      const one = offers.byServiceKey(input.serviceKey);
      if (!one) throw new AppError('unknown_service_key', 'This package is not on offer.');
      return await inTurn(input.subscriberId, async (tx, subscriber) => {
        const within = subscriptions.within(tx);
        const running = await within.running(subscriber.id);
        const row = running && (await within.lockById(running.id));
        if (!row) throw nothingToChange();
        const now = clock.now();
        const decision = decide(toState(row), { type: 'change_package', packageId: one.id }, now);
        if (!decision.ok) throw nothingToChange();
        if (decision.events.length === 0) return row;
        const after = await within.append(row, decision.events);
        // Taking a change back is no opt-in: what was agreed to first still stands.
        if (after.nextPackageId !== null) await within.insertConsent(consentOf({ input, one, row, msisdn: subscriber.msisdn, at: now }));
        return after;
      });
    },
  };

  function consentOf(consent: { input: PackageChangeInput; one: Package; row: SubscriptionRow; msisdn: string; at: Date }) {
    const { input, one, row, msisdn, at } = consent;
    return {
      id: uuid(),
      subscriptionId: row.id,
      msisdn,
      packageId: one.id,
      words: wordsOf(one),
      wordsVersion: CONSENT_VERSION,
      price: one.price,
      servicePeriod: one.period,
      trial: false,
      proof: 'session' as const,
      // The fraud provider judges presses that prove a number; this one's was proven when the session began.
      verdict: { asked: false },
      contentBlockOverridden: false,
      address: input.address,
      userAgent: input.userAgent.slice(0, 512),
      transactionId: uuid(),
      at,
      retainUntil: null,
    };
  }
}

function nothingToChange(): AppError {
  return new AppError('conflict', 'There is no running subscription whose package could be changed. Choose a package when you subscribe again.');
}
