import { formatRand } from '@bonisa/domain/rand';
import { shownStatus } from '@bonisa/domain/subscription';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../platform/http/app-error.ts';
import type { ChargeRepository } from './charge.repository.ts';
import { toldConsent } from './evidence.service.ts';
import { viewOfRefund } from './refund.ops-routes.ts';
import type { RefundRepository } from './refund.repository.ts';
import type { SubscriptionRepository } from './subscription.repository.ts';
import { msisdnOf } from './subscription.routes.ts';
import type { SubscriptionService } from './subscription.service.ts';

/** What the operator can ask of one number (seams). The wire's outcome of a charge: what is intended is not known yet. */
const OUTCOME = { intended: 'unknown', unknown: 'unknown', succeeded: 'succeeded', denied: 'denied', refunded: 'refunded' } as const;

/** `GET /ops/subscriptions/{msisdn}`: the whole history of a number. */
export function registerSubscriptionOps(
  app: FastifyInstance,
  {
    repository,
    charges,
    refunds,
    service,
  }: { repository: SubscriptionRepository; charges: ChargeRepository; refunds: RefundRepository; service: SubscriptionService },
): void {
  app.get<{ Params: { msisdn: string } }>('/ops/subscriptions/:msisdn', async (request) => {
    const msisdn = msisdnOf(request.params.msisdn);
    const subscriber = await repository.subscriberOf(msisdn);
    if (!subscriber) throw new AppError('not_found', 'This number never subscribed.');
    const all = await repository.all(subscriber.id);
    const ids = all.map((row) => row.id);
    const [current, events, taken, consents] = await Promise.all([
      service.currentOf(subscriber.id),
      repository.eventsOf(ids),
      charges.of(ids),
      repository.consentsOf(msisdn),
    ]);
    const givenBack = await refunds.of(taken.map(({ id }) => id));
    const references = new Map(taken.map(({ id, reference }) => [id, reference]));
    return {
      subscriber_id: String(subscriber.id),
      state: subscriber.blockedAt ? 'blocked' : current ? shownStatus(current.status) : 'expired',
      package_id: current?.packageId ?? null,
      paid_until: current?.paidUntil?.toISOString() ?? null,
      events: events.map((event) => ({ at: event.at.toISOString(), type: event.type, ...(event.data as object) })),
      charges: taken.map((charge) => ({
        reference: charge.reference,
        period: charge.period,
        amount: formatRand(charge.amount),
        vat: formatRand(charge.vat),
        outcome: OUTCOME[charge.state],
        reason: charge.reason,
        at: charge.createdAt.toISOString(),
      })),
      refunds: givenBack.map((refund) => viewOfRefund(refund, { reference: references.get(refund.chargeId) ?? '' })),
      consents: consents.map((consent) => ({ id: consent.id, ...toldConsent(consent) })),
    };
  });
}
