import { type DenialReason, lookupDelaySeconds, SETTLING_TIME_MS } from '@bonisa/domain/charge';
import { type ConsentTerms, welcomeMessage } from '@bonisa/domain/consent';
import type { Msisdn } from '@bonisa/domain/msisdn';
import { findPackage, type Package } from '@bonisa/domain/package-catalogue';
import { vatInside } from '@bonisa/domain/rand';
import { decide, type SubscriptionCommand } from '@bonisa/domain/subscription';
import { v7 as uuid } from 'uuid';
import type { Carrier, ChargeOutcome } from '../carrier/carrier.port.ts';
import { chargeTaken, post } from '../ledger/posting.repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { DueSource } from '../platform/timetable.ts';
import type { Charge, ChargeRepository } from './charge.repository.ts';
import { enqueueMessage } from './message.repository.ts';
import type { Offers, ServiceBrand } from './offers.ts';
import { type SubscriptionRepository, type SubscriptionRow, toState } from './subscription.repository.ts';

/** What an attempt came to, in the words that the flow acts on. */
export type Settlement =
  | { readonly state: 'succeeded' }
  | { readonly state: 'denied'; readonly reason: ChargeDenial }
  | { readonly state: 'unknown' };

/** The carrier's refusals, and two of ours: it could not be asked, or it never knew of the charge. */
export type ChargeDenial = DenialReason | 'carrier_unavailable' | 'not_taken';

/** An intent whose process died is looked up after this: longer than the carrier's call may take. */
const INTENT_PATIENCE_MS = 20_000;
const LOOKUP_LEASE_MS = 60_000;
const BATCH = 20;
/** The carrier's clock and ours may differ by this much when its list is searched. */
const WINDOW_SLACK_MS = 5 * 60_000;

export interface ChargeDependencies {
  readonly charges: ChargeRepository;
  readonly subscriptions: SubscriptionRepository;
  readonly carrier: Pick<Carrier, 'charge' | 'findCharge'>;
  readonly clock: Clock;
  readonly offers: Offers;
  readonly brand: ServiceBrand;
  /** Where and with which token the carrier reports what becomes of a charge. */
  readonly sinkFor: (chargeId: string) => { url: string; token: string };
  readonly wake: () => void;
}

export interface ChargeService {
  /** Writes the intent of a charge, within the transaction of what it is for. */
  intend(tx: Database, subscription: SubscriptionRow, one: Package): Promise<Charge>;
  /** Asks the carrier for the money and writes what it answered. Never asks twice for the same intent. */
  take(charge: Charge, msisdn: Msisdn): Promise<Settlement>;
  /** The carrier has news of a charge: it is looked up now rather than later. */
  hint(chargeId: string): Promise<void>;
  /** Looks up what has no known outcome. */
  readonly lookups: DueSource;
}

