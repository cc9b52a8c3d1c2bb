import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from './evidence-letters.ts';

const textOf = (text: string) =>
  runsOf(text)
    .map((run) => run.text)
    .join('');

describe('the letters of the evidence', () => {
  it('are those of the text where the font has them', () => {
    const texts = ['R5.00 per day', 'Môre, Mme Mokoena', 'Pitša ya Šebata', 'Łódź\nŽ'];
    for (const text of texts) expect(textOf(text)).toBe(text);
    expect(runsOf('Pitša').map((run) => [run.letters, run.text])).toEqual([
      ['latin', 'Pit'],
      ['extended', 'š'],
      ['latin', 'a'],
    ]);
  });

  it('stand without their marks where it has not, and nothing is left out unseen', () => {
    expect(textOf('Tshivenḓa, ṱhoho, ḽivhuwa, ṅwana')).toBe('Tshivenda, thoho, livhuwa, nwana');
    expect(textOf('Daily → Weekly')).toBe('Daily -> Weekly');
    expect(textOf('ok 👍🏽 👨‍👩‍👧 中')).toBe('ok ? ? ?');
    expect(textOf('e\u0302 s\u030c')).toBe('ê š');
    expect(runsOf('')).toEqual([{ letters: 'latin', text: '' }]);
  });

  it('keep each sign of any text, and change fonts no more often than they must', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const runs = runsOf(text);
        for (const [at, run] of runs.entries()) expect(run.letters).not.toBe(runs[at + 1]?.letters);
        const visible = text.normalize('NFC').replaceAll('\r\n', '\n').replaceAll('\u200b', '');
        const signs = [...new Intl.Segmenter('en').segment(visible)];
        expect([...textOf(text)].length).toBeGreaterThanOrEqual(signs.length);
      }),
    );
  });
});
