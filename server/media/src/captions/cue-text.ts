import { HTML_TAGS } from '@bonisa/kit/html-tags';
import { decodeHTMLAttribute } from 'entities';

/** The words of a caption: what other formats and editors mix into them is kept, or goes. */

/** The tags that WebVTT has as well, by what files call them. Others go, and their words stay. */
const KEPT: Readonly<Record<string, string>> = {
  ...{ i: 'i', em: 'i', b: 'b', strong: 'b', u: 'u', ruby: 'ruby', rt: 'rt', v: 'v' },
};
/** After these the words go on in a new line. */
const BREAKS = new Set(['br', '/p', '/div', '/li', '/tr']);
/** A tag ends before the next one begins: else a run of openings would take quadratic time. */
const TAG = /<(?:\/?[a-z][^<>\n]*|[\d:.]+)>/gi;

/** What would be a style when it is read again: braces of the words are written as an entity. */
const STYLE_AGAIN = /\{(?=(?: *\\|[a-z]:)[^{}\n]*\}|\/?[ibus]\})/gi;

/** The place that `{\an8}` means: the numbers are laid out like the keys of a number pad. */
const PLACES: Readonly<Record<string, string>> = {
  1: 'position:0% align:left',
  3: 'position:100% align:right',
  4: 'line:50% position:0% align:left',
  5: 'line:50%',
  6: 'line:50% position:100% align:right',
  7: 'line:0 position:0% align:left',
  8: 'line:0',
  9: 'line:0 position:100% align:right',
};

/** What the older `{\a6}` means on the number pad. */
const OLD_PLACES: Readonly<Record<string, string>> = {
  ...{ 1: '1', 2: '2', 3: '3', 5: '7', 6: '8', 7: '9', 9: '4', 10: '5', 11: '6' },
};

/** The settings of WebVTT that `{\an8}` in the words of a caption means. */
export function placeIn(raw: string): string | undefined {
  const [, isPad, number = ''] =
    /\{[^{}\n]{0,99}?\\a(n?)(\d{1,2})(?=[\\} ])[^{}\n]{0,99}\}/.exec(raw) ?? [];
  return PLACES[isPad === '' ? (OLD_PLACES[number] ?? '') : number];
}

/**
 * The words as WebVTT: its tags stay, those of other formats go, and an entity is decoded once.
 * Everything else that WebVTT would read as markup is escaped.
 */
export function cueText(raw: string): string {
  const text = raw
    // Styles of SubStation Alpha, and those of MicroDVD.
    .replaceAll(/\{ *\\[^{}\n]*\}|\{[a-z]:[^{}\n]*\}/gi, '')
    .replaceAll(/\{(\/?)([ibus])\}/gi, '<$1$2>')
    .replaceAll('\\N', '\n')
    .replaceAll('\\h', ' ');
  const parts: string[] = [];
  let at = 0;
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    const written = tagOf(tag);
    if (written === undefined) continue;
    parts.push(words(text.slice(at, index)), written);
    at = index + tag.length;
  }
  return [...parts, words(text.slice(at))]
    .join('')
    .replaceAll(STYLE_AGAIN, '&#123;')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

/** What a tag becomes; undefined where it may be words between brackets. */
function tagOf(tag: string): string | undefined {
  const [, slash = '', given = ''] = /^<(\/?)([a-z][a-z0-9]*)/i.exec(tag) ?? [];
  const name = given.toLowerCase();
  if (name === '') return '';
  if (BREAKS.has(slash + name)) return '\n';
  if (!HTML_TAGS.has(name)) return tag.includes('=') || slash === '/' ? '' : undefined;
  const kept = KEPT[name];
  if (kept === undefined) return '';
  const speaker = kept === 'v' && slash === '' ? / (.*)>$/.exec(tag)?.[1]?.trim() : undefined;
  if (kept === 'v' && slash === '' && !speaker) return '';
  return `<${slash}${kept}${speaker ? ` ${words(speaker)}` : ''}>`;
}

/** Words without control characters, whose markup is decoded once and escaped. */
function words(text: string): string {
  return decodeHTMLAttribute(text)
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n]|[\u{fffd}\u{feff}]/gu, (sign) => (sign === '\t' ? ' ' : ''))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
}
