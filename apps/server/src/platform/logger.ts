import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { isDatabaseAway } from './database-away.ts';

/** What may stand between two digits of a number that a person or a program wrote. */
const GAP = '(?:[\\s().\\-/_]|%20){0,3}';
/**
 * A number in any of the spellings that people and carriers use, as it must never stand in a log.
 */
const NUMBER = new RegExp(
  `(?:(?:(?:\\+|%2[bB]|00)${GAP})?2${GAP}7${GAP}(?:\\(0\\)${GAP})?|(?<![0-9])0${GAP})[0-9](?:${GAP}[0-9]){8}(?![0-9])`,
  'g',
);

/** The text with every phone number in it replaced. */
export function withoutNumbers(text: string): string {
  return text.replace(NUMBER, '[number]');
}

/**
 * Names under which a secret or a person's data would stand, at whatever depth; what is logged
 * below them is cut out.
 */
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
 * The structured log. Each finished line is gone through once more: what stands under a named key
 * is cut out, and every text and figure is searched for numbers, so that one in a message, an error
 * or an address of somebody else's making cannot appear either.
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
      hooks: { logMethod: tellOutagesOnce },
    },
    { write: (line) => void destination.write(searched(line)) },
  );
}

/**
 * An outage of the database has one line at its start and one at its end: what fails meanwhile,
 * many times a second, is a line of debug.
 */
function tellOutagesOnce(
  this: Logger,
  given: Parameters<LogFn>,
  method: LogFn,
  level: number,
): void {
  const [about] = given as unknown[];
  const isOutage =
    level > DEBUG &&
    typeof about === 'object' &&
    about !== null &&
    'err' in about &&
    isDatabaseAway(about.err);
  if (isOutage) this.debug(...given);
  else method.apply(this, given);
}

/** pino's number for this level. */
const DEBUG = 20;

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
      REDACTED.has(key.toLowerCase()) ? '[redacted]' : cleaned(inner),
    ]),
  );
}
