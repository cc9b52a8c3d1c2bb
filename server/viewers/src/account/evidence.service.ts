import { correlatorOf } from '@bonisa/carriers/carrier-reference';
import { formatRand } from '@bonisa/domain/money/rand';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Charge, ChargeRepository } from '@bonisa/money/billing/charges/charge.repository';
import type { Refund } from '@bonisa/money/billing/refunds/refund.repository';
import type { ConsentRepository } from '@bonisa/money/consent/consent.repository';
import { consentView } from '@bonisa/money/consent/consent.view';
import type { InboundLog, InboundMessageRow } from '@bonisa/money/messaging/inbound-log';
import type { Message, MessageRepository } from '@bonisa/money/messaging/message.repository';
import type {
  SubscriptionRepository,
  SubscriptionRow,
} from '@bonisa/money/subscription/subscription.repository';
import type { UnblockingRepository } from '@bonisa/money/subscription/unblocking.repository';
import { unblockingView } from '@bonisa/money/subscription/unblocking.service';
import type { NumberRepository } from '@bonisa/people/numbers/number.repository';

export interface EvidenceDependencies {
  readonly numbers: Pick<NumberRepository, 'subscriberOf' | 'namesOf'>;
  readonly consents: Pick<ConsentRepository, 'of'>;
  readonly subscriptions: Pick<SubscriptionRepository, 'allById' | 'eventsOf'>;
  readonly charges: Pick<ChargeRepository, 'of'>;
  readonly refundsOf: (chargeIds: readonly string[]) => Promise<Refund[]>;
  readonly messages: Pick<MessageRepository, 'of'>;
  readonly inboundLog: Pick<InboundLog, 'askedBy'>;
  readonly unblockings: Pick<UnblockingRepository, 'of'>;
  readonly clock: Clock;
}

export type Evidence = ReturnType<typeof createEvidence>;

/**
 * The evidence about a disputed subscription, for one number and as one document (WASPA 15:
 * available for three years after the end): consents with their words, events, charges and refunds,
 * messages both ways, each with its time. It is found by the number or by its mark, so it exists
 * also for a number whose data was removed. Former owners of the number are listed apart, as
 * `former_owners`. `undefined` if there is no evidence.
 */
export function createEvidence({
  numbers,
  consents: consentRecords,
  subscriptions,
  charges,
  refundsOf,
  messages,
  inboundLog,
  unblockings,
  clock,
}: EvidenceDependencies) {
  /**
   * The evidence under these names, with the number's present subscriber; `undefined` if there is
   * none.
   */
  const recordsUnder = async (kept: readonly string[], subscriberId?: number) => {
    const [consents, sentMessages, receivedMessages] = await Promise.all([
      consentRecords.of(...kept),
      messages.of(...kept),
      inboundLog.askedBy(...kept),
    ]);
    if (consents.length + sentMessages.length + receivedMessages.length === 0) return undefined;
    const ids = [...new Set(consents.map((consent) => consent.subscriptionId))];
    const [rows, events, taken] = await Promise.all([
      subscriptions.allById(ids),
      subscriptions.eventsOf(ids),
      charges.of(ids),
    ]);
    const returned = await refundsOf(taken.map((charge) => charge.id));
    const subscriberIds = new Set([
      ...rows.map((row) => row.subscriberId),
      ...(subscriberId === undefined ? [] : [subscriberId]),
    ]);
    const unblocked = await Promise.all([...subscriberIds].map((id) => unblockings.of(id)));
    const of = <One extends { subscriptionId: string | null }>(
      all: readonly One[],
      { id }: SubscriptionRow,
    ): One[] => all.filter((record) => record.subscriptionId === id);
    return {
      subscriptions: rows.map((row) => ({
        subscription_id: row.id,
        subscriber_id: String(row.subscriberId),
        package_id: row.packageId,
        state: row.status,
        started_at: row.startedAt.toISOString(),
        paid_until: row.paidUntil?.toISOString() ?? null,
        consents: of(consents, row).map(consentView),
        events: of(events, row).map(({ type, at, data }) => ({
          type,
          at: at.toISOString(),
          ...(data as object),
        })),
        charges: of(taken, row).map((charge) => chargeView(charge, returned)),
        messages: of(sentMessages, row).map(messageView),
        received: of(receivedMessages, row).map(inboundView),
      })),
      // Records about no subscription: messages while none ran, the answers to them, and messages
      // from before they were linked to one.
      messages: sentMessages.filter((message) => message.subscriptionId === null).map(messageView),
      received: receivedMessages
        .filter((message) => message.subscriptionId === null)
        .map(inboundView),
      unblocked: unblocked.flat().map(unblockingView),
    };
  };

  return async (msisdn: Msisdn): Promise<Record<string, unknown> | undefined> => {
    const { number, forgotten, recycled } = numbers.namesOf(msisdn);
    const subscriber = await numbers.subscriberOf(msisdn);
    const [own, former] = await Promise.all([
      recordsUnder([number, forgotten], subscriber?.id),
      recordsUnder([recycled]),
    ]);
    if (!own && !former) return undefined;
    const nothing = { subscriptions: [], messages: [], received: [], unblocked: [] };
    return {
      msisdn,
      made_at: clock.now().toISOString(),
      ...(own ?? nothing),
      former_owners: former ?? null,
    };
  };
}

function chargeView(charge: Charge, refunds: readonly Refund[]) {
  return {
    reference: charge.reference,
    correlator: correlatorOf(charge.reference),
    carrier_payment_id: charge.carrierPaymentId,
    carrier_reference: charge.carrierReference,
    period: charge.period,
    package_id: charge.packageId,
    amount: formatRand(charge.amount),
    vat: formatRand(charge.vat),
    state: charge.state,
    reason: charge.reason,
    asked_at: charge.createdAt.toISOString(),
    decided_at: charge.decidedAt?.toISOString() ?? null,
    refunds: refunds
      .filter((refund) => refund.chargeId === charge.id)
      .map(({ reference, carrierRefundId, amount, state, why, createdAt }) => ({
        reference,
        correlator: correlatorOf(reference),
        carrier_refund_id: carrierRefundId,
        amount: formatRand(amount),
        state,
        why,
        asked_at: createdAt.toISOString(),
      })),
  };
}

function messageView({ template, text, state, createdAt, sentAt, carrierMessageId }: Message) {
  return {
    kind: template,
    text,
    state,
    written_at: createdAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
    carrier_message_id: carrierMessageId,
  };
}

function inboundView({ id, carrierId, carrierMessageId, at, readAs, text }: InboundMessageRow) {
  return {
    at: at.toISOString(),
    read_as: readAs,
    text,
    carrier: carrierId,
    carrier_message_id: carrierMessageId ?? id,
  };
}
