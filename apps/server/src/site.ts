import { ADDRESSES } from '@bonisa/contract/addresses';
import { cookieName, SESSION_COOKIE } from '@bonisa/contract/cookies';
import type { Msisdn } from '@bonisa/domain/msisdn';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { registerAccountRoutes } from './account/account.routes.ts';
import type { App } from './app.ts';
import { inboundRoutes } from './carriers/inbound.routes.ts';
import type { InboundMessage, PaymentEvent, TopUp } from './carriers/inbound.schemas.ts';
import { registerSearchRoutes, SEARCH_PATHS } from './catalogue/search/search.routes.ts';
import { registerFraudRoutes } from './fraud/fraud.routes.ts';
import { registerIdentityRoutes } from './identity/identity.routes.ts';
import { AppError } from './platform/http/app-error.ts';
import { createRegisterCall, type RegisterCall } from './platform/http/call-route.ts';
import { readClientHeaders } from './platform/http/client-headers.ts';
import { registerCorrelation } from './platform/http/correlation.ts';
import { registerDocs, registerOpenApi } from './platform/http/docs.routes.ts';
import { registerHealth } from './platform/http/health.routes.ts';
import { createHttpApp } from './platform/http/http-app.ts';
import { registerLimits } from './platform/http/limits.ts';
import { createOriginGuard } from './platform/http/origin-guard.ts';
import type { ResponseFastPath } from './platform/http/response-fast-path.ts';
import { createForwardingWatch } from './platform/http/untrusted-forwarding.ts';
import type { Metrics } from './platform/metrics.ts';
import { registerSignupRoutes } from './signup/signup.routes.ts';
import { registerSubscriptionRoutes } from './subscription/subscription.routes.ts';
import { registerTelemetryRoutes } from './telemetry/telemetry.routes.ts';
import { registerListRoutes } from './viewer/list.routes.ts';
import { registerViewerRoutes } from './viewer/viewer.routes.ts';

export interface SiteOptions {
  readonly ready: () => boolean;
  /** Sends cached responses before any routing. */
  readonly fastPath?: ResponseFastPath;
  /**
   * What is mounted beside the calls: content, media, pictures, the test clock and, last, the
   * pages.
   */
  readonly mount: (site: FastifyInstance, registerCall: RegisterCall) => Promise<void>;
}

/** The site's listener: calls, the carrier's way in, documents, and whatever is mounted. */
export async function createSite(
  app: App,
  { ready, fastPath, mount }: SiteOptions,
): Promise<FastifyInstance> {
  const { config, metrics, logger } = app;
  const site = await createHttpApp({
    logger,
    trustProxy: config.trustProxy,
    ...(fastPath ? { fastPath } : {}),
    onRequest: createForwardingWatch({
      logger,
      trustProxy: config.trustProxy,
      onRequest: () => metrics.untrustedForwarding.inc(),
    }),
    onAnswer: ({ method, route, status, seconds }) =>
      metrics.requests.observe({ method, route, status }, seconds),
  });
  const enrichedNumber = takeEnrichmentFirst(site, app);
  registerCorrelation(site);
  await site.register(cookie);
  await registerLimits(site, config.limits);
  await registerOpenApi(site, {
    title: `${config.brand.name}: calls and content`,
    publicUrl: config.publicUrl,
    version: '1.7.0',
    content: [config.contentUrl, config.content2Url],
    sessionCookie: cookieName(SESSION_COOKIE, config.secureCookies),
  });
  registerHealth(site, {
    ready,
    away: () => app.open.state.awaySince !== undefined,
    ping: app.open.ping,
  });
  const register = createRegisterCall(site, app.identity.sessions.guards);
  const guardOrigin = createOriginGuard(config.publicUrl);
  site.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url ?? '';
    if (route.startsWith('/api/')) await guardOrigin(request);
  });
  countReports(site, metrics);
  registerCalls(register, app, enrichedNumber);
  await site.register(inboundRoutes, { prefix: '/carrier', ...inboundOptions(app) });
  await registerDocs(site);
  refuseUnknown(site);
  await mount(site, register);
  return site;
}

/** Addresses for programs: what is not there is said in their shape, not as a page. */
function refuseUnknown(site: FastifyInstance): void {
  for (const prefix of [
    '/api',
    '/content',
    '/media',
    '/pictures',
    '/carrier',
    '/healthz',
    '/test',
  ]) {
    site.all(`${prefix}/*`, { schema: { hide: true } }, async () => {
      throw new AppError('not_found', 'There is nothing at this address.');
    });
  }
}

/** What pages send their platform along with (rows B5, B6). */
const REPORTS: Readonly<Record<string, 'search' | 'playback' | 'feedback'>> = {
  ...Object.fromEntries(SEARCH_PATHS.map((path) => [path, 'search' as const])),
  [ADDRESSES.playbackLog.path]: 'playback',
  [ADDRESSES.feedback.path]: 'feedback',
};

