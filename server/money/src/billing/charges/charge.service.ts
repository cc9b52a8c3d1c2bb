import type { ChargeOutcome, Sink } from '@bonisa/carriers/billing.port';
import { verdictOf } from '@bonisa/carriers/call-verdict';
import type { Done } from '@bonisa/carriers/carrier-outcome';
import { chargeReference, correlatorOf, freeReferences } from '@bonisa/carriers/carrier-reference';
import type { Pace } from '@bonisa/carriers/pace';
import type { Permit } from '@bonisa/carriers/permit';
import type { RoutedBilling } from '@bonisa/carriers/routed-calls';
import { NOT_ASKED, runAtPace } from '@bonisa/carriers/run-at-pace';
import {
  isTechnical,
  LATE_LISTING_MS,
  lastSentAt,
  lookupDelaySeconds,
  MADE_WITHIN_MS,
  OPERATOR_DECIDES_AFTER_MS,
} from '@bonisa/domain/money/charge';
import { type Cents, type VatRate, vatInside } from '@bonisa/domain/money/rand';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { PackageId } from '@bonisa/domain/packages/package-catalogue';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { ClockAgreement } from '@bonisa/kit/clock/clock-agreement';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import { leaseEnd } from '@bonisa/kit/jobs/lease';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { Wake } from '@bonisa/kit/jobs/wake-signal';
import type { SoldPackages } from '../../packages/sold-packages.ts';
import type { ServiceBrand } from '../../subscription/offers.ts';
import type { SubscriptionRepository } from '../../subscription/subscription.repository.ts';
import { openExceptions, resolveException } from '../reconciliation/exception.repository.ts';
import type { Charge, ChargeRepository } from './charge.repository.ts';
import type { ChargeAnswer, ChargeOutcomes, ChargeResult } from './charge-outcome.service.ts';
import type { HasMoved } from './number-move.service.ts';
import { unknownException } from './unknown-charge.exception.ts';

/** The intent of a crashed process is looked up after this time; it exceeds the longest call. */
export const INTENT_PATIENCE_MS = 20_000;
const BATCH = 50;
/** How far the carrier's clock and ours may differ when its list is searched. */
const WINDOW_SLACK_MS = 5 * 60_000;
/**
 * A payment that the carrier had before our intent is searched this far back: no older backup is
 * ever restored.
 */
const KNOWN_BEFORE_MS = 35 * 24 * 60 * 60_000;

/** Nothing was taken: the carrier of the number has no service key of the package. */
const NOT_SOLD: ChargeOutcome = {
  outcome: 'denied',
  reason: 'refused',
  detail: 'no service key at this carrier',
};

/** Nothing was taken: the carrier is left alone because it fails. */
const PAUSED: ChargeOutcome = { outcome: 'unavailable', cause: 'too_many_requests' };

/** Nothing was taken. The subscription's next charge goes to the number's new carrier. */
const NUMBER_MOVED: ChargeOutcome = { outcome: 'unavailable', cause: 'number_moved' };

export interface ChargeDependencies {
  readonly charges: ChargeRepository;
  readonly subscriptions: SubscriptionRepository;
  readonly outcomes: ChargeOutcomes;
  readonly carrier: Pick<RoutedBilling, 'charge' | 'findCharge'>;
  /** How many of so many charges a carrier may be asked for: none while our mistake stops them. */
  readonly roomAt: (carrierId: string, wanted: number) => Promise<number>;
  /** The pace of a carrier, by its id. */
  readonly paceOf: (carrierId: string) => Pick<Pace, 'takeNext' | 'resumesAt'>;
  /**
   * Whether money may be moved at a carrier: not while this database may be older than the
   * carrier's list.
   */
  readonly mayMoveMoney: (carrierId: string) => Promise<boolean>;
  /** Whether the number of a charge that was denied as `not_on_network` is at another carrier. */
  readonly hasMoved: HasMoved;
  /** Says how late it is, also after a pause of the machine. */
  readonly agreement: Pick<ClockAgreement, 'confirm'>;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Names packages, and their service keys at carriers. */
  readonly sold: Pick<SoldPackages, 'serviceKey' | 'nameOf' | 'vatRateAt'>;
  readonly brand: ServiceBrand;
  /** The address and token with which the carrier reports the outcome of a charge. */
  readonly sinkFor: (chargeId: string) => Sink;
  readonly wake: Wake;
}

