import { LONGEST_STUDIO_PARAM } from '@bonisa/contract/studio/studio-call';
import { fileNameOf } from '@bonisa/domain/file-name';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Drain } from '../drain.ts';
import type { Metrics } from '../metrics.ts';
import { AppError } from './app-error.ts';
import { registerCorrelation } from './correlation.ts';
import { registerOpenApi } from './docs.routes.ts';
import { countRequests, createHttpApp } from './http-app.ts';
import { registerLimits } from './limits.ts';
import type { NetworkCounts } from './network-counts.ts';
import { createOriginGuard } from './origin-guard.ts';
import { createRegisterStudioCall } from './studio-route.ts';
import type { Studio, StudioGate } from './studio-types.ts';

/** Registers the studio's routes of one capability. */
export type StudioRoutes = (studio: Studio) => void | Promise<void>;

export interface StudioOptions {
  readonly config: {
    readonly brand: { readonly name: string };
    readonly studio: { readonly url: string; readonly sessionCookie: string };
    readonly trustProxy: readonly string[];
    readonly answerLevel: 'info' | 'debug';
  };
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly drain: Drain;
  readonly networkCounts: NetworkCounts | undefined;
  /** Who makes a request, and the audit of what they do. */
  readonly studioGate: StudioGate;
  readonly studioRoutes: readonly StudioRoutes[];
}

/** A film or a picture may take minutes to arrive. */
const FILE_TIMEOUT_MS = 15 * 60_000;

/**
 * Builds the studio's listener: an origin of its own with its own cookies, for the people of the
 * brand. It does not listen yet.
 */
export async function createStudio({
  config,
  logger,
  metrics,
  drain,
  networkCounts,
  studioGate,
  studioRoutes,
}: StudioOptions): Promise<FastifyInstance> {
  const count = countRequests(metrics);
  const server = await createHttpApp({
    logger,
    listener: 'studio',
    answerLevel: config.answerLevel,
    trustProxy: config.trustProxy,
    drain,
    requestTimeoutMs: FILE_TIMEOUT_MS,
    longestParam: LONGEST_STUDIO_PARAM,
    // The site has addresses of the same name: `studio` tells the figures apart.
    onAnswer: (answer) => count({ ...answer, route: inStudio(answer.route) }),
  });
  server.decorate('filePrefix', fileNameOf(config.brand.name));
  registerCorrelation(server);
  refuseForeign(server, config.studio.url);
  await server.register(cookie);
  await registerLimits(server, 'studio', networkCounts);
  await registerOpenApi(server, {
    title: `${config.brand.name}: the studio`,
    description: 'The calls of the studio. `/docs/json` of the site has them too.',
    publicUrl: config.studio.url,
    securitySchemes: {
      studioSession: { type: 'apiKey', in: 'cookie', name: config.studio.sessionCookie },
      studioCsrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token' },
      studioKey: { type: 'http', scheme: 'bearer' },
    },
  });
  const register = createRegisterStudioCall(server, studioGate);
  for (const mount of studioRoutes) await mount({ server, register });
  await server.ready();
  return server;
}

function inStudio(route: string): string {
  return route.startsWith('/studio/') ? route : `studio ${route}`;
}

/**
 * Refuses what a page of another origin makes the browser send: by a name that points at this
 * machine (Host), and with another Origin. `Sec-Fetch-Site` also covers a read, which has no
 * Origin; the viewers' site on another port is such a neighbour.
 */
function refuseForeign(server: FastifyInstance, studioUrl: string): void {
  const ownOrigin = createOriginGuard(studioUrl, { reads: true });
  const { host } = new URL(studioUrl);
  server.addHook('onRequest', async (request) => {
    if (!isOwnHost(request.headers.host, host))
      throw new AppError('foreign_origin', 'The studio does not answer under this name.');
    await ownOrigin(request);
    if (isForFetch(request) && isFromElsewhere(request.headers['sec-fetch-site']))
      throw new AppError('foreign_origin', 'This call can only be made from the studio itself.');
  });
}

/** A proxy passes the studio's name on, or asks for this machine. */
function isOwnHost(host: string | undefined, own: string): boolean {
  const name = host?.toLowerCase().replace(/:[0-9]+$/, '');
  return (
    host?.toLowerCase() === own || name === 'localhost' || name === '127.0.0.1' || name === '[::1]'
  );
}

function isForFetch(request: FastifyRequest): boolean {
  return request.routeOptions.url?.startsWith('/studio/api/') === true;
}

function isFromElsewhere(site: string | string[] | undefined): boolean {
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
