/**
 * Decides which words are equal, for names and for queries alike, so that neither the server's
 * locale nor the version of its rules can make them differ.
 */

/** Longer words are cut: nobody types them, and they make the index larger. In UTF-16 units. */
export const MAX_WORD = 40;

/** Letters that Unicode does not decompose into a plain letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  þ: 'th',
  ɓ: 'b',
  ς: 'σ',
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/** Omitted within a word: `Jo'burg` is found as `joburg`. Clicks are typed as `!` or not at all. */
const LEFT_OUT = /[\p{M}'’‘ʼʻ`´ʹ′ǀǁǂǃ]/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/**
 * The words of a text in order: lower-case letters and digits without accents or punctuation.
 * Accepts any text; the result contains no character with a meaning in SQL or in a `tsquery`.
 */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(LEFT_OUT, '')
    .replace(SPECIAL, (letter) => PLAIN[letter] ?? letter)
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
    .map(cut);
}

/** Words without separators: `Sun Rise`, `sun-rise` and `Sunrise` are the same name. */
export function joined(words: readonly string[]): string {
  return words.join('');
}

/** Never cuts within a character. */
function cut(word: string): string {
  return word.length <= MAX_WORD ? word : word.slice(0, MAX_WORD).replace(/[\uD800-\uDBFF]$/, '');
}
