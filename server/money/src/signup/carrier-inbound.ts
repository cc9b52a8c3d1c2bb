import type { Carriers } from '@bonisa/carriers/carriers';
import { type InboundOptions, inboundRoutes } from '@bonisa/carriers/inbound.routes';
import { AppError } from '@bonisa/kit/http/app-error';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { Metrics } from '@bonisa/kit/metrics';
import type { Claim } from '@bonisa/people/numbers/number-claims.service';
import type { Numbers } from '@bonisa/people/numbers/numbers';
import type { Logger } from 'pino';
import type { Billing } from '../billing/billing.ts';
import type { Messaging } from '../messaging/messaging.ts';
import type { SubscriptionModule } from '../subscription/subscription.ts';
import type { Signup } from './signup.ts';

export interface CarrierInboundDependencies {
  readonly logger: Pick<Logger, 'debug'>;
  readonly metrics: Pick<Metrics, 'unknownEvents'>;
  readonly carriers: Pick<Carriers, 'terms' | 'sinks'>;
  readonly numbers: Pick<Numbers, 'judgeClaim' | 'repository'>;
  readonly messaging: Pick<Messaging, 'inboundLog'>;
  readonly subscription: Pick<SubscriptionModule, 'service'>;
  readonly billing: Pick<Billing, 'chargeService' | 'refundService'>;
  readonly signup: Pick<Signup, 'inbound'>;
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
  const { logger, metrics, carriers, numbers, subscription } = dependencies;
  const { sinks } = carriers;
  const { inboundLog } = dependencies.messaging;
  const { chargeService, refundService } = dependencies.billing;
  const { inbound } = dependencies.signup;
  /**
   * Whether the carrier may speak for the number. While nobody can say, the call fails, so that the
   * carrier delivers it again: a STOP must not be lost.
   */
  const isTheirs = async (claim: Claim): Promise<boolean> => {
    const verdict = await numbers.judgeClaim(claim);
    if (verdict === 'undecided')
      throw new AppError(
        'carrier_unavailable',
        'It cannot be confirmed now that this number is on your network. Please send it again.',
      );
    return verdict === 'accepted';
  };
  return {
    markOf: numbers.repository.markOf,
    seen: inboundLog.seen,
    remember: inboundLog.remember,
    tokens: carriers.terms.flatMap(({ id, inboundToken, inboundTokenNext }) =>
      [inboundToken, inboundTokenNext]
        .filter((token) => token !== undefined)
        .map((token) => ({ carrierId: id, token })),
    ),
    subjectOfEvent: (token) => sinks.chargeOf(token) ?? sinks.refundOf(token),
    onUnknownEvent: (type) => {
      metrics.unknownEvents.inc();
      logger.debug({ type: type.slice(0, 128) }, 'the carrier sent an event of an unknown type');
    },
    onMessage: async ({ id, from, text }, carrierId) => {
      if (await isTheirs({ msisdn: from, carrierId, kind: 'message' }))
        await inbound.onMessage({ carrierId, id, msisdn: from, text });
    },
    onTopUp: async ({ msisdn }, carrierId) => {
      if (await isTheirs({ msisdn, carrierId, kind: 'top_up' }))
        await subscription.service.topUp(msisdn);
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
          wasCaptured: event.kind === 'completed',
          ...(event.kind === 'denied' ? { carrierReason: event.detail } : {}),
        });
    },
  };
}
