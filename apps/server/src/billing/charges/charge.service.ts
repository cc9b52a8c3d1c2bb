import {
  isTechnical,
  LATE_LISTING_MS,
  lookupDelaySeconds,
  MADE_WITHIN_MS,
  OPERATOR_DECIDES_AFTER_MS,
} from '@bonisa/domain/charge';
import type { Msisdn } from '@bonisa/domain/msisdn';
import { findPackage, type PackageId } from '@bonisa/domain/package-catalogue';
import { vatInside } from '@bonisa/domain/rand';
import { verdictOf } from '../../carriers/call-verdict.ts';
import type { ChargeOutcome, Done, Sink } from '../../carriers/carrier.port.ts';
import { chargeReference, correlatorOf, freeReferences } from '../../carriers/carrier-reference.ts';
import type { Pace } from '../../carriers/pace.ts';
import type { RoutedCalls } from '../../carriers/routed-calls.ts';
import { NOT_ASKED, runNext } from '../../carriers/run-at-pace.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { ScheduledJob } from '../../platform/scheduler.ts';
import type { ServiceBrand } from '../../subscription/offers.ts';
import type { SubscriptionRepository } from '../../subscription/subscription.repository.ts';
import { openCases, resolveCase } from '../reconciliation/case.repository.ts';
import type { Charge, ChargeRepository } from './charge.repository.ts';
import type { ChargeAnswer, ChargeOutcomes, ChargeResult } from './charge-outcome.service.ts';
import { unknownCase } from './unknown-charge.case.ts';

/**
 * An intent whose process died is looked up after this: longer than the carrier's call may take.
 */
export const INTENT_PATIENCE_MS = 20_000;
const LOOKUP_LEASE_MS = 60_000;
const BATCH = 50;
/** The carrier's clock and ours may differ by this much when its list is searched. */
const WINDOW_SLACK_MS = 5 * 60_000;
/**
 * A payment that the carrier had before we asked is looked for this far back: no backup that is put
 * to use is older.
 */
const KNOWN_BEFORE_MS = 35 * 24 * 60 * 60_000;

export interface ChargeDependencies {
  readonly charges: ChargeRepository;
  readonly subscriptions: SubscriptionRepository;
  readonly outcomes: ChargeOutcomes;
  readonly carrier: Pick<RoutedCalls, 'charge' | 'findCharge'>;
  /** The pace of a carrier, by its id. */
  readonly paceOf: (carrierId: string) => Pick<Pace, 'takeNext'>;
  /**
   * Whether money may be moved at a carrier: not while this database may be older than its books.
   */
  readonly mayMoveMoney: (carrierId: string) => Promise<boolean>;
  readonly clock: Clock;
  /** A carrier's key of a package. */
  readonly serviceKeyOf: (carrierId: string, packageId: PackageId) => string;
  readonly brand: ServiceBrand;
  /** Where and with which token the carrier reports what becomes of a charge. */
  readonly sinkFor: (chargeId: string) => Sink;
  readonly wake: () => void;
}

/** What money is asked for: a period of a subscription, at the price of a package. */
export interface ChargeRequest {
  readonly subscriptionId: string;
  /** The carrier that is asked: that of the number at present. */
  readonly carrierId: string;
  readonly period: number;
  readonly packageId: PackageId;
}

/**
 * What a look-up told: what became of the charge, or at least under which id the carrier has it.
 * `done`: it is not what was asked for, and people must decide. `againInSeconds`: the carrier wants
 * to be left alone for so long.
 */
interface ChargeLookup {
  readonly answer?: ChargeAnswer;
  readonly named?: string;
  readonly done?: Done;
  readonly againInSeconds?: number;
}

/**
 * `taken`: the news is that money was taken. `said`: in the carrier's words, without numbers, why
 * it was not; kept for when its books have it as denied.
 */
export interface ChargeNews {
  readonly taken: boolean;
  readonly said?: string;
}

