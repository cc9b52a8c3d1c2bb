import { wordsOf } from '@bonisa/content/search/folding';

/** Characters of a counted term: longer texts are sentences, which nobody else types. */
const LEAST_LENGTH = 2;
const MOST_LENGTH = 60;
/** So many digits may be a phone number, an account or an identity number. */
const MOST_DIGITS = 5;

/**
 * A search text as it is counted: lower-case words without accents and punctuation. Undefined for a
 * text that is never counted: too short or long, or one that may be a number of a person or an
 * address.
 */
export function termOf(text: string): string | undefined {
  if (text.includes('@')) return undefined;
  const term = wordsOf(text).join(' ');
  if (term.length < LEAST_LENGTH || term.length > MOST_LENGTH) return undefined;
  const digits = term.match(/\p{N}/gu)?.length ?? 0;
  return digits > MOST_DIGITS ? undefined : term;
}
