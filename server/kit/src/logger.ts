import type { Span } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino } from 'pino';
import { serializeError } from './error-serializer.ts';
import { createOutageLines } from './outage-lines.ts';
import { requestContext } from './request-context.ts';

/** Characters that people and programs write between two digits of a phone number. */
const GAP = '(?:[\\s().\\-/_]|%20){0,3}';
/** A phone number in any spelling of people and carriers; no log line may contain one. */
const NUMBER = `(?:(?:(?:\\+|%2[bB]|00)${GAP})?2${GAP}7${GAP}(?:\\(0\\)${GAP})?|(?<![0-9])0${GAP})[0-9](?:${GAP}[0-9]){8}(?![0-9])`;
/**
 * A random or derived id (of version 8: references of charges and refunds), alone or within a name
 * or an address. One in two hundred has digits that read like a number, and its charge or file
 * could not be found by the log. An id that was filled up from a number has no letter in its first
 * half, and is none of ours.
 */
const UUID = [
  '(?<![0-9A-Za-z])(?=[0-9-]{0,17}[a-f])[0-9a-f]{8}-[0-9a-f]{4}-',
  '[478][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9A-Za-z])',
].join('');
const UUID_OR_NUMBER = new RegExp(`(?<id>${UUID})|${NUMBER}`, 'g');

/** Replaces every phone number in a text; our ids (UUIDs) stay as they are. */
export function withoutNumbers(text: string): string {
  return text.replace(UUID_OR_NUMBER, (_, id: string | undefined) => id ?? '[number]');
}

/** Names of secrets and personal data. Values under these keys are redacted at any depth. */
const REDACTED = new Set([
  'msisdn',
  'he_msisdn',
  'x-msisdn',
  'phonenumber',
  'he_token',
  'otp',
  'evina_token',
  'authorization',
  'cookie',
  'set-cookie',
  'token',
  'csrftoken',
  'x-csrf-token',
  'x-enrichment-secret',
  'password',
]);

/**
 * Creates the structured log. Each finished line is checked again: values under the redacted keys
 * are removed, and every text and number is searched for phone numbers, so that none can appear in
 * a message, an error or a foreign address either.
 */
export function createLogger(
  level: string,
  destination: DestinationStream = process.stdout,
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError },
      hooks: { logMethod: createOutageLines() },
      mixin: idsOfContext,
    },
    { write: (line) => void destination.write(searched(line)) },
  );
}

/**
 * The ids by which a line is found beside the others of its request or job, and its trace; a line's
 * own fields count.
 */
function idsOfContext(): object {
  const { correlationId, span } = requestContext.getStore() ?? {};
  if (correlationId === undefined && span === undefined) return {};
  return {
    ...(correlationId === undefined ? {} : { correlation_id: correlationId }),
    ...idsOfSpan(span),
  };
}

/** The ids of a span that is recorded, for log lines. */
export function idsOfSpan(span: Span | undefined): { trace_id?: string; span_id?: string } {
  if (!span?.isRecording()) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/**
 * The forms of a trace's ids, which have digits like a number as often. Only under these keys and
 * in these forms.
 */
const OWN_FORM: Readonly<Record<string, RegExp>> = {
  trace_id: /^[0-9a-f]{32}$/,
  span_id: /^[0-9a-f]{16}$/,
};

function isId(key: string, value: unknown): boolean {
  return typeof value === 'string' && OWN_FORM[key]?.test(value) === true;
}

function searched(line: string): string {
  return `${JSON.stringify(cleaned(JSON.parse(line)))}\n`;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return withoutNumbers(value);
  if (typeof value === 'number')
    return withoutNumbers(String(value)) === String(value) ? value : '[number]';
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      withoutNumbers(key),
      REDACTED.has(key.toLowerCase()) ? '[redacted]' : isId(key, inner) ? inner : cleaned(inner),
    ]),
  );
}
