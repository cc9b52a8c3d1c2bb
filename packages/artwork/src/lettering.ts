import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type Font, type Glyph, type PathCommand } from 'opentype.js';

/**
 * Sets titles as outlines, because the machine that renders a picture may lack the typeface. The
 * typeface is Bricolage Grotesque 800 (SIL OFL): the file `latin`, then `latin-ext` for letters
 * such as the š of Sesotho sa Leboa.
 */

export interface LetteringBox {
  /** The left edge and the base line of the last line. */
  readonly x: number;
  readonly bottom: number;
  readonly maxWidth: number;
  readonly maxHeight: number;
  readonly maxSize: number;
  readonly minSize: number;
  readonly maxLines: number;
  /** `middle` sets the lines around `x`. */
  readonly align?: 'left' | 'middle';
}

export interface Lettering {
  /** Data of one SVG path. */
  readonly path: string;
  readonly lines: readonly string[];
  readonly size: number;
  /** The ink's outermost edges. */
  readonly bounds: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

/** Space between letters, in em. */
const TRACKING = -0.018;
const LINE_HEIGHT = 0.98;
/** Words that should not end a line. */
const LEANS_FORWARD = new Set([
  'a',
  'an',
  'the',
  'of',
  'and',
  'in',
  'on',
  'at',
  'to',
  'is',
  'wa',
  'ya',
  'la',
  'le',
  'ba',
  'kwa',
  'die',
  'en',
  'van',
  'ke',
  'o',
  'my',
]);

const fonts: readonly Font[] = ['latin', 'latin-ext'].map(loadFont);

function loadFont(subset: string): Font {
  const file = createRequire(import.meta.url).resolve(
    `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-800-normal.woff`,
  );
  const bytes = readFileSync(file);
  return opentype.parse(new Uint8Array(bytes).buffer);
}

/**
 * Sets a text within a box, as large as its best line breaks allow. A text that does not fit ends
 * in an ellipsis.
 */
export function letter(text: string, box: LetteringBox): Lettering {
  const words = drawable(text)
    .split(/\s+/u)
    .filter((word) => word !== '');
  // n words have 2^(n-1) ways to break: with more than ten words, lines are filled in order.
  const breaks = words.length > 10 ? [] : everyBreak(words, box.maxLines);
  let best: { lines: readonly string[]; size: number; worth: number } | undefined;
  for (let size = box.maxSize; size >= box.minSize; size -= 2) {
    for (const { lines, widest, flaws } of breaks) {
      if (widest * size > box.maxWidth || lines.length * size * LINE_HEIGHT > box.maxHeight)
        continue;
      const worth = size * (1 - flaws);
      if (!best || worth > best.worth) best = { lines, size, worth };
    }
    const filled =
      words.length > 10
        ? filledLines(
            words,
            size,
            box,
            Math.min(box.maxLines, Math.floor(box.maxHeight / (size * LINE_HEIGHT))),
          )
        : undefined;
    if (filled) return outlined(filled, size, box);
  }
  return best
    ? outlined(best.lines, best.size, box)
    : outlined(forcedLines(words, box), box.minSize, box);
}

/**
 * Replaces a letter that the typeface lacks by the same letter without marks, or removes it.
 */
function drawable(text: string): string {
  const kept = [...text.normalize('NFC')].map((character) => {
    if (/\s/u.test(character)) return ' ';
    if (fontOf(character)) return character;
    const bare = character.normalize('NFD').replace(/\p{M}/gu, '');
    return [...bare].every(fontOf) ? bare : '';
  });
  const joined = kept.join('').trim();
  return joined === '' ? '?' : joined;
}

function fontOf(character: string): Font | undefined {
  return fonts.find((font) => font.charToGlyphIndex(character) !== 0);
}

interface SetGlyph {
  readonly glyph: Glyph;
  /** Where it begins, in em. */
  readonly x: number;
}

interface SetLine {
  readonly glyphs: readonly SetGlyph[];
  /** In em. */
  readonly width: number;
}

/**
 * Sets one line glyph by glyph, with kerning. The font's `getPath` cannot be used: it applies
 * substitutions, and the library throws at some of them (chained contexts).
 */
function setLine(text: string): SetLine {
  const glyphs: SetGlyph[] = [];
  let x = 0;
  let before: { font: Font; glyph: Glyph } | undefined;
  for (const character of text) {
    const font = fontOf(character);
    if (!font) continue;
    const glyph = font.charToGlyph(character);
    if (before)
      x +=
        TRACKING +
        (before.font === font ? font.getKerningValue(before.glyph, glyph) / font.unitsPerEm : 0);
    glyphs.push({ glyph, x });
    x += (glyph.advanceWidth ?? 0) / font.unitsPerEm;
    before = { font, glyph };
  }
  return { glyphs, width: x };
}

function widthOf(text: string, size: number): number {
  return setLine(text).width * size;
}

interface Break {
  readonly lines: readonly string[];
  /** The longest line, in em. */
  readonly widest: number;
  /** The share of the letter size that avoiding this break is worth. */
  readonly flaws: number;
}

/** Lists every way to break words into at most `maxLines` lines. */
function everyBreak(words: readonly string[], maxLines: number): Break[] {
  const breaks: Break[] = [];
  for (let cuts = 0; cuts < 2 ** (words.length - 1); cuts += 1) {
    const lines = cut(words, cuts);
    if (lines.length > maxLines) continue;
    const widths = lines.map((line) => setLine(line).width);
    const widest = Math.max(...widths);
    const ragged =
      widths.reduce((sum, width) => sum + ((widest - width) / widest) ** 2, 0) / widths.length;
    const hanging = lines
      .slice(0, -1)
      .filter((line) => LEANS_FORWARD.has(line.split(' ').at(-1)?.toLowerCase() ?? '')).length;
    breaks.push({
      lines,
      widest,
      flaws: Math.min(0.9, ragged * 0.2 + hanging * 0.16 + (lines.length - 1) * 0.06),
    });
  }
  return breaks;
}

function cut(words: readonly string[], cuts: number): string[] {
  const lines: string[] = [];
  for (const [index, word] of words.entries()) {
    const last = lines.length - 1;
    if (index === 0 || (cuts >> (index - 1)) & 1) lines.push(word);
    else lines[last] = `${lines[last]} ${word}`;
  }
  return lines;
}

function filledLines(
  words: readonly string[],
  size: number,
  box: LetteringBox,
  maxLines: number,
): string[] | undefined {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (widthOf(word, size) > box.maxWidth) return undefined;
    if (last !== undefined && widthOf(longer, size) <= box.maxWidth)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.length <= maxLines ? lines : undefined;
}

/** Breaks at the smallest size: cuts words that are too wide, and ends in an ellipsis. */
function forcedLines(words: readonly string[], box: LetteringBox): string[] {
  const pieces = words.flatMap((word) => brokenWord(word, box));
  const lines = filledLines(pieces, box.minSize, box, Number.POSITIVE_INFINITY) ?? [];
  const room = Math.max(
    1,
    Math.min(box.maxLines, Math.floor(box.maxHeight / (box.minSize * LINE_HEIGHT))),
  );
  if (lines.length <= room) return lines;
  const shown = lines.slice(0, room);
  let last = shown.at(-1) ?? '';
  while (last !== '' && widthOf(`${last}…`, box.minSize) > box.maxWidth)
    last = last.slice(0, -1).trimEnd();
  return [...shown.slice(0, -1), `${last}…`];
}

function brokenWord(word: string, box: LetteringBox): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && widthOf(`${piece}${character}-`, box.minSize) > box.maxWidth) {
      pieces.push(`${piece}-`);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

function outlined(lines: readonly string[], size: number, box: LetteringBox): Lettering {
  const bounds = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  };
  const paths: string[] = [];
  for (const [index, line] of lines.entries()) {
    const baseline = box.bottom - (lines.length - 1 - index) * size * LINE_HEIGHT;
    const set = setLine(line);
    const start = box.align === 'middle' ? box.x - (set.width * size) / 2 : box.x;
    for (const { glyph, x } of set.glyphs) {
      const drawn = glyph.getPath(start + x * size, baseline, size);
      const data = pathData(drawn.commands);
      if (data === '') continue;
      paths.push(data);
      const ink = drawn.getBoundingBox();
      bounds.left = Math.min(bounds.left, ink.x1);
      bounds.top = Math.min(bounds.top, ink.y1);
      bounds.right = Math.max(bounds.right, ink.x2);
      bounds.bottom = Math.max(bounds.bottom, ink.y2);
    }
  }
  return { path: paths.join(''), lines, size, bounds };
}

/** Writes SVG path data. The library's writer omits the space before a number that rounds to -0. */
function pathData(commands: readonly PathCommand[]): string {
  return commands
    .map(({ type, x1, y1, x2, y2, x, y }) => {
      const numbers = [x1, y1, x2, y2, x, y].filter((value) => value !== undefined);
      return type + numbers.map((value) => Math.round(value * 10) / 10).join(' ');
    })
    .join('');
}
