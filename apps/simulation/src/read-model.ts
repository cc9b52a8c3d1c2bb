import type {
  ChargeLine,
  ConsentLine,
  EventLine,
  ExceptionLine,
  InspectionRepository,
  MessageLine,
  RefundLine,
  SubscriptionLine,
} from './inspection.repository.ts';

/** One subscription with everything that the product has written about it. */
export interface Life {
  subscription: SubscriptionLine;
  readonly charges: Map<string, ChargeLine>;
  readonly consents: ConsentLine[];
  readonly events: Map<number, EventLine>;
  readonly messages: Map<string, MessageLine>;
}

/** The product's books, read so far. */
export interface ReadModel {
  readonly lives: ReadonlyMap<string, Life>;
  readonly livesOf: (msisdn: string) => readonly Life[];
  readonly charges: ReadonlyMap<string, ChargeLine>;
  readonly chargeOf: (reference: string) => ChargeLine | undefined;
  readonly refunds: ReadonlyMap<string, RefundLine>;
  readonly refundsOf: (chargeId: string) => readonly RefundLine[];
  /** What was posted to the carrier's account because of a charge or a refund, in cents. */
  readonly posted: ReadonlyMap<string, { readonly cause: string; readonly receivable: number }>;
  readonly exceptions: readonly ExceptionLine[];
  readonly hasException: (kind: string, subject: string) => boolean;
  /** Whether a reconciliation exception names this, whatever its kind and subject. */
  readonly isNamed: (names: { reference?: string; carrierPaymentId?: string }) => boolean;
  readonly ledger: {
    readonly unbalanced: number;
    readonly sum: number;
    readonly receivable: number;
    readonly corrections: number;
  };
}

/**
 * Rows that were read are remembered, and only what has changed since is read again: a check each
 * day must not take longer each day.
 */
export function createReadModel(
  repository: InspectionRepository,
  numberOf: (subscriberId: number) => string | undefined,
) {
  const lives = new Map<string, Life>();
  const byNumber = new Map<string, Set<string>>();
  const charges = new Map<string, ChargeLine>();
  const byReference = new Map<string, string>();
  const refunds = new Map<string, RefundLine>();
  const byCharge = new Map<string, Set<string>>();
  const posted = new Map<string, { cause: string; receivable: number }>();
  const waiting = new Map<string, ((life: Life) => void)[]>();

  /** Parts come before or after their subscription: they are read one after the other. */
  const withLife = (id: string, work: (life: Life) => void): void => {
    const life = lives.get(id);
    if (life) work(life);
    else waiting.set(id, [...(waiting.get(id) ?? []), work]);
  };
  const addTo = (map: Map<string, Set<string>>, key: string, value: string): void => {
    const set = map.get(key) ?? new Set();
    set.add(value);
    map.set(key, set);
  };

  const readParts = async (since: number): Promise<void> => {
    for (const charge of await repository.chargesSince(since)) {
      charges.set(charge.id, charge);
      byReference.set(charge.reference, charge.id);
      withLife(charge.subscriptionId, (life) => void life.charges.set(charge.id, charge));
    }
    for (const refund of await repository.refundsSince(since)) {
      refunds.set(refund.id, refund);
      addTo(byCharge, refund.chargeId, refund.id);
    }
    for (const consent of await repository.consentsSince(since)) {
      withLife(consent.subscriptionId, (life) => {
        if (
          life.consents.some((one) => one.at === consent.at && one.packageId === consent.packageId)
        )
          return;
        // Of a number that was forgotten or recycled a mark stands there.
        life.consents.push(
          /^\d+$/.test(consent.msisdn) ? consent : { ...consent, msisdn: life.subscription.msisdn },
        );
      });
    }
    for (const event of await repository.eventsSince(since))
      withLife(event.subscriptionId, (life) => void life.events.set(event.place, event));
    for (const message of await repository.messagesSince(since)) {
      if (message.subscriptionId)
        withLife(message.subscriptionId, (life) => void life.messages.set(message.id, message));
    }
    for (const { causeId, cause, receivable } of await repository.postedSince(since))
      posted.set(causeId, { cause, receivable });
  };

  const readSubscriptions = async (): Promise<void> => {
    for (const subscription of await repository.subscriptions()) {
      const known = lives.get(subscription.id);
      // A number that was forgotten or recycled is taken off: what it was is remembered.
      if (known) known.subscription = { ...subscription, msisdn: known.subscription.msisdn };
      else {
        const msisdn = numberOf(subscription.subscriberId) ?? subscription.msisdn;
        const life = {
          subscription: { ...subscription, msisdn },
          charges: new Map(),
          consents: [],
          events: new Map(),
          messages: new Map(),
        };
        lives.set(subscription.id, life);
        addTo(byNumber, msisdn, subscription.id);
        for (const work of waiting.get(subscription.id) ?? []) work(life);
        waiting.delete(subscription.id);
      }
    }
  };

  return {
    /** Reads what has changed since an instant. */
    read: async (since: number): Promise<ReadModel> => {
      await readSubscriptions();
      await readParts(since);
      const exceptions = await repository.exceptions();
      const named = new Set(exceptions.map(({ kind, subject }) => `${kind} ${subject}`));
      const references = new Set(
        exceptions.flatMap(({ reference, subject }) =>
          reference ? [reference, subject] : [subject],
        ),
      );
      const payments = new Set(
        exceptions.flatMap(({ carrierPaymentId }) => (carrierPaymentId ? [carrierPaymentId] : [])),
      );
      return {
        lives,
        livesOf: (msisdn) => [...(byNumber.get(msisdn) ?? [])].flatMap((id) => lives.get(id) ?? []),
        charges,
        chargeOf: (reference) => charges.get(byReference.get(reference) ?? ''),
        refunds,
        refundsOf: (chargeId) =>
          [...(byCharge.get(chargeId) ?? [])].flatMap((id) => refunds.get(id) ?? []),
        posted,
        exceptions,
        hasException: (kind, subject) => named.has(`${kind} ${subject}`),
        isNamed: ({ reference = '', carrierPaymentId = '' }) =>
          references.has(reference) ||
          payments.has(carrierPaymentId) ||
          references.has(carrierPaymentId),
        ledger: await repository.ledger(),
      };
    },
  };
}