/** The purpose of a charge: a period of a subscription, at the price that was agreed to. */
export interface ChargeRequest {
  readonly subscriptionId: string;
  /** The carrier to ask: the present one of the number. */
  readonly carrierId: string;
  readonly period: number;
  readonly packageId: PackageId;
  readonly amount: Cents;
}

/**
 * The result of a lookup: the outcome of the charge, or only the carrier's id of it. `done`: the
 * carrier did something other than we asked, and a person must decide. `againInSeconds`: the
 * carrier asks us to wait this long.
 */
interface ChargeLookup {
  readonly answer?: ChargeAnswer;
  readonly carrierPaymentId?: string;
  readonly done?: Done;
  readonly againInSeconds?: number;
}

/**
 * `wasCaptured`: the event reports that money was taken. `carrierReason`: its reason without
 * numbers, stored for when its list shows the charge as denied.
 */
export interface ChargeNews {
  readonly wasCaptured: boolean;
  readonly carrierReason?: string;
}

/**
 * Why a carrier is not asked now: money is held, our own mistake has stopped its charges, our limit
 * has no place soon; or (`paused`) the carrier fails.
 */
export type NoLeave = 'held' | 'stopped' | 'limit' | 'paused';

export interface ChargeService {
  /** Writes the intents of charges within the caller's transaction. */
  intend(tx: Database, wanted: readonly ChargeRequest[]): Promise<Charge[]>;
  /** Asks the carrier for the money, once for each intent, and returns its answer. */
  ask(charge: Charge, msisdn: Msisdn): Promise<ChargeOutcome>;
  /**
   * The carrier's next permit for a charge that a person waits for, or why there is none. Give it
   * back (`done`) where nothing is asked.
   */
  leaveFor(carrierId: string): Promise<Permit | NoLeave>;
  /**
   * Makes a charge that a person waits for and records its outcome: with this permit, or else at
   * the carrier's next one, or not at all (`not_asked`, `carrier_unavailable`).
   */
  take(charge: Charge, msisdn: Msisdn, permit?: Permit): Promise<ChargeResult>;
  /** Looks up a charge at once, because the carrier has news about it. */
  hint(chargeId: string, news: ChargeNews): Promise<void>;
  /** Looks up charges at a carrier whose outcome is unknown. */
  lookupsAt(carrierId: string): ScheduledJob;
}

/**
 * Charging: intent first, then the call, then the outcome. A charge with an unknown outcome is
 * looked up and never repeated.
 */