export interface ChargeService {
  /** Writes the intents of charges, within the transaction of what they are for. */
  intend(tx: Database, wanted: readonly ChargeRequest[]): Promise<Charge[]>;
  /** Asks the carrier for the money, once for an intent, and answers what it said. */
  ask(charge: Charge, msisdn: Msisdn): Promise<ChargeOutcome>;
  /**
   * Asks for what a person waits for and writes what was answered: at the carrier's next free
   * instant, and not at all (`carrier_unavailable`) where there is none soon or the carrier is left
   * alone.
   */
  take(charge: Charge, msisdn: Msisdn): Promise<ChargeResult>;
  /** The carrier has news of a charge: it is looked up now rather than later. */
  hint(chargeId: string, news: ChargeNews): Promise<void>;
  /** Looks up what has no known outcome at a carrier. */
  lookupsAt(carrierId: string): ScheduledJob;
}

/**
 * Charging: intent first, then the call, then the outcome. An unknown outcome is looked up and
 * never asked for again.
 */
export function createChargeService(dependencies: ChargeDependencies): ChargeService {
  const {
    charges,
    subscriptions,
    outcomes,
    carrier,
    paceOf,
    mayMoveMoney,
    clock,
    serviceKeyOf,
    brand,
    sinkFor,
    wake,
  } = dependencies;

  const ask: ChargeService['ask'] = (charge, msisdn) => {
    const one = findPackage(charge.packageId);
    if (!one) throw new Error('a charge without its package');
    return carrier.charge({
      carrierId: charge.carrierId,
      msisdn,
      amountCents: charge.amount,
      vatCents: charge.vat,
      reference: charge.reference,
      correlator: correlatorOf(charge.reference),
      description: `${brand.name} ${one.name}`,
      serviceId: serviceKeyOf(charge.carrierId, one.id),
      productId: one.id,
      sink: sinkFor(charge.id),
    });
  };

  /** What the carrier's books say of a charge; no answer while they do not say it. */
  const lookUp = async (charge: Charge, msisdn: Msisdn | undefined): Promise<ChargeLookup> => {
    const now = clock.now();
    const found = await carrier.findCharge({
      carrierId: charge.carrierId,
      reference: charge.reference,
      correlator: correlatorOf(charge.reference),
      amountCents: charge.amount,
      ...windowOf(charge, now),
      ...(msisdn ? { msisdn } : {}),
      ...(charge.carrierPaymentId ? { carrierPaymentId: charge.carrierPaymentId } : {}),
      ...(charge.detail && charge.state !== 'denied' ? { told: charge.detail } : {}),
    });
    if (found.outcome === 'found') {
      if (found.decided.outcome === 'processing') return { named: found.decided.carrierPaymentId };
      return { answer: { chargeId: charge.id, outcome: found.decided } };
    }
    if (found.outcome === 'not_as_asked')
      return { named: found.carrierPaymentId, done: found.done };
    if (found.outcome === 'unavailable')
      return found.retryAfterSeconds === undefined
        ? {}
        : { againInSeconds: found.retryAfterSeconds };
    const isNew = now.getTime() - charge.createdAt.getTime() < LATE_LISTING_MS;
    // One that the carrier has named was there: that it is not found now says nothing. What was
    // refused is named as well; what counts as never taken is once it turns up.
    const wasThere =
      charge.carrierPaymentId !== null &&
      (charge.state !== 'denied' || charge.reason === 'not_taken');
    if (wasThere || isNew) return {};
    return { answer: { chargeId: charge.id, outcome: { outcome: 'not_taken' } } };
  };

  const postpone = async (
    charge: Charge,
    { named, done, againInSeconds = 0 }: ChargeLookup,
  ): Promise<void> => {
    const now = clock.now();
    const lookups = charge.lookups + 1;
    const seconds = Math.max(lookupDelaySeconds(lookups), againInSeconds);
    await charges.reschedule(charge.id, {
      lookupAt: new Date(now.getTime() + seconds * 1000),
      lookups,
      named,
    });
    const isOld = now.getTime() - charge.createdAt.getTime() >= OPERATOR_DECIDES_AFTER_MS;
    if (done || isOld) await openCases(subscriptions.db, [unknownCase(charge, done)], now);
  };

  const lookUpAll = async (due: readonly Charge[]): Promise<void> => {
    const numbers = await subscriptions.numbersOfSubscriptions(
      due.map((charge) => charge.subscriptionId),
    );
    const looked = await Promise.all(
      // Whose owner is not there any more has none: it is looked for without.
      due.map(async (charge) => ({
        charge,
        found: await lookUp(charge, numbers.get(charge.subscriptionId)),
      })),
    );
    await outcomes.recordAll(looked.flatMap(({ found }) => found.answer ?? []));
    for (const { charge, found } of looked) {
      if (!found.answer) await postpone(charge, found);
      else await resolveCase(subscriptions.db, 'unknown_charge', charge.id, clock.now());
    }
  };

  return {
    intend: async (tx, wanted) => {
      const now = clock.now();
      const within = charges.within(tx);
      const references = await freeReferences(
        wanted,
        (one, attempt) => chargeReference({ ...one, attempt }),
        within.takenReferences,
      );
      const intents = wanted.map((one, index) => intentOf(one, references[index] ?? '', now));
      await within.insertAll(intents);
      return intents;
    },
    ask,
    take: async (charge, msisdn) => {
      const take = () =>
        runNext<ChargeOutcome>(paceOf(charge.carrierId), () => ask(charge, msisdn), {
          judge: verdictOf,
          skipped: () => NOT_ASKED,
        });
      const outcome = (await mayMoveMoney(charge.carrierId)) ? await take() : NOT_ASKED;
      const [result] = await outcomes.recordAll([{ chargeId: charge.id, outcome, ends: true }]);
      wake();
      if (!result) throw new Error('a charge that was decided has no result');
      return result;
    },

    hint: async (chargeId, { taken, said }) => {
      if (said) await charges.keepSaid(chargeId, said);
      const charge = await charges.byId(chargeId);
      // While our own call is still out its answer comes first; the look-up is there for what never
      // answers.
      const isOpen = charge?.state === 'unknown';
      const isContradicted = taken && charge?.state === 'denied' && isTechnical(charge.reason);
      if (!charge || !(isOpen || isContradicted)) return;
      await charges.lookAgain(chargeId, clock.now());
      wake();
    },

    lookupsAt: (carrierId) => ({
      name: `charge-lookups-${carrierId}`,
      nextDue: () => charges.nextLookup(carrierId),
      run: async () => {
        const now = clock.now();
        const leaseUntil = new Date(now.getTime() + LOOKUP_LEASE_MS);
        const due = await charges.claimLookups(carrierId, { now, leaseUntil, limit: BATCH });
        await lookUpAll(due);
        return due.length;
      },
    }),
  };
}

