import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** Anybody can send such a header once or twice; so many from one address come from a proxy. */
const TOLD_AFTER = 20;
/** So many addresses at most are counted. */
const MAX_ADDRESSES = 1000;

export interface UntrustedForwardingOptions {
  readonly logger: Pick<Logger, 'error'>;
  readonly onRequest: () => void;
}

/**
 * Notices a proxy in front of us that is not trusted: all people behind it would count as one
 * address, and share what one address may do. Told once, since the product works otherwise.
 */
export function watchForwarding(
  app: FastifyInstance,
  { logger, onRequest }: UntrustedForwardingOptions,
): void {
  const seen = new Map<string, number>();
  let told = false;

  app.addHook('onRequest', async (request) => {
    const proxy = untrustedProxy(request);
    if (proxy === undefined) return;
    onRequest();
    if (told) return;
    if (seen.size >= MAX_ADDRESSES) seen.clear();
    const count = (seen.get(proxy) ?? 0) + 1;
    seen.set(proxy, count);
    if (count < TOLD_AFTER) return;
    told = true;
    logger.error(
      { proxy },
      'TRUST_PROXY: requests are forwarded by a proxy that is not in it: all people behind it share the limits of one address',
    );
  });
}

/** The address that forwarded the request, where its headers do not count. */
function untrustedProxy({ headers, ip, socket }: FastifyRequest): string | undefined {
  if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return undefined;
  // A trusted proxy's header has given the request another address.
  return ip === socket.remoteAddress ? ip : undefined;
}
