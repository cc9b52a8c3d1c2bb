import { correlatorOf } from '@bonisa/carriers/carrier-reference';
import { formatRand } from '@bonisa/domain/money/rand';
import { shownStatus } from '@bonisa/domain/subscription/subscription';
import { AppError } from '@bonisa/kit/http/app-error';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import { typedMsisdnOf } from '@bonisa/kit/http/request-values';
import type { Billing } from '@bonisa/money/billing/billing';
import { refundView } from '@bonisa/money/billing/refunds/refund.view';
import { consentView } from '@bonisa/money/consent/consent.view';
import type { SubscriptionModule } from '@bonisa/money/subscription/subscription';
import type { SubscriptionRow } from '@bonisa/money/subscription/subscription.repository';
import type { Unblocking } from '@bonisa/money/subscription/unblocking.repository';
import { unblockingView } from '@bonisa/money/subscription/unblocking.service';
import type { Subscriber } from '@bonisa/people/numbers/number.repository';

/** The outcome of a charge in the API: an intent is unknown. */
const OUTCOME = {
  intended: 'unknown',
  unknown: 'unknown',
  succeeded: 'succeeded',
  denied: 'denied',
  refunded: 'refunded',
} as const;

export interface NumberHistoryDependencies {
  readonly subscription: Pick<SubscriptionModule, 'repository' | 'service' | 'unblocking'>;
  readonly billing: Pick<Billing, 'charges' | 'refunds'>;
}

/** `GET /ops/subscriptions/{msisdn}`: the whole history of a number. */
export function numberHistoryOpsRoutes({
  subscription: { repository, service, unblocking },
  billing: { charges, refunds },
}: NumberHistoryDependencies): OpsRoutes {
  return (app) => {
    app.get<{ Params: { msisdn: string } }>('/ops/subscriptions/:msisdn', async (request) => {
      const msisdn = typedMsisdnOf(request.params.msisdn);
      const subscriber = await repository.numbers.subscriberOf(msisdn);
      if (!subscriber) throw new AppError('not_found', 'This number never subscribed.');
      const all = await repository.all(subscriber.id);
      const ids = all.map((row) => row.id);
      const [current, events, taken, consents, unblocked] = await Promise.all([
        service.currentOf(subscriber.id),
        repository.eventsOf(ids),
        charges.of(ids),
        repository.consents.of(msisdn),
        unblocking.of(subscriber.id),
      ]);
      const givenBack = await refunds.of(taken.map(({ id }) => id));
      const references = new Map(taken.map(({ id, reference }) => [id, reference]));
      return {
        subscriber_id: String(subscriber.id),
        state: stateOf(subscriber, current, unblocked.at(-1)),
        package_id: current?.packageId ?? null,
        paid_until: current?.paidUntil?.toISOString() ?? null,
        events: events.map((event) => ({
          at: event.at.toISOString(),
          type: event.type,
          ...(event.data as object),
        })),
        charges: taken.map((charge) => ({
          reference: charge.reference,
          correlator: correlatorOf(charge.reference),
          period: charge.period,
          amount: formatRand(charge.amount),
          vat: formatRand(charge.vat),
          outcome: OUTCOME[charge.state],
          reason: charge.reason,
          at: charge.createdAt.toISOString(),
        })),
        refunds: givenBack.map((refund) =>
          refundView(refund, { reference: references.get(refund.chargeId) ?? '' }),
        ),
        unblocked: unblocked.map(unblockingView),
        consents: consents.map((consent) => ({ id: consent.id, ...consentView(consent) })),
      };
    });
  };
}

/**
 * The states of `/ops/subscriptions`. A subscription whose first payment is unknown is `parked`:
 * not served, and still looked up. One that a block ended, and whose block was removed, is expired.
 */
function stateOf(
  { blockedAt }: Subscriber,
  current: SubscriptionRow | undefined,
  unblocked: Unblocking | undefined,
) {
  if (blockedAt) return 'blocked';
  if (!current || (current.status === 'blocked' && unblocked && unblocked.at >= current.startedAt))
    return 'expired';
  return current.status === 'pending' ? 'parked' : shownStatus(current.status);
}