/**
 * When it can have been made. Where the carrier reports what counts as never made, at any time
 * since. What the carrier says it had before may have been asked for before the backup that this
 * database was restored from.
 */
function windowOf({ createdAt, state, reason }: Charge, now: Date): { from: Date; to: Date } {
  const made =
    state === 'denied'
      ? now.getTime()
      : Math.min(now.getTime(), createdAt.getTime() + MADE_WITHIN_MS);
  const before = reason === 'already_submitted' ? KNOWN_BEFORE_MS : WINDOW_SLACK_MS;
  return { from: new Date(createdAt.getTime() - before), to: new Date(made + WINDOW_SLACK_MS) };
}

/** The intent of a charge under a reference of ours, not asked for yet. */
function intentOf(
  { subscriptionId, carrierId, period, packageId }: ChargeRequest,
  reference: string,
  now: Date,
): Charge {
  const one = findPackage(packageId);
  if (!one) throw new Error('a charge without its package');
  return {
    id: newId(),
    subscriptionId,
    carrierId,
    reference,
    period,
    packageId,
    amount: one.price,
    vat: vatInside(one.price),
    state: 'intended',
    reason: null,
    detail: null,
    carrierPaymentId: null,
    carrierReference: null,
    createdAt: now,
    decidedAt: null,
    lookupAt: new Date(now.getTime() + INTENT_PATIENCE_MS),
    lookups: 0,
    suspendedUntil: null,
    surplus: false,
    refunded: 0,
  };
}