function countReports(site: FastifyInstance, metrics: Metrics): void {
  site.addHook('onResponse', async (request, reply) => {
    const kind = REPORTS[request.routeOptions.url ?? ''];
    if (kind && reply.statusCode < 400)
      metrics.reports.inc({
        kind,
        platform: readClientHeaders(request.headers).platform ?? 'other',
      });
  });
}

/**
 * Before anything else sees a request: the carrier's number is taken out of it, and every header
 * that could pretend to be one.
 */
function takeEnrichmentFirst(
  site: FastifyInstance,
  app: App,
): (request: FastifyRequest) => Msisdn | undefined {
  const numbers = new WeakMap<FastifyRequest, Msisdn>();
  site.addHook('onRequest', async (request) => {
    const number = app.identity.takeEnrichment(request.raw);
    if (number) numbers.set(request, number);
  });
  return (request) => numbers.get(request);
}

function registerCalls(
  register: RegisterCall,
  app: App,
  enrichedNumber: (request: FastifyRequest) => Msisdn | undefined,
): void {
  const { identity, subscription, metrics } = app;
  const { visits, sessions, proofs, bearer } = identity;
  registerIdentityRoutes(register, { visits, sessions, proofs, bearer, enrichedNumber });
  registerFraudRoutes(register, {
    fraud: app.fraud,
    visitorOf: async (request, reply) => (await sessions.visitOf(request, reply)).visitorId,
  });
  registerSubscriptionRoutes(register, {
    sessions,
    numbers: subscription.repository.numbers,
    service: subscription.service,
  });
  registerSignupRoutes(register, {
    sessions,
    checkStatus: subscription.checkStatus,
    accept: subscription.accept,
    transactionKey: app.transactionKey,
    onOutcome: (outcome, packageId) => metrics.subscribes.inc({ outcome, package: packageId }),
  });
  registerSearchRoutes(register, app.search);
  registerPersonalCalls(register, app);
}

/** What is a signed-in viewer's own, and what pages report. */
function registerPersonalCalls(
  register: RegisterCall,
  { config, clock, identity, subscription, viewer, account, telemetry }: App,
): void {
  const { sessions, bearer } = identity;
  const { signedIn, feedback, personalData } = account;
  const { list, resume } = viewer;
  registerViewerRoutes(register, {
    sessions,
    signedIn,
    subscriptions: subscription.service,
    list,
    resume,
    clock,
    retrySchedule: config.retrySchedule,
  });
  registerListRoutes(register, {
    sessions,
    list,
    resume,
    bearerOf: async (request) => {
      const holder = await bearer.holderOf(request);
      if ((await signedIn.find(holder)) === undefined)
        throw new AppError('invalid_token', 'The bearer token is not valid any more.');
      return holder;
    },
  });
  registerAccountRoutes(register, {
    sessions,
    signedIn,
    account: account.service,
    feedback,
    personalData,
    subscriptions: subscription.service,
    clock,
  });
  registerTelemetryRoutes(register, {
    sessions,
    log: telemetry.playbackLog,
    headerLog: telemetry.headerLog,
    demo: config.mode === 'demo',
  });
}

/** What becomes of what the carrier sends us. */
export function inboundOptions(app: App) {
  const { seen, remember } = app.subscription.inboundLog;
  return {
    seen,
    remember,
    token: app.inboundToken,
    isEventToken: (token: string) =>
      (app.sinks.chargeOf(token) ?? app.sinks.refundOf(token)) !== undefined,
    onUnknownEvent: (type: string) => {
      app.metrics.unknownEvents.inc();
      app.logger.debug(
        { type: type.slice(0, 128) },
        'the carrier sent an event of a type that is not known here',
      );
    },
    onMessage: ({ id, from, text }: InboundMessage) =>
      app.subscription.inbound.onMessage({ id, msisdn: from, text }),
    onTopUp: ({ msisdn }: TopUp) => app.subscription.service.topUp(msisdn),
    // An event is only a hint to look: what the carrier's books say counts, in whatever order its
    // events come.
    onPaymentEvent: async (event: PaymentEvent, token: string) => {
      const { chargeService, refundService } = app.subscription;
      const [chargeId, refundId] = [app.sinks.chargeOf(token), app.sinks.refundOf(token)];
      if (refundId) await refundService.hint({ id: refundId });
      // Some carriers report a refund where they reported its payment.
      else if (chargeId && event.kind.startsWith('refund_')) await refundService.hint({ chargeId });
      else if (chargeId)
        await chargeService.hint(chargeId, {
          taken: event.kind === 'completed',
          ...(event.kind === 'denied' ? { said: event.detail } : {}),
        });
    },
  };
}
