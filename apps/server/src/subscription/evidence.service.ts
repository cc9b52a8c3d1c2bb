import type { Msisdn } from '@bonisa/domain/msisdn';
import { formatRand } from '@bonisa/domain/rand';
import type { Clock } from '../platform/clock.ts';
import type { Charge, ChargeRepository } from './charge.repository.ts';
import type { Message, MessageRepository } from './message.repository.ts';
import type { Refund } from './refund.repository.ts';
import type { Consent, SubscriptionRepository, SubscriptionRow } from './subscription.repository.ts';

export interface EvidenceDependencies {
  readonly subscriptions: SubscriptionRepository;
  readonly charges: ChargeRepository;
  readonly refundsOf: (chargeIds: readonly string[]) => Promise<Refund[]>;
  readonly messages: Pick<MessageRepository, 'of'>;
  readonly clock: Clock;
}

export type Evidence = ReturnType<typeof createEvidence>;

/**
 * What a disputed subscription is explained with, for one number and as one document (WASPA 15: kept and available for three years after the end): what was
 * agreed to and in which words, what happened since, what was taken and given back, what was told and when. It is found by the consents, so that it is there
 * also for a number whose other data was removed.
 */
export function createEvidence({ subscriptions, charges, refundsOf, messages, clock }: EvidenceDependencies) {
  return async (msisdn: Msisdn): Promise<Record<string, unknown> | undefined> => {
    const consents = await subscriptions.consentsOf(msisdn);
    const ids = [...new Set(consents.map((consent) => consent.subscriptionId))];
    if (ids.length === 0) return undefined;
    const rows = await subscriptions.allById(ids);
    const [events, taken, told] = await Promise.all([subscriptions.eventsOf(ids), charges.of(ids), messages.of(msisdn)]);
    const returned = await refundsOf(taken.map((charge) => charge.id));
    const of = <One extends { subscriptionId: string | null }>(all: readonly One[], { id }: SubscriptionRow): One[] =>
      all.filter((one) => one.subscriptionId === id);
    return {
      msisdn,
      made_at: clock.now().toISOString(),
      subscriptions: rows.map((row) => ({
        subscription_id: row.id,
        package_id: row.packageId,
        state: row.status,
        started_at: row.startedAt.toISOString(),
        paid_until: row.paidUntil?.toISOString() ?? null,
        consents: of(consents, row).map(toldConsent),
        events: of(events, row).map(({ type, at, data }) => ({ type, at: at.toISOString(), ...(data as object) })),
        charges: of(taken, row).map((charge) => toldCharge(charge, returned)),
        messages: of(told, row).map(toldMessage),
      })),
      // What was said to the number beside any subscription: answers to HELP, and what is older than the link between the two.
      messages: told.filter((message) => message.subscriptionId === null).map(toldMessage),
    };
  };
}

/** A consent record as operators read it. */
export function toldConsent(consent: Consent) {
  return {
    at: consent.at.toISOString(),
    words: consent.words,
    version: consent.wordsVersion,
    package_id: consent.packageId,
    price: formatRand(consent.price),
    period: consent.servicePeriod,
    trial: consent.trial,
    proof: consent.proof,
    verdict: consent.verdict,
    contentblock_override: consent.contentBlockOverridden,
    address: consent.address,
    user_agent: consent.userAgent,
    transaction_id: consent.transactionId,
    retain_until: consent.retainUntil?.toISOString() ?? null,
  };
}

function toldCharge(charge: Charge, refunds: readonly Refund[]) {
  return {
    reference: charge.reference,
    carrier_reference: charge.carrierReference,
    period: charge.period,
    package_id: charge.packageId,
    amount: formatRand(charge.amount),
    vat: formatRand(charge.vat),
    state: charge.state,
    reason: charge.reason,
    asked_at: charge.createdAt.toISOString(),
    settled_at: charge.settledAt?.toISOString() ?? null,
    refunds: refunds
      .filter((refund) => refund.chargeId === charge.id)
      .map(({ reference, amount, state, why, createdAt }) => ({
        reference,
        amount: formatRand(amount),
        state,
        why,
        asked_at: createdAt.toISOString(),
      })),
  };
}

function toldMessage({ template, text, state, createdAt, sentAt, carrierMessageId }: Message) {
  return {
    kind: template,
    text,
    state,
    written_at: createdAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
    carrier_message_id: carrierMessageId,
  };
}
