import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { correlationIdFor } from './correlation.ts';
import { chooseEncoding, type Encoding, matchesEtag } from './negotiation.ts';
import type { PreparedBody } from './prepared-body.ts';

/** Answers what is asked for at this address, where it lies ready and may be sent as it is. */
export type QuickSource = (url: string) => PreparedBody | undefined;

export interface QuickAnswers {
  /** Where prepared answers may be found; asked in the order in which they came. */
  addSource(source: QuickSource): void;
  /**
   * Remembers with which headers an answer is sent; called where it is sent the long way, with all
   * headers set.
   */
  remember(body: PreparedBody, request: FastifyRequest, reply: FastifyReply): void;
  /** Stands in front of everything else that the server does. */
  standBefore(server: Server): void;
}

interface Head {
  /**
   * Names and values in turn, for each encoding that has been asked for, and the bytes that they
   * are for.
   */
  readonly ready: Partial<Record<Encoding, { readonly bytes: Buffer; readonly headers: string[] }>>;
  readonly constant: readonly string[];
  readonly route: string;
}

interface QuickOptions {
  readonly onAnswer?:
    | ((answer: { method: string; route: string; status: number; seconds: number }) => void)
    | undefined;
}

/** These belong to one answer only, or to its encoding. */
const OWN = new Set([
  'x-correlation-id',
  'content-length',
  'content-encoding',
  'date',
  'connection',
  'keep-alive',
  'x-page-cache',
  'transfer-encoding',
]);

/**
 * Sends answers that are the same for everybody and lie ready, before any routing: as bytes, with
 * the headers that they had when they were sent the long way. A page that a thousand people ask for
 * costs little more than its bytes. What is not ready, or is anything but a plain GET, goes the
 * long way.
 */
export function createQuickAnswers({ onAnswer }: QuickOptions = {}): QuickAnswers {
  const heads = new WeakMap<PreparedBody, Head>();
  const sources: QuickSource[] = [];

  function find(url: string): PreparedBody | undefined {
    for (const source of sources) {
      const body = source(url);
      if (body) return body;
    }
    return undefined;
  }

  /** Whether the request was answered. */
  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (
      request.method !== 'GET' ||
      request.url === undefined ||
      request.headers['content-length'] !== undefined
    )
      return false;
    const body = find(request.url);
    const head = body && heads.get(body);
    if (!head) return false;
    const began = performance.now();
    const status = matchesEtag(request.headers['if-none-match'], body.etag) ? 304 : 200;
    const encoding =
      status === 304 ? 'identity' : chooseEncoding(request.headers['accept-encoding']);
    const bytes = body.encoded(encoding);
    if (bytes instanceof Promise) return false;
    const correlation = correlationIdFor(request.headers);
    if (status === 304)
      response.writeHead(304, [...head.constant, 'x-correlation-id', correlation]).end();
    else
      response
        .writeHead(
          200,
          headFor(head, body, encoding, bytes).concat('x-correlation-id', correlation),
        )
        .end(bytes);
    onAnswer?.({
      method: 'GET',
      route: head.route,
      status,
      seconds: (performance.now() - began) / 1000,
    });
    return true;
  }

  return {
    addSource: (source) => void sources.push(source),
    remember(body, request, reply) {
      if (heads.has(body)) return;
      heads.set(body, {
        ready: {},
        constant: constantHeaders(reply),
        route: request.routeOptions.url ?? 'unmatched',
      });
    },
    standBefore(server) {
      const others = server.listeners('request') as ((
        request: IncomingMessage,
        response: ServerResponse,
      ) => void)[];
      server.removeAllListeners('request');
      server.on('request', (request, response) => {
        if (!answer(request, response))
          for (const other of others) other.call(server, request, response);
      });
    },
  };
}

function headFor(head: Head, body: PreparedBody, encoding: Encoding, bytes: Buffer): string[] {
  const known = head.ready[encoding];
  // Better compressed bytes may have taken the place of the first ones.
  if (known?.bytes === bytes) return known.headers;
  const headers = [
    ...head.constant,
    'x-page-cache',
    'hit',
    ...(bytes === body.plain ? [] : ['content-encoding', encoding]),
    'content-length',
    String(bytes.length),
  ];
  head.ready[encoding] = { bytes, headers };
  return headers;
}

/** What stands on the answer already: of the reply and, set by others, of the response below it. */
function constantHeaders(reply: FastifyReply): string[] {
  const headers: Record<string, unknown> = { ...reply.raw.getHeaders(), ...reply.getHeaders() };
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || OWN.has(name) ? [] : [name, String(value)],
  );
}
