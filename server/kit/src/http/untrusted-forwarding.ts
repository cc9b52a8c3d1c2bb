import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { Logger } from 'pino';

/** Anyone can send such a header a few times; this many from one address come from a proxy. */
const LOGGED_AFTER = 20;
/** The most addresses that are counted at the same time. */
const MAX_ADDRESSES = 1000;

export interface UntrustedForwardingOptions {
  readonly logger: Pick<Logger, 'error'>;
  /** Proxies whose forwarding headers count. */
  readonly trustProxy: readonly string[];
  /** Called for each request that an untrusted proxy forwarded. */
  readonly onRequest: () => void;
}

/**
 * Makes a watch that detects a proxy in front of us that `TRUST_PROXY` does not name: everyone
 * behind it counts as one address and shares its limits. The product works otherwise, so the watch
 * logs one line. Give it every request, cached responses included.
 */
export function createForwardingWatch({
  logger,
  trustProxy,
  onRequest,
}: UntrustedForwardingOptions): (request: IncomingMessage) => void {
  const isTrusted = proxyAddress.compile([...trustProxy]);
  const counts = new Map<string, number>();
  let isLogged = false;

  return (request) => {
    const proxy = untrustedProxy(request, isTrusted);
    if (proxy === undefined) return;
    onRequest();
    if (isLogged) return;
    if (counts.size >= MAX_ADDRESSES) counts.clear();
    const count = (counts.get(proxy) ?? 0) + 1;
    counts.set(proxy, count);
    if (count < LOGGED_AFTER) return;
    isLogged = true;
    logger.error(
      { proxy },
      'TRUST_PROXY: requests are forwarded by a proxy that is not in it: all people behind it share the limits of one address',
    );
  };
}

/** The address of a proxy whose forwarding headers do not count. */
function untrustedProxy(
  request: IncomingMessage,
  isTrusted: (address: string, hop: number) => boolean,
): string | undefined {
  const { headers, socket } = request;
  if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return undefined;
  const client = proxyAddress(request, isTrusted);
  // Through a trusted proxy the client has another address than the connection.
  return client === socket.remoteAddress ? client : undefined;
}
