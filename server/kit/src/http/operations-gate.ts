/** Who may call the operators' listener: this machine, and a scraper elsewhere with the token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isLoopbackAddress } from '../operations.config.ts';
import { AppError } from './app-error.ts';

/** What the token opens. Everything else answers to this machine only. */
const WITH_TOKEN = new Set(['/metrics', '/healthz/live', '/healthz/ready']);

/**
 * Makes the gate. It throws `invalid_token` without the token from elsewhere and with a wrong one
 * from anywhere, and `foreign_origin` for an address that the token does not open.
 */
export function createOperationsGate(tokens: readonly string[]) {
  const expected = tokens.map(hashOf);
  const holds = (token: string): boolean => {
    // Equal lengths whatever was sent: the comparison takes the same time for every wrong token.
    const tokenHash = hashOf(token);
    return expected.some((one) => timingSafeEqual(tokenHash, one));
  };
  return (request: FastifyRequest): void => {
    const { authorization, origin } = request.headers;
    const isKnown = holds(bearerOf(authorization));
    // The proxy or the tunnel of a scraper elsewhere is on this machine, and keeps its name.
    if (isKnown && origin === undefined && WITH_TOKEN.has(request.routeOptions.url ?? '')) return;
    const isHere = isLoopbackAddress(request.socket.remoteAddress);
    // A program of this machine needs no token, but one that sends another is mistaken.
    const isMistaken = authorization !== undefined && expected.length > 0;
    if (!isKnown && (!isHere || isMistaken))
      throw new AppError('invalid_token', 'The token of operations is needed.');
    if (!isHere)
      throw new AppError('foreign_origin', 'This address answers to its own machine only.');
    refuseForeign(request);
  };
}

/** The token of a header of RFC 6750, whose scheme may be written in any case; '' without one. */
function bearerOf(authorization = ''): string {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Keeps pages in the operator's own browser away from this listener: those that reach it by a name
 * that points at this machine (Host), and those of another site (Origin). Throws `foreign_origin`.
 */
function refuseForeign({ headers: { host, origin } }: FastifyRequest): void {
  if (isLoopback(host) && (origin === undefined || isLoopback(hostOf(origin)))) return;
  throw new AppError('foreign_origin', 'The operations listener answers to this machine only.');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function isLoopback(host: string | undefined): boolean {
  const name = host?.replace(/:[0-9]+$/, '');
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]';
}
