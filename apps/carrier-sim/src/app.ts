import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { JWK } from 'jose';
import { Agent } from 'undici';
import { createAuthorise } from './camara/access.ts';
import { registerCarrierBillingRoutes } from './camara/carrier-billing.routes.ts';
import { createCarrierBillingService } from './camara/carrier-billing.service.ts';
import { registerRefundRoutes } from './camara/carrier-billing-refund.routes.ts';
import { createRefundService } from './camara/carrier-billing-refund.service.ts';
import { createCloudEvents } from './camara/cloud-events.ts';
import { inOrder } from './camara/due.ts';
import { registerAgeVerificationRoutes } from './camara/kyc-age-verification.routes.ts';
import { createAgeVerificationService } from './camara/kyc-age-verification.service.ts';
import { createLateOutcomes } from './camara/late-outcomes.ts';
import { registerNumberRecyclingRoutes } from './camara/number-recycling.routes.ts';
import { createNumberRecyclingService } from './camara/number-recycling.service.ts';
import { registerNumberVerificationRoutes } from './camara/number-verification.routes.ts';
import { createNumberVerificationService } from './camara/number-verification.service.ts';
import { registerOneTimePasswordRoutes } from './camara/one-time-password-sms.routes.ts';
import { createOneTimePasswordService } from './camara/one-time-password-sms.service.ts';
import { createPaymentNews } from './camara/payment-news.ts';
import { createPaymentSecondStep } from './camara/payment-second-step.ts';
import { registerHandsetPage } from './handset/handset-page.routes.ts';
import { loggedError } from './logging.ts';
import { createHandsetMessages } from './messages/handset-messages.ts';
import type { InboundAddress } from './messages/inbound.client.ts';
import { registerMessageApiRoutes } from './messages/message-api.routes.ts';
import { createMessageApiService } from './messages/message-api.service.ts';
import { createShortMessages } from './messages/short-messages.ts';
import { createCarriedHandset } from './network/carried-handset.ts';
import { createCarrierEndpoints } from './network/carrier-endpoints.ts';
import { createMobileNetwork } from './network/mobile-network.ts';
import { createOutbox } from './notify/outbox.ts';
import { registerAuthorizeRoutes } from './oauth/authorize.routes.ts';
import { registerDiscoveryRoutes } from './oauth/discovery.routes.ts';
import { createOauth } from './oauth/oauth.ts';
import { registerTokenRoutes } from './oauth/token.routes.ts';
import { registerDeskRoutes } from './sim/desk.routes.ts';
import { createFaultDesk } from './sim/fault-desk.ts';
import { registerHandsetRoutes } from './sim/handsets.routes.ts';
import { readJsonBodies } from './sim/json-bodies.ts';
import { createLive } from './sim/live.ts';
import { guardSimulator } from './sim/sim.plugin.ts';
import { createSubscriberConsents } from './sim/subscriber-consents.ts';
import { createChargesRepository } from './store/charges.repository.ts';
import { createClock } from './store/clock.ts';
import { openDatabase } from './store/database.ts';
import { createHandsetsRepository } from './store/handsets.repository.ts';
import { createMessagesRepository } from './store/messages.repository.ts';
import type { NumberRanges } from './store/numbers.ts';
import { createOneTimePasswordsRepository } from './store/one-time-passwords.repository.ts';
import { createOutboxRepository } from './store/outbox.repository.ts';
import { createPaymentsRepository } from './store/payments.repository.ts';
import { createRefundsRepository } from './store/refunds.repository.ts';
import { createSettingsRepository } from './store/settings.repository.ts';

const HOST = '127.0.0.1';
const BODY_LIMIT = 64 * 1024;
const HOUSEKEEPING_MS = 20_000;
/** One-time codes are remembered for a day, long after they have expired. */
const CODES_KEPT_MS = 86_400_000;
/** How exactly late outcomes come at their time. */
const FALLING_MS = 500;

export interface CarrierSimOptions {
  /** Of the APIs and the handset page; 0 for a free one. */
  port: number;
  /** Of the mobile network; 0 for a free one. */
  networkPort: number;
  /** Where it keeps its data; `:memory:` for none. */
  dataFolder: string;
  siteUrl: string;
  publicUrl: string;
  enrichmentSecret: string;
  client: { id: string; jwk: JWK };
  /** Where the service takes messages and top-ups; without it a handset's message is refused. */
  inbound: InboundAddress | undefined;
  /** Which numbers are this network's own, and which are landlines. */
  ranges: NumberRanges;
  testClock: boolean;
  /** The service's number in short messages. */
  shortCode: string;
  logLevel: string;
}

export interface CarrierSim {
  /** Opens both listeners. @returns their addresses. */
  listen(): Promise<{ url: string; networkUrl: string }>;
  /** Ends gracefully: requests and deliveries in flight finish. */
  close(): Promise<void>;
}

