import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Dispatcher } from 'undici';
import { createAuthorise } from '../camara/access.ts';
import { registerCarrierBillingRoutes } from '../camara/carrier-billing.routes.ts';
import { createCarrierBillingService } from '../camara/carrier-billing.service.ts';
import { registerRefundRoutes } from '../camara/carrier-billing-refund.routes.ts';
import { createRefundService } from '../camara/carrier-billing-refund.service.ts';
import { createCloudEvents } from '../camara/cloud-events.ts';
import { inOrder } from '../camara/due.ts';
import { registerAgeVerificationRoutes } from '../camara/kyc-age-verification.routes.ts';
import { createAgeVerificationService } from '../camara/kyc-age-verification.service.ts';
import { createLateOutcomes } from '../camara/late-outcomes.ts';
import { registerNumberRecyclingRoutes } from '../camara/number-recycling.routes.ts';
import { createNumberRecyclingService } from '../camara/number-recycling.service.ts';
import { registerNumberVerificationRoutes } from '../camara/number-verification.routes.ts';
import { createNumberVerificationService } from '../camara/number-verification.service.ts';
import { registerOneTimePasswordRoutes } from '../camara/one-time-password-sms.routes.ts';
import { createOneTimePasswordService } from '../camara/one-time-password-sms.service.ts';
import { createPaymentNews } from '../camara/payment-news.ts';
import { createPaymentSecondStep } from '../camara/payment-second-step.ts';
import { createHandsetMessages } from '../messages/handset-messages.ts';
import { registerMessageApiRoutes } from '../messages/message-api.routes.ts';
import { createMessageApiService } from '../messages/message-api.service.ts';
import { createShortMessages } from '../messages/short-messages.ts';
import type { CarriedHandset } from '../network/carried-handset.ts';
import { createCarrierEndpoints } from '../network/carrier-endpoints.ts';
import { createOutbox } from '../notify/outbox.ts';
import { registerAuthorizeRoutes } from '../oauth/authorize.routes.ts';
import { registerDiscoveryRoutes } from '../oauth/discovery.routes.ts';
import { createOauth } from '../oauth/oauth.ts';
import { registerTokenRoutes } from '../oauth/token.routes.ts';
import type { FaultDesk } from '../sim/fault-desk.ts';
import type { Live } from '../sim/live.ts';
import { createSubscriberConsents } from '../sim/subscriber-consents.ts';
import { createChargesRepository } from '../store/charges.repository.ts';
import type { Clock } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import { createHandsetsRepository } from '../store/handsets.repository.ts';
import { createMessagesRepository } from '../store/messages.repository.ts';
import { createOneTimePasswordsRepository } from '../store/one-time-passwords.repository.ts';
import { createOutboxRepository } from '../store/outbox.repository.ts';
import { createPaymentsRepository } from '../store/payments.repository.ts';
import { createRefundsRepository } from '../store/refunds.repository.ts';
import { createSettingsRepository } from '../store/settings.repository.ts';
import type { CarrierProfile } from './carrier-profile.ts';
import { atPace } from './money-pace.ts';
import type { NumberCarriers } from './number-carriers.ts';

/** One-time codes are stored for a day, long after they have expired. */
const CODES_KEPT_MS = 86_400_000;

/** The parts that all carriers of a simulator share. */
export interface Shared {
  clock: Clock;
  live: Live;
  faultDesk: FaultDesk;
  carried: CarriedHandset;
  numbers: NumberCarriers;
  dispatcher: Dispatcher;
  log: FastifyBaseLogger;
  hostnames: ReadonlySet<string>;
  ports: { api: number; network: number };
  proxyUrl: string | undefined;
  publicUrl: string;
  shortCode: string;
}

export type SimulatedCarrier = Awaited<ReturnType<typeof createCarrier>>;

/**
 * Builds one simulated carrier: its repositories, services and APIs. Closing the carrier closes
 * `database`.
 */
