/** The only module that loads OpenTelemetry's SDK, and only where traces are wanted. */
import { createRequire } from 'node:module';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { withTimeLimit } from '../database/time-limit.ts';
import type { Metrics } from '../metrics.ts';
import { createBoundedSpans } from './bounded-spans.ts';
import { setTracing } from './spans.ts';
import type { TracingConfig } from './tracing.config.ts';

const { version: VERSION } = createRequire(import.meta.url)('../../package.json') as {
  version: string;
};
/** The most spans that wait for the collector: a few megabytes. */
const MOST_WAITING = 4096;
const BATCH = { maxExportBatchSize: 512, scheduledDelayMillis: 2000, exportTimeoutMillis: 5000 };
/** A stop waits this long for the last spans. */
const LAST_SPANS_MS = 2000;
/** No attribute of ours is longer. */
const LONGEST_VALUE = 256;

export interface TracingParts {
  readonly config: TracingConfig;
  readonly role: string;
  /** Names this run of the process. */
  readonly runId: string;
  readonly metrics: Pick<Metrics, 'spans'>;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

/**
 * Traces from now on, and sends spans to the collector in the background. Returns how to stop,
 * which sends the last spans or gives them up after two seconds.
 */
export function startTracing(parts: TracingParts): () => Promise<void> {
  const { config, metrics } = parts;
  const log = createOutageLog(parts.logger);
  const exporter = new OTLPTraceExporter({
    url: config.url,
    headers: { ...config.headers },
    timeoutMillis: BATCH.exportTimeoutMillis,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.serviceName,
      'service.version': VERSION,
      'service.instance.id': parts.runId,
      'bonisa.role': parts.role,
    }),
    sampler: samplerOf(config),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE, attributeCountLimit: 16 },
    spanProcessors: [
      createBoundedSpans({
        exporter,
        most: MOST_WAITING,
        batchesOf: (counted) =>
          new BatchSpanProcessor({ ...BATCH, exporter: counted, maxQueueSize: MOST_WAITING }),
        onResult: (result, count) => metrics.spans.inc({ result }, count),
        onError: log.failed,
        onSent: log.sent,
      }),
    ],
  });
  setTracing({
    tracer: provider.getTracer('bonisa', VERSION),
    contextOf: (parent) => (parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT),
    remote: (ids) => trace.wrapSpanContext({ ...ids, isRemote: true }),
    kinds: {
      internal: SpanKind.INTERNAL,
      server: SpanKind.SERVER,
      client: SpanKind.CLIENT,
    },
    failed: SpanStatusCode.ERROR,
  });
  return async () => {
    setTracing(undefined);
    // A collector that is away must not delay a stop; what was not sent is counted as failed.
    await withTimeLimit(LAST_SPANS_MS, provider.shutdown()).catch(log.failed);
  };
}

function samplerOf({ sampler, ratio }: TracingConfig): Sampler {
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}

/** One line when sending begins to fail, and one when it works again. */
function createOutageLog(logger: TracingParts['logger']) {
  let isAway = false;
  return {
    failed: (error: unknown): void => {
      if (isAway) return;
      isAway = true;
      logger.warn({ err: error }, 'the collector does not take traces; spans are dropped');
    },
    sent: (): void => {
      if (!isAway) return;
      isAway = false;
      logger.info('the collector takes traces again');
    },
  };
}
