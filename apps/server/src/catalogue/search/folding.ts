/**
 * What counts as the same word: decided here, for what is searched and for what is typed alike, so
 * that neither the server's locale nor the version of its rules can make the two differ.
 */

/** Longer words are cut: nobody types them, and an index of them helps nobody. In UTF-16 units. */
export const MAX_WORD = 40;

/** Letters that Unicode does not take apart into a plain letter and a mark. */
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

/**
 * Within a word they are left out: `Jo'burg` is found as `joburg`. Clicks are typed as `!` or not
 * at all.
 */
const LEFT_OUT = /[\p{M}'’‘ʼʻ`´ʹ′ǀǁǂǃ]/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/**
 * The words of a text in their order: small plain letters and digits, no accents, no punctuation.
 * Any text will do; what comes out contains nothing that means something to a database.
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

/** Words without what parts them: `Sun Rise`, `sun-rise` and `Sunrise` are the same name. */
export function joined(words: readonly string[]): string {
  return words.join('');
}

/** Never through the middle of a character. */
function cut(word: string): string {
  return word.length <= MAX_WORD ? word : word.slice(0, MAX_WORD).replace(/[\uD800-\uDBFF]$/, '');
}
