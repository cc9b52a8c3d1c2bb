/** One sentence of a text: its words in plain small letters. */
export interface Sentence {
  readonly words: readonly string[];
  /** It ends with a question mark. */
  readonly isAsked: boolean;
}

/** Letters of other alphabets (Greek, Cyrillic, small capitals) that look like one of ours. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: '\u0391\u03b1\u0410\u0430\u1d00\u0251',
  b: '\u0392\u03b2\u0412\u0432\u0299',
  c: '\u03f9\u03f2\u0421\u0441\u1d04',
  d: '\u0500\u0501\u1d05\u0111',
  e: '\u0395\u03b5\u0415\u0435\u1d07',
  f: '\ua730',
  g: '\u0261\u0262',
  h: '\u0397\u041d\u043d\u029c',
  i: '\u0399\u03b9\u0406\u0456\u0131\u026a',
  j: '\u0408\u0458\u1d0a',
  k: '\u039a\u03ba\u041a\u043a\u1d0b',
  l: '\u041b\u043b\u029f\u0142',
  m: '\u039c\u041c\u043c\u1d0d',
  n: '\u039d\u03b7\u0578\u0274',
  o: '\u039f\u03bf\u041e\u043e\u0585\u1d0f\u00d8\u00f8',
  p: '\u03a1\u03c1\u03a0\u03c0\u0420\u0440\u041f\u043f\u1d18',
  q: '\u051a\u051b',
  r: '\u0280',
  s: '\u00a7\u0282\u054f\u03a3\u03c3\u03c2\u0405\u0455\ua731',
  t: '\u2020\u03a4\u03c4\u0422\u0442\u1d1b',
  u: '\u03c5\u057d\u1d1c',
  v: '\u03bd\u0474\u0475\u1d20',
  w: '\u051c\u051d\u1d21',
  x: '\u03a7\u03c7\u0425\u0445',
  y: '\u03a5\u0423\u0443\u028f',
  z: '\u0396\u1d22',
};

const PLAIN = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([plain, alike]) =>
    [...alike].map((letter) => [letter, plain] as const),
  ),
);

/** Enclosed letters and flags' letters, which compatibility decomposition leaves as they are. */
const SMALL_A = 0x61;
const ENCLOSED_FROM = [0x1_f1_50, 0x1_f1_70, 0x1_f1_e6] as const;
const ENCLOSED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;

const STOP_SIGN = '\u{1f6d1}';
/** No entry, prohibited, a raised hand, a person who refuses. */
const REFUSING_SIGNS = /[\u26d4\u270b\u{1f6ab}\u{1f645}]/gu;
const APOSTROPHE = /['\u2018\u2019\u201b\u02bc\u2032\u00b4`\uff07]/g;
const SINGLE_LETTERS = /(?<![a-z0-9])(?:[a-z05$@][^a-z0-9$@]{1,3}){2,}[a-z05$@](?![a-z0-9])/g;
/** 'don t' for 'don't'. */
const CUT_OFF_T = /\b(don|can|won|didn|doesn|isn|wasn|couldn|wouldn|haven) t\b/g;

/**
 * A text in plain small letters: compatibility forms, marks, invisible characters and letters that
 * look like ours are folded, letters that are spelled one by one are joined. A text of any size
 * and with any character can be folded.
 */
export function foldText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(STOP_SIGN, ' stop ')
    .replaceAll(REFUSING_SIGNS, ' no ')
    .replaceAll(APOSTROPHE, '')
    .replaceAll(ENCLOSED, plainLetter)
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[^\0-\u007f]/gu, (letter) => PLAIN.get(letter) ?? letter)
    .toLowerCase()
    .replaceAll(CUT_OFF_T, '$1t')
    .replaceAll(SINGLE_LETTERS, (run) => ` ${run.replaceAll(/[^a-z05$@]/g, '')} `);
}

/** The sentences of a folded text. A point inside of a word ends none. */
export function sentencesOf(folded: string, isKnown: (word: string) => boolean): Sentence[] {
  const parts = folded.match(/(?:[^.!?;:\n\r\u3002]|[.:;](?=\S))+[.!?;:\s\u3002]*/gu) ?? [];
  return parts
    .map((part) => ({
      words: wordsOf(part, isKnown),
      isAsked: part.includes('?'),
    }))
    .filter(({ words }) => words.length > 0);
}

function wordsOf(part: string, isKnown: (word: string) => boolean): string[] {
  return (part.match(/[a-z0-9$@]+/g) ?? []).flatMap((token) => {
    if (/^[a-z]+$/.test(token)) return [token];
    const spelled = [withLetters(token, 'l'), withLetters(token, 'i')].find(
      (word) => /[a-z]/.test(token) && isKnown(word),
    );
    return spelled ? [spelled] : (token.match(/[a-z]+/g) ?? []);
  });
}

const LETTER_OF: Readonly<Record<string, string>> = {
  0: 'o',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  $: 's',
  '@': 'a',
};

/** A word with digits in the place of letters: `st0p`. `one`: what a `1` is. */
function withLetters(token: string, one: 'i' | 'l'): string {
  return token.replaceAll(/[^a-z]/g, (sign) => (sign === '1' ? one : (LETTER_OF[sign] ?? sign)));
}

function plainLetter(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const from = ENCLOSED_FROM.findLast((first) => first <= code) ?? code;
  return String.fromCodePoint(SMALL_A + code - from);
}
