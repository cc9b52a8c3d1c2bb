import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { Span, SpanContext } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { idsOfSpan, withoutNumbers } from '../logger.ts';
import { withContext } from '../request-context.ts';
import { addFacts, beginRoot, failSpan, isTracing } from '../tracing/spans.ts';
import { isQuiet } from './quiet-routes.ts';

/** W3C Trace Context, `traceparent` of version 00. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = 1;

const spans = new WeakMap<IncomingMessage, Span>();

/** The ids of a request's span, for its log line. */
export function traceIdsOf(request: IncomingMessage): ReturnType<typeof idsOfSpan> {
  return isTracing() ? idsOfSpan(spans.get(request)) : {};
}

/**
 * Makes a span of each routed request, named by the route's pattern. `traceparent` counts from a
 * trusted proxy only: anybody else could have all requests traced, or put ids of their choice into
 * our traces. `tracestate` and `baggage` are never read.
 */
export function traceRequests(app: FastifyInstance, trustProxy: readonly string[]): void {
  if (!isTracing()) return;
  const isTrusted = proxyAddress.compile([...trustProxy]);
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched';
    const { raw, method, id } = request;
    const span = isQuiet(route)
      ? undefined
      : beginRoot({
          name: `${method} ${route}`,
          kind: 'server',
          parent: isTrusted(raw.socket.remoteAddress ?? '', 0) ? parentOf(raw) : undefined,
          facts: {
            'http.request.method': method,
            'http.route': route,
            'bonisa.correlation_id': id,
          },
        });
    if (!span) return done();
    spans.set(raw, span);
    // 'close' also comes where the client goes away before the answer.
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw;
      addFacts(span, { 'http.response.status_code': statusCode });
      if (!writableFinished) addFacts(span, { 'bonisa.aborted': true });
      if (statusCode >= 500) failSpan(span);
      span.end();
    });
    withContext({ correlationId: id, span }, done);
  });
}

/** The span that a trusted proxy sent the request in. */
function parentOf({ headers }: IncomingMessage): SpanContext | undefined {
  const { traceparent } = headers;
  const [, traceId, spanId, flags] =
    (typeof traceparent === 'string' && TRACEPARENT.exec(traceparent)) || [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId))
    return undefined;
  // A proxy may pass on what its client made up: an id that reads like a number is not taken over.
  if (withoutNumbers(traceId) !== traceId || withoutNumbers(spanId) !== spanId) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED };
}
