import type { IncomingMessage, ServerResponse } from 'node:http';
import { PREVIEW_COOKIE } from '@bonisa/contract/cookies';
import { DEFAULT_LANGUAGE, type Language } from '@bonisa/domain/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { correlationIdFor } from './correlation.ts';
import type { EncodedBody } from './encoded-body.ts';
import { chooseEncoding, type Encoding, matchesEtag } from './negotiation.ts';
import { viewerLanguage } from './viewer-language.ts';

/**
 * Finds the body for an address in a cache; `undefined` where the request must be routed. The body
 * may differ by language, and by nothing else of the request.
 */
export type EncodedBodySource = (url: string, language: Language) => EncodedBody | undefined;

/** A whole file in memory, with all headers but the correlation id. */
export interface ReadyFile {
  readonly bytes: Buffer;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** The route's pattern. */
  readonly route: string;
}

/** Finds the file of an address in memory; `undefined` where the request must be routed. */
export type ReadyFileSource = (url: string) => ReadyFile | undefined;

/** Node's handler of a request. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** A finished response, as logs and metrics describe it: by the route's pattern. */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** The code of a refusal. */
  readonly code?: string;
  readonly seconds: number;
  readonly correlationId: string;
  /** Whether the response fast path sent it. */
  readonly fromMemory?: boolean;
  /** The ids of its span, where it is traced. */
  readonly trace_id?: string;
  readonly span_id?: string;
}

export interface ResponseFastPath {
  /** Adds a cache to look in; sources are asked in the order in which they were added. */
  addSource(source: EncodedBodySource): void;
  /** Adds files. A request for a part of a file, or on a condition, is routed. */
  addFiles(source: ReadyFileSource): void;
  /**
   * Stores the headers of a response with its body. Call it when Fastify sends the body and all
   * headers are set: from then on the fast path sends it.
   */
  remember(body: EncodedBody, request: FastifyRequest, reply: FastifyReply): void;
  /**
   * Makes the handler that answers from the sources and hands every other request to `next`.
   * `onAnswer` is called when the bytes were handed to the system: how fast a viewer takes them
   * says nothing about us, and a callback for each end costs as much as the choice of the bytes.
   */
  before(next: RequestHandler, onAnswer: (answer: AnsweredRequest) => void): RequestHandler;
}

interface StoredHead {
  /** The headers and the bytes that they describe, for each encoding that was requested. */
  readonly ready: Partial<Record<Encoding, { readonly bytes: Buffer; readonly headers: string[] }>>;
  /** Names and values in turn. */
  readonly constant: readonly string[];
  readonly route: string;
}

/** Headers that belong to one response or to one encoding. */
const NOT_STORED = new Set([
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
 * Sends cached bodies that are the same for every viewer before any routing, with the headers that
 * Fastify sent the first time. Such a response costs little more than its bytes. Every request that
 * is not a plain GET of a cached body goes to Fastify.
 */
export function createResponseFastPath(): ResponseFastPath {
  const heads = new WeakMap<EncodedBody, StoredHead>();
  const sources: EncodedBodySource[] = [];

  const fileSources: ReadyFileSource[] = [];

  function find<Found>(
    sources: readonly ((url: string, language: Language) => Found | undefined)[],
    url: string,
    language: Language,
  ): Found | undefined {
    for (const source of sources) {
      const body = source(url, language);
      if (body) return body;
    }
    return undefined;
  }

  /** Answers the request from a source; returns false where Fastify must answer it. */
  function sendFile(
    request: IncomingMessage,
    response: ServerResponse,
    onAnswer: (answer: AnsweredRequest) => void,
  ): boolean {
    const { method, url, headers } = request;
    if (method !== 'GET' || url === undefined || headers['content-length'] !== undefined)
      return false;
    if (headers.range !== undefined || headers['if-none-match'] !== undefined) return false;
    const file = find(fileSources, url, DEFAULT_LANGUAGE);
    if (!file) return false;
    const began = performance.now();
    const correlationId = correlationIdFor(headers);
    response.writeHead(200, [...file.headers, 'x-correlation-id', correlationId]).end(file.bytes);
    const { route } = file;
    const seconds = since(began);
    onAnswer({ method, route, status: 200, seconds, correlationId, fromMemory: true });
    return true;
  }

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    onAnswer: (answer: AnsweredRequest) => void,
  ): boolean {
    if (
      request.method !== 'GET' ||
      request.url === undefined ||
      request.headers['content-length'] !== undefined
    )
      return false;
    const body = find(sources, request.url, viewerLanguage(request.headers));
    const head = body && heads.get(body);
    if (!head) return false;
    const began = performance.now();
    const status = matchesEtag(request.headers['if-none-match'], body.etag) ? 304 : 200;
    const encoding =
      status === 304 ? 'identity' : chooseEncoding(request.headers['accept-encoding']);
    const bytes = body.encoded(encoding);
    if (bytes instanceof Promise) return false;
    const correlationId = correlationIdFor(request.headers);
    const headers = status === 304 ? head.constant : headFor(head, body, encoding, bytes);
    response
      .writeHead(status, headers.concat('x-correlation-id', correlationId))
      .end(status === 304 ? undefined : bytes);
    const { route } = head;
    const seconds = since(began);
    onAnswer({ method: 'GET', route, status, seconds, correlationId, fromMemory: true });
    return true;
  }

  return {
    addSource: (source) => void sources.push(source),
    addFiles: (source) => void fileSources.push(source),
    remember(body, request, reply) {
      if (heads.has(body)) return;
      heads.set(body, {
        ready: {},
        constant: constantHeaders(reply),
        route: request.routeOptions.url ?? 'unmatched',
      });
    },
    before: (next, onAnswer) => (request, response) => {
      // A previewing browser sees drafts, which no cache has.
      if (request.headers.cookie?.includes(PREVIEW_COOKIE)) return next(request, response);
      if (answer(request, response, onAnswer) || sendFile(request, response, onAnswer)) return;
      next(request, response);
    },
  };
}

/** The seconds since a time of `performance.now`. */
function since(began: number): number {
  return (performance.now() - began) / 1000;
}

function headFor(
  head: StoredHead,
  body: EncodedBody,
  encoding: Encoding,
  bytes: Buffer,
): readonly string[] {
  const known = head.ready[encoding];
  // The background compression may have replaced the bytes since.
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

/** The headers of Fastify's reply and those that plugins set on Node's response below it. */
function constantHeaders(reply: FastifyReply): string[] {
  const headers: Record<string, unknown> = { ...reply.raw.getHeaders(), ...reply.getHeaders() };
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || NOT_STORED.has(name) ? [] : [name, String(value)],
  );
}