export function createChargeService(dependencies: ChargeDependencies): ChargeService {
  const {
    charges,
    subscriptions,
    outcomes,
    carrier,
    paceOf,
    roomAt,
    mayMoveMoney,
    hasMoved,
    agreement,
    clock,
    newId,
    sold,
    brand,
    sinkFor,
    wake,
  } = dependencies;

  const request = async (charge: Charge, msisdn: Msisdn): Promise<ChargeOutcome> => {
    const { carrierId, packageId } = charge;
    const serviceId = sold.serviceKey(carrierId, packageId, charge.amount);
    // The number is at a carrier that does not sell its package: nothing can be asked there.
    if (serviceId === undefined) return NOT_SOLD;
    return await carrier.charge({
      carrierId,
      msisdn,
      amountCents: charge.amount,
      vatCents: charge.vat,
      reference: charge.reference,
      correlator: correlatorOf(charge.reference),
      description: `${brand.name} ${sold.nameOf(packageId) ?? ''}`.trim(),
      serviceId,
      productId: packageId,
      sink: sinkFor(charge.id),
    });
  };

  /**
   * Whether other processes look this charge up already: the process, or its whole machine, stood
   * still since it wrote the intent. The carrier must not be asked any more, since it may have been
   * found that nothing was taken, and another charge may be under way.
   */
  const isTooLate = async ({ lookupAt }: Charge): Promise<boolean> => {
    if (lookupAt === null) return false;
    const aheadMs = await agreement.confirm();
    return aheadMs === undefined || lookupAt.getTime() < clock.now().getTime() + aheadMs;
  };

  const ask: ChargeService['ask'] = async (charge, msisdn) => {
    if (await isTooLate(charge)) return NOT_ASKED;
    const outcome = await request(charge, msisdn);
    const isElsewhere = outcome.outcome === 'denied' && outcome.reason === 'not_on_network';
    return isElsewhere && (await hasMoved(charge, msisdn)) ? NUMBER_MOVED : outcome;
  };

  /** The outcome in the carrier's list; unknown while the list does not show it. */
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
      if (found.decided.outcome === 'processing')
        return { carrierPaymentId: found.decided.carrierPaymentId };
      return { answer: { chargeId: charge.id, outcome: found.decided } };
    }
    if (found.outcome === 'not_as_asked')
      return { carrierPaymentId: found.carrierPaymentId, done: found.done };
    if (found.outcome === 'unavailable')
      return found.retryAfterSeconds === undefined
        ? {}
        : { againInSeconds: found.retryAfterSeconds };
    const isNew = now.getTime() - lastSentAt(charge).getTime() < LATE_LISTING_MS;
    // The carrier gave this charge an id, so it exists: a missing entry proves nothing now. Denied
    // charges have an id as well, and so has a charge that counted as never made and appears later.
    const wasThere =
      charge.carrierPaymentId !== null &&
      (charge.state !== 'denied' || charge.reason === 'not_taken');
    if (wasThere || isNew) return {};
    return { answer: { chargeId: charge.id, outcome: { outcome: 'not_taken' } } };
  };

  const postpone = async (
    charge: Charge,
    { carrierPaymentId, done, againInSeconds = 0 }: ChargeLookup,
  ): Promise<void> => {
    const now = clock.now();
    const lookups = charge.lookups + 1;
    const seconds = Math.max(lookupDelaySeconds(lookups), againInSeconds);
    await charges.reschedule(charge.id, {
      lookupAt: new Date(now.getTime() + seconds * 1000),
      lookups,
      carrierPaymentId,
    });
    const isOld = now.getTime() - lastSentAt(charge).getTime() >= OPERATOR_DECIDES_AFTER_MS;
    if (done || isOld)
      await openExceptions(subscriptions.db, [unknownException(charge, done)], { at: now, newId });
  };

  const lookUpAll = async (due: readonly Charge[]): Promise<void> => {
    const numbers = await subscriptions.numbersOfSubscriptions(
      due.map((charge) => charge.subscriptionId),
    );
    const looked = await Promise.all(
      // A removed owner has no number: the lookup names none.
      due.map(async (charge) => ({
        charge,
        found: await lookUp(charge, numbers.get(charge.subscriptionId)),
      })),
    );
    await outcomes.recordAll(looked.flatMap(({ found }) => found.answer ?? []));
    for (const { charge, found } of looked) {
      if (!found.answer) await postpone(charge, found);
      else await resolveException(subscriptions.db, 'unknown_charge', charge.id, clock.now());
    }
  };

  const leaveFor: ChargeService['leaveFor'] = async (carrierId) => {
    if (!(await mayMoveMoney(carrierId))) return 'held';
    if ((await roomAt(carrierId, 1)) === 0) return 'stopped';
    const pace = paceOf(carrierId);
    const permit = await pace.takeNext();
    if (permit.granted > 0) return permit;
    return (await pace.resumesAt()) ? 'paused' : 'limit';
  };

  return {
    intend: async (tx, wanted) => {
      const now = clock.now();
      const within = charges.within(tx);
      const references = await freeReferences(
        wanted,
        (request, attempt) => chargeReference({ ...request, attempt }),
        within.takenReferences,
      );
      const vatRate = sold.vatRateAt(now);
      const intents = wanted.map((request, index) =>
        intentOf(request, { id: newId(), reference: references[index] ?? '', vatRate }, now),
      );
      await within.insertAll(intents);
      return intents;
    },
    ask,
    leaveFor,
    take: async (charge, msisdn, permit) => {
      const leave = permit ?? (await leaveFor(charge.carrierId));
      const [outcome = NOT_ASKED] =
        typeof leave === 'string'
          ? [leave === 'paused' ? PAUSED : NOT_ASKED]
          : await runAtPace<Charge, ChargeOutcome>(leave, [charge], () => ask(charge, msisdn), {
              judge: verdictOf,
              skipped: () => NOT_ASKED,
            });
      const [result] = await outcomes.recordAll([{ chargeId: charge.id, outcome, ends: true }]);
      wake('charges', 'refunds', 'messages');
      if (!result) throw new Error('a charge that was decided has no result');
      return result;
    },

    hint: async (chargeId, { wasCaptured, carrierReason }) => {
      if (carrierReason) await charges.keepCarrierReason(chargeId, carrierReason);
      const charge = await charges.byId(chargeId);
      // The answer of our own open call comes first; the lookup is for calls that never answer.
      const isOpen = charge?.state === 'unknown';
      const isContradicted =
        wasCaptured && charge?.state === 'denied' && isTechnical(charge.reason);
      if (!charge || !(isOpen || isContradicted)) return;
      await charges.lookAgain(chargeId, clock.now());
      wake('charges');
    },

    lookupsAt: (carrierId) => ({
      name: `charge-lookups-${carrierId}`,
      topic: 'charges',
      nextDue: () => charges.nextLookup(carrierId),
      run: async () => {
        const now = clock.now();
        const leaseUntil = leaseEnd(now);
        const due = await charges.claimLookups(carrierId, { now, leaseUntil, limit: BATCH });
        await lookUpAll(due);
        return due.length;
      },
    }),
  };
}