export async function createCarrier(profile: CarrierProfile, database: Database, shared: Shared) {
  const {
    clock,
    live,
    carried,
    numbers,
    dispatcher,
    hostnames,
    ports,
    proxyUrl,
    publicUrl,
    shortCode,
  } = shared;
  const isOurs = (msisdn: string) => numbers.of(msisdn) === profile.id;
  const settings = createSettingsRepository(database);
  const handsets = createHandsetsRepository(database, { ranges: profile.ranges, isOurs });
  const messages = createMessagesRepository(database);
  const payments = createPaymentsRepository(database);
  const refunds = createRefundsRepository(database);
  const passwords = createOneTimePasswordsRepository(database);
  const outbox = createOutbox({
    repository: createOutboxRepository(database),
    dispatcher,
    log: shared.log,
  });
  const events = createCloudEvents({ outbox, clock });
  const shortMessages = createShortMessages({ messages, clock, live, shortCode });
  const news = createPaymentNews({ events, messages: shortMessages, live });
  const money = { database, handsets, payments, refunds, news, events, clock, live };
  const secondStep = createPaymentSecondStep(money);
  const due = inOrder(secondStep, createLateOutcomes(money));
  const oauth = await createOauth({
    options: { client: profile.client, publicUrl, root: profile.root },
    database,
    settings,
    handsets,
    clock,
    hostnames,
    ports,
    proxyUrl,
  });
  const { consents, clients, grants, operatorTokens } = oauth;
  const faults = atPace(shared.faultDesk.at(profile.id), {
    perSecond: profile.callsPerSecond,
    clock,
  });

  function registerApis(app: FastifyInstance): void {
    const calls = { authorise: createAuthorise({ tokens: oauth.tokens, consents }), faults };
    registerTokenRoutes(app, { tokens: oauth.tokenService, endpoints: oauth.endpoints, faults });
    registerDiscoveryRoutes(app, oauth);
    registerAuthorizeRoutes(app, oauth);
    registerOneTimePasswordRoutes(app, {
      ...calls,
      service: createOneTimePasswordService({
        database,
        passwords,
        handsets,
        ranges: profile.ranges,
        messages: shortMessages,
        clock,
      }),
    });
    registerNumberVerificationRoutes(app, {
      ...calls,
      service: createNumberVerificationService({ handsets }),
    });
    registerAgeVerificationRoutes(app, {
      ...calls,
      service: createAgeVerificationService({ handsets }),
    });
    registerNumberRecyclingRoutes(app, {
      ...calls,
      service: createNumberRecyclingService({ handsets, clock }),
    });
    registerCarrierBillingRoutes(app, {
      ...calls,
      secondStep,
      due,
      service: createCarrierBillingService({ ...money, root: profile.root }),
    });
    registerRefundRoutes(app, { ...calls, due, service: createRefundService(money) });
    registerMessageApiRoutes(app, {
      ...calls,
      service: createMessageApiService({ database, handsets, messages, shortMessages }),
    });
  }

  return {
    profile,
    handsets,
    messages,
    clients,
    operatorTokens,
    due,
    registerApis,
    charges: createChargesRepository(database),
    handsetMessages: createHandsetMessages({
      database,
      handsets,
      messages,
      outbox,
      dispatcher,
      clock,
      live,
      inbound: profile.inbound,
      shortCode,
    }),
    consents: createSubscriberConsents({
      repository: consents,
      productId: profile.client.id,
      clock,
      live,
    }),
    /** The carrier's own addresses in the mobile network. */
    networkEndpoints: createCarrierEndpoints({
      authorization: oauth.authorization,
      operatorTokens,
      carried() {
        const msisdn = carried.get();
        return msisdn !== null && isOurs(msisdn) ? msisdn : null;
      },
      root: profile.root,
    }),
    /** Deletes expired codes, grants and assertions. */
    cleanUp(): void {
      const earlier = Math.min(clock.real().getTime(), clock.now().getTime());
      settings.forgetAssertions(new Date(earlier));
      grants.forget(clock.real());
      passwords.forget(new Date(earlier - CODES_KEPT_MS));
    },
    /** Starts delivering notifications that an earlier run left. */
    start: () => outbox.start(),
    async close() {
      await outbox.close();
      database.close();
    },
  };
}
