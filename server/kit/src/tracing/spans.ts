/**
 * What lies between the product and OpenTelemetry. While no tracer is set, everything here costs
 * one comparison, and OpenTelemetry is not loaded.
 */
import type { Context, Span, SpanContext, Tracer } from '@opentelemetry/api';
import { withoutNumbers } from '../logger.ts';
import { requestContext, withContext } from '../request-context.ts';

/**
 * What a span may say: OpenTelemetry's names where there is one. Values are fixed words, patterns,
 * figures and ids; never an address, a header, a parameter, a statement's value or an error's
 * message.
 */
export interface SpanFacts {
  readonly 'http.request.method'?: string;
  /** The route's pattern. */
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  /** A code of the contract, or the name of an error's class. */
  readonly 'error.type'?: string;
  readonly 'db.system.name'?: 'postgresql';
  readonly 'db.operation.name'?: string;
  readonly 'db.collection.name'?: string;
  readonly 'bonisa.correlation_id'?: string;
  /** What the carrier finds our call by (CAMARA Commonalities, `x-correlator`). */
  readonly 'bonisa.x_correlator'?: string;
  readonly 'bonisa.carrier.outcome'?: string;
  /** The pattern of a page's address. */
  readonly 'bonisa.page'?: string;
  /** How many items a job has worked on. */
  readonly 'bonisa.job.items'?: number;
  /** Whether the client went away before the answer. */
  readonly 'bonisa.aborted'?: boolean;
}

export type SpanKindName = 'internal' | 'server' | 'client';

/** A tracer, and what it needs of OpenTelemetry's API at run time. */
export interface Tracing {
  readonly tracer: Tracer;
  /** The context of a span whose parent this is. */
  readonly contextOf: (parent: Span | undefined) => Context;
  /** Stands for a span of another process. */
  readonly remote: (parent: SpanContext) => Span;
  readonly kinds: Readonly<Record<SpanKindName, number>>;
  /** OpenTelemetry's code of a failed span. */
  readonly failed: number;
}

let tracing: Tracing | undefined;

/** Sets the tracer of this process; undefined: nothing is traced any more. */
export function setTracing(one: Tracing | undefined): void {
  tracing = one;
}

/** Whether this process traces at all. */
export function isTracing(): boolean {
  return tracing !== undefined;
}

export interface SpanStart {
  readonly name: string;
  readonly kind?: SpanKindName;
  readonly facts?: SpanFacts;
  /** The span of another process that this one continues. */
  readonly parent?: SpanContext | undefined;
}

/**
 * Begins a span that has no parent in this process; undefined while nothing is traced. The caller
 * ends it.
 */
export function beginRoot({ name, kind = 'internal', facts, parent }: SpanStart): Span | undefined {
  if (!tracing) return undefined;
  const span = tracing.tracer.startSpan(
    withoutNumbers(name),
    { kind: tracing.kinds[kind] },
    tracing.contextOf(parent && tracing.remote(parent)),
  );
  if (facts) addFacts(span, facts);
  return span;
}

/** Runs work in a span without a parent, such as a job. */
export async function rootSpan<Result>(
  start: SpanStart,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const span = beginRoot(start);
  return span ? await runIn(span, work) : await work(undefined);
}

/**
 * Runs work in a span below the one that is under way; without one (an unsampled trace, a job's
 * look for work) it runs without a span.
 */
export function childSpan<Result>(
  start: SpanStart | (() => SpanStart),
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  if (!tracing) return work(undefined);
  const parent = requestContext.getStore()?.span;
  if (!parent?.isRecording()) return work(undefined);
  const { name, kind = 'internal', facts } = typeof start === 'function' ? start() : start;
  const span = tracing.tracer.startSpan(
    withoutNumbers(name),
    { kind: tracing.kinds[kind] },
    tracing.contextOf(parent),
  );
  if (facts) addFacts(span, facts);
  return runIn(span, work);
}

/** Adds facts to a span. Every text is searched for phone numbers, as in the log. */
export function addFacts(span: Span | undefined, facts: SpanFacts): void {
  if (!span?.isRecording()) return;
  for (const [key, value] of Object.entries(facts))
    if (value !== undefined)
      span.setAttribute(key, typeof value === 'string' ? withoutNumbers(value) : value);
}

/** Adds facts to the span that is under way. */
export function addToSpan(facts: SpanFacts): void {
  if (tracing) addFacts(requestContext.getStore()?.span, facts);
}

/** Marks a span as failed, by the name of an error's class and never by its message. */
export function failSpan(span: Span | undefined, type?: string): void {
  if (!tracing || !span) return;
  if (type !== undefined) addFacts(span, { 'error.type': type });
  span.setStatus({ code: tracing.failed });
}

async function runIn<Result>(span: Span, work: (span: Span) => Promise<Result>): Promise<Result> {
  try {
    return await withContext({ span }, () => work(span));
  } catch (error) {
    failSpan(span, error instanceof Error ? error.name : typeof error);
    throw error;
  } finally {
    span.end();
  }
}
