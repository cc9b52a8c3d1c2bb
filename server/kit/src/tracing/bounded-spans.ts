import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';

/** `exported`: the collector took it. `failed`: it did not. `dropped`: too many waited. */
export type SpanResult = 'exported' | 'failed' | 'dropped';

export interface BoundedSpansOptions {
  readonly exporter: SpanExporter;
  /** The most spans in memory, those that are being sent included. */
  readonly most: number;
  /** Makes the processor that sends batches. */
  readonly batchesOf: (exporter: SpanExporter) => SpanProcessor;
  /** Called with the number of spans that had this result. */
  readonly onResult: (result: SpanResult, count: number) => void;
  /** Called with each failure to send. */
  readonly onError: (error: Error | undefined) => void;
  /** Called after each batch that was sent. */
  readonly onSent: () => void;
}

/**
 * A span processor that holds a bounded number of spans and says what became of each: while the
 * collector is away or slow, new spans are dropped and counted.
 */
export function createBoundedSpans({
  exporter,
  most,
  batchesOf,
  onResult,
  onError,
  onSent,
}: BoundedSpansOptions): SpanProcessor {
  let held = 0;
  const counted: SpanExporter = {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        held -= spans.length;
        // ExportResultCode of OpenTelemetry: 0 is success.
        if (result.code === 0) onSent();
        else onError(result.error);
        onResult(result.code === 0 ? 'exported' : 'failed', spans.length);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => await exporter.forceFlush?.(),
  };
  const batches = batchesOf(counted);
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd: (span) => {
      if (held >= most) return onResult('dropped', 1);
      held += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}
