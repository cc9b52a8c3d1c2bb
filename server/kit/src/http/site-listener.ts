import { cookieName, SESSION_COOKIE } from '@bonisa/contract/cookies';
import { WEBHOOK_BODIES } from '@bonisa/contract/webhook-bodies';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Drain } from '../drain.ts';
import type { Metrics } from '../metrics.ts';
import type { Readiness } from '../readiness.ts';
import { AppError } from './app-error.ts';
import { createRegisterCall, type Guards, type RegisterCall } from './call-route.ts';
import { registerCorrelation } from './correlation.ts';
import { openCallsToDevices } from './device-origins.ts';
import { type ApiDocument, registerDocs, registerOpenApi } from './docs.routes.ts';
import { registerHealth } from './health.routes.ts';
import { countRequests, createHttpApp } from './http-app.ts';
import { registerLimits } from './limits.ts';
import type { NetworkCounts } from './network-counts.ts';
import { createOriginGuard } from './origin-guard.ts';
import type { ResponseFastPath } from './response-fast-path.ts';
import { createForwardingWatch } from './untrusted-forwarding.ts';

/** The site's listener, as the routes of a capability see it. */
export interface Site {
  readonly server: FastifyInstance;
  /** Registers a call of the contract. */
  readonly register: RegisterCall;
}

/** Registers the routes of one capability on the site. */
export type Routes = (site: Site) => void | Promise<void>;

export interface SiteOptions {
  readonly config: {
    readonly brand: { readonly name: string };
    readonly publicUrl: string;
    readonly contentUrl: string;
    readonly content2Url: string;
    readonly trustProxy: readonly string[];
    readonly answerLevel: 'info' | 'debug';
    readonly secureCookies: boolean;
    /** Apps of devices; those with an origin may make the calls of devices from it. */
    readonly deviceClients: readonly { readonly origin: string | undefined }[];
  };
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly drain: Drain;
  /** Counts requests by network; undefined: nothing is limited. */
  readonly networkCounts: NetworkCounts | undefined;
  readonly readiness: Readiness;
  /** The guards of a call, which run before its body is read. */
  readonly guards: Guards;
  /** Sends cached responses before any routing. */
  readonly fastPath: ResponseFastPath;
  /** Runs before anything else sees a request. */
  readonly onRequest: (request: FastifyRequest) => void;
  /** Calls, content and media. */
  readonly routes: readonly Routes[];
  /** Adds the calls of other listeners to the OpenAPI document. */
  readonly describe?: (own: ApiDocument) => Promise<ApiDocument>;
  /** The pages: they are mounted last and take every address that is left. */
  readonly pages: Routes;
}

/**
 * Builds the site's listener: calls, content, media, documents and pages. It does not listen yet.
 */
export async function createSite(options: SiteOptions): Promise<FastifyInstance> {
  const { config, logger, metrics, guards, fastPath, routes, pages } = options;
  const server = await createHttpApp({
    logger,
    answerLevel: config.answerLevel,
    trustProxy: config.trustProxy,
    fastPath,
    drain: options.drain,
    onRequest: createForwardingWatch({
      logger,
      trustProxy: config.trustProxy,
      onRequest: () => metrics.untrustedForwarding.inc(),
    }),
    onAnswer: countRequests(metrics),
  });
  server.addHook('onRequest', (request, _reply, done) => {
    options.onRequest(request);
    done();
  });
  registerCorrelation(server);
  await server.register(cookie);
  await registerLimits(server, 'site', options.networkCounts);
  await registerOpenApi(server, {
    title: `${config.brand.name}: calls and content`,
    description: `The same-origin calls, the content APIs and playback. Errors are always \`{code, description}\`.\n\nThe content APIs are met at ${config.contentUrl} and ${config.content2Url}; what is written here as \`/content/v1\` and \`/content/v2\` is below those.`,
    publicUrl: config.publicUrl,
    webhooks: WEBHOOK_BODIES,
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: cookieName(SESSION_COOKIE, config.secureCookies),
      },
      csrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token' },
      bearer: { type: 'http', scheme: 'bearer' },
      device: {
        type: 'http',
        scheme: 'bearer',
        description: 'the access token of a device that was signed in by code',
      },
      carrier: {
        type: 'http',
        scheme: 'bearer',
        description: 'what the carrier shows us: its own token, or that of the sink of a payment',
      },
    },
  });
  registerHealth(server, options.readiness);
  refuseForeignOrigins(server, config);
  registerDocs(server, options.describe ?? (async (own) => own));
  refuseUnknown(server);
  const site = { server, register: createRegisterCall(server, guards) };
  for (const mount of [...routes, pages]) await mount(site);
  return server;
}

function refuseForeignOrigins(
  server: FastifyInstance,
  { publicUrl, deviceClients }: Pick<SiteOptions['config'], 'publicUrl' | 'deviceClients'>,
): void {
  const guard = createOriginGuard(publicUrl);
  const admit = openCallsToDevices(
    server,
    deviceClients.flatMap(({ origin }) => origin ?? []),
  );
  server.addHook('onRequest', (request, reply, done) => {
    const isGuarded = !admit(request, reply) && request.routeOptions.url?.startsWith('/api/');
    if (isGuarded) guard(request).then(() => done(), done);
    else done();
  });
}

/** Addresses for programs: an unknown one is refused in their shape, not by a page. */
const FOR_PROGRAMS = [
  '/api',
  '/content',
  '/media',
  '/pictures',
  '/carrier',
  '/oauth',
  '/healthz',
  '/test',
] as const;

function refuseUnknown(server: FastifyInstance): void {
  for (const prefix of FOR_PROGRAMS) {
    server.all(`${prefix}/*`, { schema: { hide: true } }, async () => {
      throw new AppError('not_found', 'There is nothing at this address.');
    });
  }
}
