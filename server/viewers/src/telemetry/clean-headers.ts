import { withoutNumbers } from '@bonisa/kit/logger';
import { isEnrichmentHeader } from '@bonisa/people/identity/enrichment';

/** Limits for one request: number of headers and characters of each value. */
const MAX_HEADERS = 100;
const MAX_VALUE_LENGTH = 2000;
/** Limit for all names and values together, in characters. */
const MAX_TOTAL_LENGTH = 16_000;

/** Header names that suggest a secret. */
const SECRET = /cookie|auth|token|secret|passw|session|api-?key|credential|signature/;
/**
 * Numbers of other countries and other kinds (an account, a card): longer than any part of a
 * version or a length.
 */
const LONG_NUMBER = /[0-9]{9,}/g;

/**
 * The headers of a request that may be stored and shown (rows A18, S9): names in lower case,
 * without cookies, tokens and the carrier's enrichment, and without anything that looks like a
 * phone number, in names too.
 */
export function cleanHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const clean = new Map<string, string>();
  let characters = 0;
  for (const [sentName, value] of Object.entries(headers)) {
    const name = withoutAnyNumber(sentName.toLowerCase().toWellFormed());
    if (value === undefined || SECRET.test(name) || isEnrichmentHeader(name)) continue;
    const shown = withoutAnyNumber([value].flat().join(', ').toWellFormed()).slice(
      0,
      MAX_VALUE_LENGTH,
    );
    characters += name.length + shown.length;
    if (characters > MAX_TOTAL_LENGTH) break;
    clean.set(name, shown);
    if (clean.size === MAX_HEADERS) break;
  }
  return Object.fromEntries(clean);
}

function withoutAnyNumber(text: string): string {
  return withoutNumbers(text).replace(LONG_NUMBER, '[number]');
}
