import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileStore } from '../files/file-store.ts';
import { addToSpan, childSpan, rootSpan, setTracing } from './spans.ts';
import { statementName } from './statement-name.ts';
import { tracedFiles } from './traced-files.ts';
import { tracedStatement } from './traced-statement.ts';

const NUMBER = '27821234567';
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

const spans = () => exporter.getFinishedSpans();
const names = () => spans().map(({ name }) => name);

describe('spans', () => {
  it('are below the one that is under way, and only there', async () => {
    await childSpan({ name: 'alone' }, async () => undefined);
    await rootSpan({ name: 'job one' }, () =>
      Promise.all([
        childSpan({ name: 'first' }, () => childSpan({ name: 'below' }, async () => 1)),
        childSpan({ name: 'second' }, async () => 2),
      ]),
    );
    expect(names().sort()).toEqual(['below', 'first', 'job one', 'second']);
    const id = (name: string) =>
      spans()
        .find((span) => span.name === name)
        ?.spanContext().spanId;
    const parent = (name: string) =>
      spans().find((span) => span.name === name)?.parentSpanContext?.spanId;
    expect(parent('below')).toBe(id('first'));
    expect(parent('first')).toBe(id('job one'));
    expect(parent('second')).toBe(id('job one'));
  });

  it('name an error by its class, and never by its message, and pass it on', async () => {
    const failing = rootSpan({ name: 'job one' }, () => Promise.reject(new RangeError(NUMBER)));
    await expect(failing).rejects.toThrow(RangeError);
    expect(spans()[0]).toMatchObject({
      attributes: { 'error.type': 'RangeError' },
      status: { code: SpanStatusCode.ERROR },
      events: [],
    });
  });

  it('have no phone number, in a name or a fact', async () => {
    await rootSpan({ name: `job ${NUMBER}` }, async () =>
      addToSpan({ 'bonisa.correlation_id': NUMBER, 'http.route': `/x/${NUMBER}` }),
    );
    expect(JSON.stringify(spans().map(({ name, attributes }) => [name, attributes]))).not.toContain(
      '821234567',
    );
  });

  it('do not change work while nothing is traced', async () => {
    setTracing(undefined);
    expect(await rootSpan({ name: 'job one' }, async (span) => span)).toBeUndefined();
    expect(await childSpan({ name: 'x' }, async (span) => span)).toBeUndefined();
    expect(spans()).toEqual([]);
  });
});

describe('statements and files', () => {
  it.each([
    ['select "id" from "subscriptions" where "msisdn" = $1', 'select', 'subscriptions'],
    ['insert into "charges" ("a") values ($1)', 'insert', 'charges'],
    ['update only offers set a = 1', 'update', 'offers'],
    ['with due as (select 1 from jobs) delete from jobs', 'with', 'jobs'],
    ['begin', 'begin', undefined],
    [`'${NUMBER}'`, 'statement', undefined],
  ])('names %s by operation and table', (text, operation, table) => {
    expect(statementName(text)).toEqual({ operation, table });
  });

  it('have a span with a name and no value', async () => {
    const files = tracedFiles({ stat: vi.fn(async () => undefined) } as unknown as FileStore);
    await rootSpan({ name: 'job one' }, async () => {
      await tracedStatement({ text: `select 1 from people where n = '${NUMBER}'` }, async () => 1);
      await files.stat(`media/${NUMBER}`);
    });
    expect(names()).toEqual(['select people', 'files stat', 'job one']);
    expect(JSON.stringify(spans().map(({ attributes }) => attributes))).not.toContain(NUMBER);
  });
});
