import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { expect, it, vi } from 'vitest';
import { createBoundedSpans, type SpanResult } from './bounded-spans.ts';

type Done = Parameters<SpanExporter['export']>[1];

it('holds a bounded number of spans while the collector is away, and counts each result', () => {
  const waiting: { spans: ReadableSpan[]; done: Done }[] = [];
  const exporter: SpanExporter = {
    export: (spans, done) => void waiting.push({ spans, done }),
    shutdown: async () => undefined,
  };
  const counts: Record<SpanResult, number> = { exported: 0, failed: 0, dropped: 0 };
  const [onError, onSent] = [vi.fn(), vi.fn()];
  const processor = createBoundedSpans({
    exporter,
    most: 3,
    // Sends each span as it ends.
    batchesOf: (counted) => ({
      onStart: () => undefined,
      onEnd: (span) => counted.export([span], () => undefined),
      forceFlush: async () => undefined,
      shutdown: async () => undefined,
    }),
    onResult: (result, count) => {
      counts[result] += count;
    },
    onError,
    onSent,
  });
  const span = {} as ReadableSpan;
  for (let i = 0; i < 5; i++) processor.onEnd(span);
  expect(waiting).toHaveLength(3);
  expect(counts).toEqual({ exported: 0, failed: 0, dropped: 2 });
  waiting[0]?.done({ code: 1, error: new Error('away') });
  waiting[1]?.done({ code: 0 });
  expect(counts).toEqual({ exported: 1, failed: 1, dropped: 2 });
  expect([onError.mock.calls.length, onSent.mock.calls.length]).toEqual([1, 1]);
  // There is room again.
  processor.onEnd(span);
  expect(waiting).toHaveLength(4);
});
