/** A proxy between the adapter (or a raw client) and the simulator that records every exchange. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Exchange } from './judgement.ts';

/** A raw client marks an intentionally invalid request with this header; the proxy removes it. */
export const BROKEN = 'x-test-broken';

export interface RecordingProxy {
  url: string;
  /** Returns the exchanges recorded since the last call. */
  take(): Exchange[];
  close(): Promise<void>;
}

/** `onExchange` is called for each exchange before its reply is sent on. */
export async function startRecordingProxy(
  target: string,
  onExchange: (exchange: Exchange) => void,
): Promise<RecordingProxy> {
  let exchanges: Exchange[] = [];
  const record = (exchange: Exchange): void => {
    exchanges.push(exchange);
    onExchange(exchange);
  };
  const server = createServer((incoming, outgoing) => {
    pass(target, incoming, outgoing, record).catch(() => {
      // The simulator dropped the connection, so the proxy does the same.
      outgoing.socket?.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function pass(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  record: (exchange: Exchange) => void,
): Promise<void> {
  const requestBody = await bodyOf(incoming);
  const { [BROKEN]: broken, ...headers } = incoming.headers;
  const onward = request(`${target}${incoming.url}`, {
    method: incoming.method,
    headers: { ...headers, host: new URL(target).host },
  });
  onward.end(requestBody);
  const [reply]: IncomingMessage[] = await once(onward, 'response');
  if (!reply) throw new Error('no reply');
  const replyBody = await bodyOf(reply);
  record({
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    requestHeaders: flat(headers),
    requestBody,
    broken: broken !== undefined,
    status: reply.statusCode ?? 0,
    replyHeaders: flat(reply.headers),
    replyBody,
  });
  outgoing.writeHead(reply.statusCode ?? 502, reply.headers).end(replyBody);
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of message.setEncoding('utf8')) body += chunk;
  return body;
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
