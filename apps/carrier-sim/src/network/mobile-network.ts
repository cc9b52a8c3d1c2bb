import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Pool } from 'undici';
import type { CarriedHandset } from './carried-handset.ts';
import type { CarrierEndpoints } from './carrier-endpoints.ts';
import { forwardedHeaders, returnedHeaders, type SiteAddress } from './headers.ts';

const NO_BODY = new Set(['GET', 'HEAD']);
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * The mobile network of all simulated carriers: their own addresses (see carrier-endpoints.ts), and
 * for all other addresses a proxy in front of the site that treats requests as a carrier's gateway
 * does.
 */
export interface MobileNetwork {
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

/**
 * @param siteUrl the site's listener.
 * @param publicUrl the site's public address.
 * @param hostnames the allowed names of the network; a foreign name that points here is refused.
 */
export function createMobileNetwork(deps: {
  siteUrl: string;
  publicUrl: string;
  carried: CarriedHandset;
  /** The secret with which the carrier of a number proves itself to the site. */
  enrichmentSecretOf: (msisdn: string) => string;
  /** The carriers' own addresses. */
  carriers: readonly CarrierEndpoints[];
  hostnames: ReadonlySet<string>;
  log: FastifyBaseLogger;
}): MobileNetwork {
  const site = new URL(deps.siteUrl);
  const publicUrl = new URL(deps.publicUrl);
  // A video ends when its viewer leaves, so neither side has a time limit.
  const pool = new Pool(site.origin, {
    connections: 128,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let port = 0;
  const address: SiteAddress = {
    publicUrl,
    isOwn: (url) =>
      url.protocol === 'http:' &&
      Number(url.port || 80) === port &&
      deps.hostnames.has(url.hostname),
  };

  function enrichment(): Record<string, string> {
    const msisdn = deps.carried.get();
    return msisdn === null
      ? {}
      : { 'x-msisdn': msisdn, 'x-enrichment-secret': deps.enrichmentSecretOf(msisdn) };
  }

  async function forward(
    request: IncomingMessage,
    response: ServerResponse,
    own: string,
  ): Promise<void> {
    const method = request.method ?? 'GET';
    const leaving = new AbortController();
    response.on('close', () => leaving.abort());
    const reply = await pool.request({
      path: request.url ?? '/',
      method: method as 'GET',
      headers: forwardedHeaders(request.rawHeaders, address, enrichment()),
      body: NO_BODY.has(method) ? null : request,
      signal: leaving.signal,
    });
    response.writeHead(reply.statusCode, returnedHeaders(reply.headers, [site, publicUrl], own));
    await pipeline(reply.body, response);
  }

  const failed = (response: ServerResponse) => (error: unknown) => {
    deps.log.error({ err: error }, 'the carrier could not answer in its mobile network');
    answer(response, 500, 'INTERNAL', 'The carrier has failed.');
  };

  const server = createServer((request, response) => {
    const own = `http://${request.headers.host ?? ''}`;
    const refusal = refusalOf(request, own, deps.hostnames);
    if (refusal) return answer(response, ...refusal);
    const answering = answerOf(deps.carriers, request.method ?? '', request.url ?? '/');
    if (answering)
      return void answering.then(
        (given) => response.writeHead(given.status, given.headers).end(given.body),
        failed(response),
      );
    forward(request, response, own).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return void response.destroy();
      deps.log.warn(
        { code: (error as NodeJS.ErrnoException).code },
        'the site did not answer the mobile network',
      );
      answer(response, 502, 'SITE_NOT_REACHED', 'The mobile network cannot reach the site.');
    });
  });

  return {
    async listen(wanted, host) {
      port = await listening(server, wanted, host);
      return port;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const patience = setTimeout(() => server.closeAllConnections(), 2_000);
      await closed;
      clearTimeout(patience);
      await pool.destroy();
    },
  };
}

/** The answer of the first carrier that has the address; undefined for other addresses. */
function answerOf(carriers: readonly CarrierEndpoints[], method: string, target: string) {
  for (const carrier of carriers) {
    const answering = carrier.answer(method, target);
    if (answering) return answering;
  }
  return undefined;
}

function refusalOf(
  request: IncomingMessage,
  own: string,
  hostnames: ReadonlySet<string>,
): [status: number, code: string, description: string] | undefined {
  if (!URL.canParse(own) || !hostnames.has(new URL(own).hostname))
    return [421, 'FOREIGN_HOST', 'The mobile network answers on this machine only.'];
  if (!METHODS.has(request.method ?? ''))
    return [405, 'METHOD_NOT_ALLOWED', 'This method is not carried.'];
  if (!request.url?.startsWith('/'))
    return [400, 'INVALID_ARGUMENT', 'The address must be a path.'];
  return undefined;
}

function answer(response: ServerResponse, status: number, code: string, description: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code, description }));
}

function listening(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