/**
 * When the charge can have been made: from its intent until hours after the carrier was asked last,
 * which may be days later for a charge on hold. If the carrier reports a charge that counted as
 * never made: at any time since. If the carrier had it before our intent: possibly before the
 * backup that this database was restored from.
 */
function windowOf(charge: Charge, now: Date): { from: Date; to: Date } {
  const { createdAt, state, reason } = charge;
  const made =
    state === 'denied'
      ? now.getTime()
      : Math.min(now.getTime(), lastSentAt(charge).getTime() + MADE_WITHIN_MS);
  const before = reason === 'already_submitted' ? KNOWN_BEFORE_MS : WINDOW_SLACK_MS;
  return { from: new Date(createdAt.getTime() - before), to: new Date(made + WINDOW_SLACK_MS) };
}

/** The intent of a charge under our reference, not yet sent. */
function intentOf(
  { subscriptionId, carrierId, period, packageId, amount }: ChargeRequest,
  { id, reference, vatRate }: { id: string; reference: string; vatRate: VatRate },
  now: Date,
): Charge {
  return {
    id,
    subscriptionId,
    carrierId,
    reference,
    period,
    packageId,
    amount,
    vat: vatInside(amount, vatRate),
    vatRate,
    state: 'intended',
    reason: null,
    detail: null,
    carrierPaymentId: null,
    carrierReference: null,
    createdAt: now,
    sentAt: null,
    decidedAt: null,
    lookupAt: new Date(now.getTime() + INTENT_PATIENCE_MS),
    lookups: 0,
    onHoldUntil: null,
    isOverpayment: false,
    refunded: 0,
  };
}