/** Builds the simulated carrier: its memory, its services, its addresses. */
export async function createCarrierSim(options: CarrierSimOptions): Promise<CarrierSim> {
  const app = Fastify({
    logger: {
      level: options.logLevel,
      base: { part: 'carrier-sim' },
      serializers: { err: loggedError },
    },
    // A line for each request would carry numbers in its address, and costs time.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  readJsonBodies(app);

  const ports = { api: options.port, network: options.networkPort };
  const built = await build(app, options, ports);

  return {
    async listen() {
      await app.listen({ port: options.port, host: HOST });
      const address = app.server.address();
      if (typeof address === 'object' && address !== null) ports.api = address.port;
      ports.network = await built.network.listen(options.networkPort, HOST);
      built.start();
      return { url: `http://${HOST}:${ports.api}`, networkUrl: `http://${HOST}:${ports.network}` };
    },
    async close() {
      await Promise.all([app.close(), built.network.close()]);
      await built.close();
    },
  };
}

async function build(
  app: FastifyInstance,
  options: CarrierSimOptions,
  ports: { api: number; network: number },
) {
  const { inbound, shortCode, testClock } = options;
  const database = openDatabase(options.dataFolder);
  const settings = createSettingsRepository(database);
  const handsets = createHandsetsRepository(database, options.ranges);
  const messages = createMessagesRepository(database);
  const payments = createPaymentsRepository(database);
  const refunds = createRefundsRepository(database);
  const clock = createClock(settings, testClock);
  const live = createLive();
  const dispatcher = new Agent({ connections: 16 });
  const outbox = createOutbox({
    repository: createOutboxRepository(database),
    dispatcher,
    log: app.log,
  });
  const events = createCloudEvents({ outbox, clock });
  const faults = createFaultDesk(() => live.tell('faults'));
  const shortMessages = createShortMessages({ messages, clock, live, shortCode });
  const news = createPaymentNews({ events, messages: shortMessages, live });
  const secondStep = createPaymentSecondStep({ database, handsets, payments, news, clock });
  const lateOutcomes = createLateOutcomes({
    database,
    handsets,
    payments,
    refunds,
    news,
    events,
    clock,
    live,
  });
  const due = inOrder(secondStep, lateOutcomes);
  const carried = createCarriedHandset(settings, live);
  const hostnames = new Set([
    'localhost',
    '127.0.0.1',
    '[::1]',
    new URL(options.publicUrl).hostname,
  ]);

  const passwords = createOneTimePasswordsRepository(database);
  const oauth = await createOauth({
    options,
    database,
    settings,
    handsets,
    clock,
    hostnames,
    ports,
  });
  const { consents, clients, grants, operatorTokens } = oauth;
  const shared = { authorise: createAuthorise({ tokens: oauth.tokens, consents }), faults };

  registerTokenRoutes(app, { tokens: oauth.tokenService, endpoints: oauth.endpoints, faults });
  registerDiscoveryRoutes(app, oauth);
  registerAuthorizeRoutes(app, oauth);
  registerOneTimePasswordRoutes(app, {
    ...shared,
    service: createOneTimePasswordService({
      database,
      passwords,
      handsets,
      ranges: options.ranges,
      messages: shortMessages,
      clock,
    }),
  });
  registerNumberVerificationRoutes(app, {
    ...shared,
    service: createNumberVerificationService({ handsets }),
  });
  registerAgeVerificationRoutes(app, {
    ...shared,
    service: createAgeVerificationService({ handsets }),
  });
  registerNumberRecyclingRoutes(app, {
    ...shared,
    service: createNumberRecyclingService({ handsets, clock }),
  });
  registerCarrierBillingRoutes(app, {
    ...shared,
    secondStep,
    due,
    service: createCarrierBillingService({ database, handsets, payments, news, clock }),
  });
  registerRefundRoutes(app, {
    ...shared,
    due,
    service: createRefundService({ database, handsets, payments, refunds, events, clock, live }),
  });
  registerMessageApiRoutes(app, {
    ...shared,
    service: createMessageApiService({ database, handsets, messages, shortMessages }),
  });

  const handsetMessages = createHandsetMessages({
    database,
    handsets,
    messages,
    outbox,
    dispatcher,
    clock,
    live,
    inbound,
    shortCode,
  });
  app.register(async (scope) => {
    guardSimulator(scope, hostnames);
    const productId = options.client.id;
    const subscriberConsents = createSubscriberConsents({
      repository: consents,
      productId,
      clock,
      live,
    });
    registerHandsetRoutes(scope, {
      handsets,
      messages,
      handsetMessages,
      consents: subscriberConsents,
      operatorTokens,
      due,
      clock,
      live,
    });
    registerDeskRoutes(scope, {
      charges: createChargesRepository(database),
      due,
      faults,
      carried,
      clients,
      productId,
      clock,
      testClock,
    });
    await registerHandsetPage(scope, { clock, shortCode, publicUrl: options.publicUrl, ports });
  });
  app.addHook('preClose', async () => live.close());

  const carrier = createCarrierEndpoints({
    authorization: oauth.authorization,
    operatorTokens,
    carried,
  });
  const network = createMobileNetwork({ ...options, carried, carrier, hostnames, log: app.log });
  const housekeeping = setInterval(() => {
    const earlier = Math.min(clock.real().getTime(), clock.now().getTime());
    settings.forgetAssertions(new Date(earlier));
    grants.forget(clock.real());
    passwords.forget(new Date(earlier - CODES_KEPT_MS));
  }, HOUSEKEEPING_MS);
  housekeeping.unref();
  const falling = setInterval(() => due.fallDue(), FALLING_MS);
  falling.unref();

  return {
    network,
    start: () => outbox.start(),
    async close() {
      clearInterval(housekeeping);
      clearInterval(falling);
      await outbox.close();
      await dispatcher.destroy();
      database.close();
    },
  };
}
