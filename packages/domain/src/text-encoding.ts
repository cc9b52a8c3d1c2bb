/**
 * The text of a file whose encoding nobody said. UTF-8, UTF-16 with a byte order mark, what an XML
 * declaration names, and the Windows-1252 that Excel writes are read. Anything else is refused by
 * name: a guess would put broken letters before viewers.
 */

export type TextEncodingName = 'UTF-8' | 'UTF-16' | 'Windows-1252';

export interface ReadText {
  readonly text: string;
  readonly encoding: TextEncodingName;
}

/** What a text is: XML declares its encoding, a table or captions may be of a spreadsheet. */
export type TextKind = 'json' | 'xml' | 'table';

const ADVICE = 'save it as UTF-8';
/** The encodings that a declaration may name, as WHATWG labels resolve them. */
const DECLARED: Readonly<Record<string, TextEncodingName>> = {
  'utf-8': 'UTF-8',
  utf8: 'UTF-8',
  'us-ascii': 'UTF-8',
  ascii: 'UTF-8',
  'windows-1252': 'Windows-1252',
  cp1252: 'Windows-1252',
  'iso-8859-1': 'Windows-1252',
  latin1: 'Windows-1252',
};

/** Reads the bytes of a file, or says why not: `is not UTF-8: …`. */
export function readText(
  bytes: Uint8Array,
  kind: TextKind,
): ReadText | { readonly problem: string } {
  const read = textOf(bytes, kind);
  if (typeof read === 'string') return { problem: `${read}: ${ADVICE}` };
  // NUL is in no text; without a mark it tells UTF-16 or a file that is none of text.
  if (read.text.includes('\0'))
    return { problem: `is no text, or UTF-16 without a byte order mark: ${ADVICE}` };
  return read;
}

function textOf(bytes: Uint8Array, kind: TextKind): ReadText | string {
  const marked = byMark(bytes);
  if (marked) return marked;
  const declared = kind === 'xml' ? declaredEncoding(bytes) : undefined;
  if (declared === 'Windows-1252') return windows(bytes);
  if (declared !== undefined && declared !== 'UTF-8') return declared;
  const text = decoded(bytes, 'utf-8');
  if (text !== undefined) return { text, encoding: 'UTF-8' };
  if (kind !== 'table') return wrongByte(bytes);
  const guessed = windows(bytes);
  const strange = implausible(guessed.text);
  return strange ? `is neither UTF-8 nor Windows-1252 ('${strange}' would be read)` : guessed;
}

/** By the byte order mark. */
function byMark(bytes: Uint8Array): ReadText | string | undefined {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  if (!isLittle && !(first === 0xfe && second === 0xff)) return undefined;
  const text = decoded(bytes, isLittle ? 'utf-16le' : 'utf-16be');
  return text === undefined ? 'is broken UTF-16' : { text, encoding: 'UTF-16' };
}

function decoded(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function windows(bytes: Uint8Array): ReadText {
  return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
}

/** What `<?xml … encoding="…"?>` names, or why it is not read; undefined without one. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const label = /^(?:\u{ef}\u{bb}\u{bf})?\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/u.exec(
    head,
  )?.[1];
  if (label === undefined) return undefined;
  return DECLARED[label.trim().toLowerCase()] ?? `declares the encoding '${label.slice(0, 40)}'`;
}

/** Names the first byte that UTF-8 does not have at its place. */
function wrongByte(bytes: Uint8Array): string {
  // The longest beginning that is UTF-8; a character has at most four bytes.
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isUtf8Beginning(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  // What is wrong began with a first byte that waited for others.
  while (low > 0 && decoded(bytes.subarray(0, low), 'utf-8') === undefined) low -= 1;
  const line = bytes.subarray(0, low).reduce((lines, byte) => lines + (byte === 10 ? 1 : 0), 1);
  const byte = (bytes[low] ?? 0).toString(16).padStart(2, '0');
  return `is not UTF-8: line ${line} has the byte 0x${byte}`;
}

function isUtf8Beginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The letters of our languages, and of those of western Europe that are read here. */
const HIGH = 'ÀÁÂÃÄÇÈÉÊËÍÎÏÑÓÔÕÖÙÚÛÜŒŠŸßàáâãäæçèéêëíîïñóôõöùúûüÿœš';
const LETTER = `A-Za-z${HIGH}`;
/** Signs above ASCII that texts have: money, quotes, dashes, degrees. */
const SIGNS = '€…‘’“”–—™\u00a0£§©®«»°½¼¾·¿¡♪';
/**
 * What Windows-1252 makes of Mac Roman, of DOS, of Greek, Cyrillic or central Europe: signs within
 * words, capitals after small letters, words without a plain letter, and signs that no synopsis
 * has. An apostrophe may be within a word.
 */
const STRANGE = [
  new RegExp(`[^\\u0000-\\u007f${HIGH}${SIGNS}]`, 'u'),
  new RegExp(`[${LETTER}](?![’\u00a0])[${SIGNS}](?=[${LETTER}])`, 'u'),
  /[a-zß-ÿšœ][À-ÖØ-ÞŠŒŸ]/u,
  new RegExp(`(?<![${LETTER}])[${HIGH}]{2}(?![a-z])|[${HIGH}]{4}`, 'u'),
  // Sesotho sa Leboa has š before vowels, h and w; it is the ö of Mac Roman elsewhere.
  /[a-zß-ÿ]š(?=[b-dfgj-np-tvxz])/u,
  // Portuguese has õ before e; it is the ő of Hungarian elsewhere.
  /õ(?!e)/iu,
];

/** The letters around what no text has; undefined where all of it may be right. */
function implausible(text: string): string | undefined {
  for (const pattern of STRANGE) {
    const at = pattern.exec(text)?.index;
    if (at !== undefined) return text.slice(Math.max(0, at - 8), at + 8).replace(/\s+/g, ' ');
  }
  return undefined;
}
