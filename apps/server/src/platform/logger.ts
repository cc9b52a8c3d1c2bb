import { type DestinationStream, type Logger, pino } from 'pino';

/** A number in any of the spellings that people and carriers use, as it must never stand in a log. */
const NUMBER = /(?:\+|%2[bB]|00)?27[ -]?[0-9]{2}[ -]?[0-9]{3}[ -]?[0-9]{4}(?![0-9])|(?<![0-9])0[ -]?[0-9]{2}[ -]?[0-9]{3}[ -]?[0-9]{4}(?![0-9])/g;

/** The text with every phone number in it replaced. */
export function withoutNumbers(text: string): string {
  return text.replace(NUMBER, '[number]');
}

/** Keys under which a secret or a person's data would stand; whatever is logged below them is cut out. */
const REDACTED = ['msisdn', 'he_msisdn', 'he_token', 'otp', 'evina_token', 'authorization', 'cookie', 'token', 'password'];

/**
 * The structured log. Two nets below each other: named keys are redacted, and the finished line is searched for numbers, so
 * that one in a message, an error or an address of somebody else's making cannot appear either.
 */
export function createLogger(level: string, destination: DestinationStream = process.stdout): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => void destination.write(searched(line)) },
  );
}

/** A line's own `time` is digits too, but parted by dashes and colons; only what looks like a number is replaced. */
function searched(line: string): string {
  return withoutNumbers(line);
}
