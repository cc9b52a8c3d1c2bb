import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../logger.ts';
import { setTracing } from '../tracing/spans.ts';
import { createHttpApp } from './http-app.ts';

const TRACE = 'abcdefabcdefabcdefabcdefabcdef01';
const exporter = new InMemorySpanExporter();

beforeEach(() => {
  exporter.reset();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  setTracing({
    tracer: provider.getTracer('test'),
    contextOf: (parent) => (parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT),
    remote: (ids) => trace.wrapSpanContext(ids),
    kinds: { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT },
    failed: SpanStatusCode.ERROR,
  });
});
afterEach(() => setTracing(undefined));

async function spanOf(trustProxy: readonly string[], headers: Record<string, string>) {
  const app = await createHttpApp({ logger: createLogger('silent'), trustProxy });
  app.get('/numbers/:msisdn', async () => 'ok');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  await fetch(`${url}/numbers/27821234567?q=0821234567`, { headers });
  await vi.waitFor(() => expect(exporter.getFinishedSpans()).toHaveLength(1));
  await app.close();
  return exporter.getFinishedSpans()[0];
}

it('names a request by its pattern', async () => {
  const span = await spanOf([], {});
  expect(span?.name).toBe('GET /numbers/:msisdn');
  expect(JSON.stringify(span?.attributes)).not.toContain('821234567');
  expect(span?.attributes['http.response.status_code']).toBe(200);
});

it.each([
  ['nobody', [], `00-${TRACE}-aaaaaaaaaaaaaaaa-01`, false],
  ['a trusted proxy', ['127.0.0.1'], `00-${TRACE}-aaaaaaaaaaaaaaaa-01`, true],
  ['a trusted proxy, malformed', ['127.0.0.1'], `00-${TRACE}-aaaaaaaaaaaaaaaa`, false],
  ['a trusted proxy, of zeros', ['127.0.0.1'], `00-${'0'.repeat(32)}-aaaaaaaaaaaaaaaa-01`, false],
])('continues the trace of %s or not', async (_who, trusted, traceparent, continues) => {
  const span = await spanOf(trusted, { traceparent });
  expect(span?.spanContext().traceId === TRACE).toBe(continues);
});
