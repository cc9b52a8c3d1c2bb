/**
 * A text as it is copied, in plain characters: full-width and other compatible forms (NFKC), the
 * digits of every script as 0 to 9, and no format characters such as direction marks.
 */
export function foldDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit);
}

/** Unicode places the ten digits of a script together, from a code point that ends in 0 or 6. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  const low = point & 0xf;
  const startsAtZero = /\p{Nd}/u.test(String.fromCodePoint(point - low));
  return String(startsAtZero ? low : low - 6);
}
