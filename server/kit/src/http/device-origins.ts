import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { addVary } from './response-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call that apps of other origins make, with a device's token or to get one. */
    forDevices?: boolean;
  }
}

/** Headers that an app sends: its token, its body's type, and what it says of itself. */
const HEADERS =
  'authorization, content-type, x-platform, x-site-version, x-country, x-locale, x-correlation-id';
/** Browsers store an answer for at most two hours (Chromium) or a day (Firefox). */
const PREFLIGHT_SECONDS = 86_400;

/** Decides whether a page of another origin may make a call, and says so in the answer. */
export type AdmitDeviceOrigin = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * Opens the calls of devices, and no others, to the pages of some origins (CORS). Cookies do not
 * count in such a request and none are set: a page of a neighbouring address may send the viewer's.
 * Without origins nothing changes. To be called before any route is registered.
 */
export function openCallsToDevices(
  server: FastifyInstance,
  origins: readonly string[],
): AdmitDeviceOrigin {
  const known = new Set(origins);
  if (known.size === 0) return () => false;
  answerPreflights(server);
  server.addHook('onSend', async ({ routeOptions }, reply) => {
    if (routeOptions.config.forDevices && reply.hasHeader('access-control-allow-origin'))
      reply.removeHeader('set-cookie');
  });
  return (request, reply) => {
    if (!request.routeOptions.config.forDevices) return false;
    addVary(reply, 'origin');
    const { origin } = request.headers;
    if (origin === undefined || !known.has(origin)) return false;
    delete request.headers.cookie;
    request.cookies = {};
    reply.header('access-control-allow-origin', origin);
    return true;
  };
}

/** Answers the browser's question before a call, beside each route of a call for devices. */
function answerPreflights(server: FastifyInstance): void {
  const methods = new Map<string, string[]>();
  server.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.forDevices || method === 'OPTIONS') return;
    const already = methods.get(url);
    const named = typeof method === 'string' ? [method] : method;
    if (already) return void already.push(...named);
    const all = [...named];
    methods.set(url, all);
    server.options(url, { schema: { hide: true }, config: { forDevices: true } }, (_, reply) => {
      if (!reply.hasHeader('access-control-allow-origin'))
        throw new AppError('foreign_origin', 'This call can only be made from our own pages.');
      return reply
        .code(204)
        .header('access-control-allow-methods', all.join(', '))
        .header('access-control-allow-headers', HEADERS)
        .header('access-control-max-age', String(PREFLIGHT_SECONDS))
        .send();
    });
  });
}
