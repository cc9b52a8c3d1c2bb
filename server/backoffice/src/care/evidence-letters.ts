/** Which file of the font has a letter. */
export type LetterSet = 'latin' | 'extended';

/** Letters that stand behind each other and come from one file of the font. */
export interface Run {
  readonly letters: LetterSet;
  readonly text: string;
}

const LATIN =
  /^[\n\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]$/u;
/** Latin Extended-A as far as the font has it: letters of Sepedi and Setswana, and of names. */
const EXTENDED = new RegExp(
  `^[${[
    '\\u0100-\\u0107\\u010a-\\u0113\\u0116-\\u011b\\u011e-\\u0123\\u0126-\\u012b\\u012e-\\u0130',
    '\\u0136\\u0137\\u0139-\\u013e\\u0141-\\u0148\\u014a-\\u014d\\u0150\\u0151\\u0154-\\u015b',
    '\\u015e-\\u0161\\u0164\\u0165\\u0168-\\u017e\\u1e80-\\u1e85',
  ].join('')}]$`,
  'u',
);
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  '\t': ' ',
  '\u2190': '<-',
  '\u2192': '->',
  '\u2010': '-',
  '\u2011': '-',
  '\u2212': '-',
  '\u202f': ' ',
  '\u200b': '',
};

/**
 * A text as the evidence shows it. Letters that the font lacks stand without their marks (ḓ of
 * Tshivenḓa as d); what is no letter of ours becomes a `?`, so that nothing is left out unseen. The
 * content's hash is that of the text itself.
 */
export function runsOf(text: string): readonly Run[] {
  const runs: { letters: LetterSet; text: string }[] = [];
  const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of signs.segment(text.normalize('NFC').replaceAll('\r\n', '\n')))
    for (const one of shown(segment)) {
      const last = runs.at(-1);
      const letters = EXTENDED.test(one) ? 'extended' : 'latin';
      if (last?.letters === letters) last.text += one;
      else runs.push({ letters, text: one });
    }
  return runs.length === 0 ? [{ letters: 'latin', text: '' }] : runs;
}

/** The signs for one that a reader sees as one. */
function shown(sign: string): readonly string[] {
  if (LATIN.test(sign) || EXTENDED.test(sign)) return [sign];
  const written = WRITTEN_OUT[sign];
  if (written !== undefined) return [...written];
  const bare = sign.normalize('NFD').replace(/\p{M}/gu, '');
  return [LATIN.test(bare) ? bare : '?'];
}
