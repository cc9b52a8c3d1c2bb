import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

/**
 * Refuses a call that another site's page makes with our cookies (interfaces 'Who is who': all
 * POSTs of /api refuse a foreign Origin; an absent one is let through, for programs). The own
 * origin is configuration, never a request's Host. With `reads` it refuses a foreign read too.
 */
export function createOriginGuard(
  publicUrl: string,
  { reads = false }: { readonly reads?: boolean } = {},
): (request: FastifyRequest) => Promise<void> {
  const own = originsOf(publicUrl);
  return async (request) => {
    const { origin } = request.headers;
    if (origin === undefined || own.has(origin)) return;
    if (!reads && (request.method === 'GET' || request.method === 'HEAD')) return;
    throw new AppError('foreign_origin', 'This call can only be made from our own pages.');
  };
}

/** `localhost` and `127.0.0.1` are the same site to a person on a laptop. */
function originsOf(publicUrl: string): ReadonlySet<string> {
  const { origin, hostname } = new URL(publicUrl);
  if (hostname !== 'localhost' && hostname !== '127.0.0.1') return new Set([origin]);
  return new Set([
    origin,
    origin.replace(hostname, 'localhost'),
    origin.replace(hostname, '127.0.0.1'),
  ]);
}
