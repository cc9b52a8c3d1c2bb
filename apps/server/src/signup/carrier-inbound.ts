import type { Logger } from 'pino';
import type { ChargeService } from '../billing/charges/charge.service.ts';
import type { RefundService } from '../billing/refunds/refund.service.ts';
import { type InboundOptions, inboundRoutes } from '../carriers/inbound.routes.ts';
import type { CarrierTerms } from '../carriers/registry.ts';
import type { Sinks } from '../carriers/sinks.ts';
import type { InboundLog } from '../messaging/inbound-log.ts';
import type { NumberCarriers } from '../numbers/number-carrier.service.ts';
import type { Routes } from '../platform/http/site-listener.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { SubscriptionService } from '../subscription/subscription.service.ts';
import type { Inbound } from './inbound.service.ts';

export interface CarrierInboundDependencies {
  readonly carriers: readonly Pick<CarrierTerms, 'id' | 'inboundToken'>[];
  readonly numberCarriers: Pick<NumberCarriers, 'hasSpoken'>;
  readonly sinks: Pick<Sinks, 'chargeOf' | 'refundOf'>;
  readonly inboundLog: Pick<InboundLog, 'seen' | 'remember'>;
  readonly inbound: Pick<Inbound, 'onMessage'>;
  readonly subscriptionService: Pick<SubscriptionService, 'topUp'>;
  readonly chargeService: Pick<ChargeService, 'hint'>;
  readonly refundService: Pick<RefundService, 'hint'>;
  readonly logger: Pick<Logger, 'debug'>;
  readonly metrics: Pick<Metrics, 'unknownEvents'>;
}

/** `/carrier`: short messages, top-ups and payment events from the carrier. */
export function carrierInboundRoutes(dependencies: CarrierInboundDependencies): Routes {
  const options = carrierInboundOptions(dependencies);
  return async ({ server }) => {
    await server.register(inboundRoutes, { prefix: '/carrier', ...options });
  };
}

/** Passes each call of the carrier to the service that it concerns. */
export function carrierInboundOptions(dependencies: CarrierInboundDependencies): InboundOptions {
  const { carriers, numberCarriers, sinks, inboundLog, inbound } = dependencies;
  const { subscriptionService, chargeService, refundService, logger, metrics } = dependencies;
  return {
    seen: inboundLog.seen,
    remember: inboundLog.remember,
    tokens: carriers.map(({ id, inboundToken }) => ({ carrierId: id, token: inboundToken })),
    subjectOfEvent: (token) => sinks.chargeOf(token) ?? sinks.refundOf(token),
    onUnknownEvent: (type) => {
      metrics.unknownEvents.inc();
      logger.debug(
        { type: type.slice(0, 128) },
        'the carrier sent an event of a type that is not known here',
      );
    },
    onMessage: async ({ id, from, text }, carrierId) => {
      await numberCarriers.hasSpoken(from, carrierId);
      await inbound.onMessage({ id, msisdn: from, text });
    },
    onTopUp: async ({ msisdn }, carrierId) => {
      await numberCarriers.hasSpoken(msisdn, carrierId);
      await subscriptionService.topUp(msisdn);
    },
    // An event only triggers a lookup: the carrier's own record decides, whatever the order of its
    // events.
    onPaymentEvent: async (event, token) => {
      const [chargeId, refundId] = [sinks.chargeOf(token), sinks.refundOf(token)];
      if (refundId) await refundService.hint({ id: refundId });
      // Some carriers report a refund to the sink of its payment.
      else if (chargeId && event.kind.startsWith('refund_')) await refundService.hint({ chargeId });
      else if (chargeId)
        await chargeService.hint(chargeId, {
          taken: event.kind === 'completed',
          ...(event.kind === 'denied' ? { said: event.detail } : {}),
        });
    },
  };
}
