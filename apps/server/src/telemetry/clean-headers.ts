import { isEnrichmentHeader } from '../identity/enrichment.ts';
import { withoutNumbers } from '../platform/logger.ts';

/** So many headers of one request are kept, each of at most so many characters. */
const MOST_HEADERS = 100;
const MOST_CHARACTERS = 2000;
/** All names and values together. */
const MOST_IN_ALL = 16_000;

/** Names under which a secret would stand, whoever made them up. */
const SECRET = /cookie|auth|token|secret|passw|session|api-?key|credential|signature/;
/**
 * Numbers of other countries and of other kinds (an account, a card): digits in a row that no
 * version or length is made of.
 */
const LONG_NUMBER = /[0-9]{9,}/g;

/**
 * The headers of a request as they may be kept and shown (rows A18, S9): names in lower case,
 * without cookies, tokens and what a carrier adds, and without anything that looks like a number,
 * in names too.
 */
export function cleanHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const clean = new Map<string, string>();
  let characters = 0;
  for (const [given, value] of Object.entries(headers)) {
    const name = withoutAnyNumber(given.toLowerCase().toWellFormed());
    if (value === undefined || SECRET.test(name) || isEnrichmentHeader(name)) continue;
    const shown = withoutAnyNumber([value].flat().join(', ').toWellFormed()).slice(
      0,
      MOST_CHARACTERS,
    );
    characters += name.length + shown.length;
    if (characters > MOST_IN_ALL) break;
    clean.set(name, shown);
    if (clean.size === MOST_HEADERS) break;
  }
  return Object.fromEntries(clean);
}

function withoutAnyNumber(text: string): string {
  return withoutNumbers(text).replace(LONG_NUMBER, '[number]');
}