/** Charging: intent first, then the call, then the outcome. An unknown outcome is looked up and never asked for again. */
export function createChargeService(dependencies: ChargeDependencies): ChargeService {
  const { charges, subscriptions, carrier, clock, offers, brand, sinkFor, wake } = dependencies;

  const settle = (chargeId: string, outcome: ChargeOutcome): Promise<Settlement> =>
    subscriptions.db.transaction(async (tx) => {
      const charge = await charges.within(tx).lock(chargeId);
      if (!charge) throw new Error('a charge that was written is not there');
      // Somebody else was faster (a look-up, another process): what is settled stays.
      if (charge.state !== 'intended' && charge.state !== 'unknown') return settlementOf(charge);
      const row = await subscriptions.within(tx).lockById(charge.subscriptionId);
      if (!row) throw new Error('a charge without its subscription');
      return await write({ tx, charge, row, outcome });
    });

  const write = async (input: { tx: Database; charge: Charge; row: SubscriptionRow; outcome: ChargeOutcome }): Promise<Settlement> => {
    const { tx, charge, row, outcome } = input;
    const now = clock.now();
    const record = async (command: SubscriptionCommand): Promise<void> => {
      const decision = decide(toState(row), command, now);
      if (!decision.ok) throw new Error(`the subscription refused the outcome of its charge: ${decision.refusal}`);
      await subscriptions.within(tx).append(row, decision.events);
    };
    switch (outcome.outcome) {
      case 'succeeded': {
        const taken = { carrierPaymentId: outcome.carrierPaymentId, carrierReference: outcome.carrierReference ?? null };
        await charges.within(tx).move(charge, 'succeeded', { ...taken, settledAt: now, lookupAt: null, reason: null });
        await charges.within(tx).markPaid(charge);
        await post(tx, { cause: 'charge', causeId: charge.id, at: now, lines: chargeTaken(charge.amount, charge.vat) });
        await record({ type: 'record_success', period: charge.period });
        if (row.status === 'pending') await welcome(tx, row, now);
        return { state: 'succeeded' };
      }
      case 'denied':
      case 'unavailable': {
        const reason: ChargeDenial = outcome.outcome === 'denied' ? outcome.reason : 'carrier_unavailable';
        const detail = outcome.outcome === 'denied' ? outcome.detail : outcome.cause;
        await charges.within(tx).move(charge, 'denied', { reason, detail, settledAt: now, lookupAt: null });
        await record({ type: 'record_denial', period: charge.period, reason });
        return { state: 'denied', reason };
      }
      case 'processing':
      case 'unknown': {
        const known =
          outcome.outcome === 'processing' ? { carrierPaymentId: outcome.carrierPaymentId, reason: 'processing' } : { reason: outcome.cause };
        const lookupAt = new Date(now.getTime() + lookupDelaySeconds(charge.lookups) * 1000);
        if (charge.state === 'intended') await record({ type: 'record_unconfirmed', period: charge.period });
        await charges.within(tx).move(charge, 'unknown', { ...known, lookupAt });
        return { state: 'unknown' };
      }
    }
  };

  const welcome = async (tx: Database, row: SubscriptionRow, at: Date): Promise<void> => {
    const subscriber = await subscriptions.within(tx).subscriber(row.subscriberId);
    const one = findPackage(row.packageId);
    if (!subscriber || !one) throw new Error('a subscription without its number or package');
    const terms: ConsentTerms = { service: brand.name, package: one, trial: false, supportNumber: brand.supportNumber };
    await enqueueMessage(tx, { msisdn: subscriber.msisdn, template: 'welcome', text: welcomeMessage(terms), at });
  };

  const lookUp = async (charge: Charge): Promise<void> => {
    const now = clock.now();
    const row = await subscriptions.byId(charge.subscriptionId);
    const subscriber = row && (await subscriptions.subscriber(row.subscriberId));
    if (!subscriber) throw new Error('a charge without its subscriber');
    const found = await carrier.findCharge({
      reference: charge.reference,
      correlator: charge.id,
      msisdn: subscriber.msisdn as Msisdn,
      from: new Date(charge.createdAt.getTime() - WINDOW_SLACK_MS),
      to: new Date(now.getTime() + WINDOW_SLACK_MS),
      ...(charge.carrierPaymentId ? { carrierPaymentId: charge.carrierPaymentId } : {}),
    });
    if (found.outcome === 'found' && found.settled.outcome !== 'processing') {
      await settle(charge.id, found.settled);
    } else if (found.outcome === 'not_found' && now.getTime() - charge.createdAt.getTime() >= SETTLING_TIME_MS) {
      await settleAsNeverTaken(charge.id);
    } else {
      await charges.reschedule(charge.id, new Date(now.getTime() + lookupDelaySeconds(charge.lookups + 1) * 1000), charge.lookups + 1);
    }
  };

  const settleAsNeverTaken = (chargeId: string): Promise<void> =>
    subscriptions.db.transaction(async (tx) => {
      const charge = await charges.within(tx).lock(chargeId);
      if (!charge || (charge.state !== 'intended' && charge.state !== 'unknown')) return;
      const row = await subscriptions.within(tx).lockById(charge.subscriptionId);
      if (!row) throw new Error('a charge without its subscription');
      const now = clock.now();
      await charges.within(tx).move(charge, 'denied', { reason: 'not_taken', settledAt: now, lookupAt: null });
      const decision = decide(toState(row), { type: 'record_denial', period: charge.period, reason: 'not_taken' }, now);
      if (decision.ok) await subscriptions.within(tx).append(row, decision.events);
    });

  return {
    intend: async (tx, subscription, one) => {
      const now = clock.now();
      const id = uuid();
      const charge: Charge = {
        id,
        subscriptionId: subscription.id,
        reference: `BON-${id}`,
        period: subscription.period,
        amount: one.price,
        vat: vatInside(one.price),
        state: 'intended',
        reason: null,
        detail: null,
        carrierPaymentId: null,
        carrierReference: null,
        createdAt: now,
        settledAt: null,
        lookupAt: new Date(now.getTime() + INTENT_PATIENCE_MS),
        lookups: 0,
      };
      await charges.within(tx).insert(charge);
      return charge;
    },

    take: async (charge, msisdn) => {
      const row = await subscriptions.byId(charge.subscriptionId);
      const one = row && findPackage(row.packageId);
      if (!one) throw new Error('a charge without its package');
      const sink = sinkFor(charge.id);
      const outcome = await carrier.charge({
        msisdn,
        amountCents: charge.amount,
        vatCents: charge.vat,
        reference: charge.reference,
        correlator: charge.id,
        description: `${brand.name} ${one.name}`,
        serviceId: offers.serviceKey(one.id),
        productId: one.id,
        sink: { ...sink, expires: new Date(clock.now().getTime() + 24 * 60 * 60_000) },
      });
      const settlement = await settle(charge.id, outcome);
      wake();
      return settlement;
    },

    hint: async (chargeId) => {
      const charge = await charges.byId(chargeId);
      // While our own call is still out its answer comes first; the look-up is there for what never answers.
      if (charge?.state !== 'unknown') return;
      await charges.reschedule(chargeId, clock.now(), charge.lookups);
      wake();
    },

    lookups: {
      name: 'charge-lookups',
      nextDue: () => charges.nextLookup(),
      run: async () => {
        const now = clock.now();
        const due = await charges.claimLookups(now, new Date(now.getTime() + LOOKUP_LEASE_MS), BATCH);
        for (const charge of due) await lookUp(charge);
        return due.length;
      },
    },
  };
}

function settlementOf(charge: Charge): Settlement {
  if (charge.state === 'succeeded' || charge.state === 'refunded') return { state: 'succeeded' };
  if (charge.state === 'denied') return { state: 'denied', reason: charge.reason as ChargeDenial };
  return { state: 'unknown' };
}
