// A15: short messages from handsets: who wants to stop is understood, and nothing opts in.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OTHERWISE, STOPS } from './handset-texts.test-kit.ts';
import { HANDSET_READINGS, readHandsetText } from './read-handset-text.ts';

const everything = fc.string({ unit: 'binary', maxLength: 300 });

describe('a text that asks to stop', () => {
  it.each(Object.entries(STOPS))('is read as STOP: %s', (_, texts) => {
    expect(texts.filter((text) => readHandsetText(text) !== 'stop')).toEqual([]);
  });

  /** What a handset, a keyboard or a person adds to the letters of a word. */
  const between = fc.constantFrom(
    '',
    '',
    '\u200b',
    '\u200d',
    '\u00ad',
    '\ufe0f',
    '\u0301',
    '\u0336',
    '\ufeff',
  );
  const letter = (plain: string) =>
    fc
      .tuple(
        fc.constantFrom(plain, plain.toUpperCase(), wide(plain), ...(LOOK_ALIKES[plain] ?? [])),
        fc.integer({ min: 1, max: 5 }),
        between,
      )
      .map(([shape, times, extra]) => `${shape.repeat(times)}${extra}`);
  const word = (plain: string) => fc.tuple(...[...plain].map(letter));
  const separator = fc.constantFrom('', ' ', '.', '-', ', ', ' . ', '\0', '_', '*');
  const around = fc.constantFrom(
    '',
    ' ',
    '!!!',
    '\0',
    '...',
    '\n',
    '"',
    '\ud83d',
    '🙏',
    '(',
    ')',
    '123',
  );

  it('is understood in any script that looks alike, with repeated or invisible letters', () => {
    const anyWord = fc.oneof(
      ...['stop', 'cancel', 'unsubscribe', 'yeka', 'emisa', 'khansela', 'litsha'].map(word),
    );
    fc.assert(
      fc.property(anyWord, around, around, (letters, before, after) => {
        const text = `${before}${letters.join('')}${after}`;
        expect(readHandsetText(text), text).toBe('stop');
      }),
    );
  });

  it('is understood when it is spelled letter by letter', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('stop', 'cancel'),
        separator,
        around,
        around,
        (plain, sign, before, after) => {
          const text = `${before}${[...plain].join(sign)}${after}`;
          expect(readHandsetText(text), text).toBe('stop');
        },
      ),
    );
  });

  it('is understood with one usual slip of the finger', () => {
    for (const plain of ['unsubscribe', 'cancel'])
      for (let at = 1; at < plain.length - 1; at++) {
        const missing = plain.slice(0, at) + plain.slice(at + 1);
        const exchanged = plain.slice(0, at) + plain[at + 1] + plain[at] + plain.slice(at + 2);
        for (const text of [missing, exchanged, `please ${missing} this`])
          expect(readHandsetText(text), text).toBe('stop');
      }
  });

  it('is understood among any other words that do not change its meaning', () => {
    const others = fc.array(
      fc.constantFrom(...'airtime bonisa ek video R5 mina 0821234567 sorry'.split(' ')),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(others, others, (before, after) => {
        const text = [...before, 'STOP', ...after].join(' ');
        expect(readHandsetText(text), text).toBe('stop');
      }),
    );
  });

  it('is understood at the beginning and the end of a text of any length', () => {
    for (const text of [
      `STOP ${'x'.repeat(5000)}`,
      `${'please '.repeat(1000)}stop`,
      `STOP${' '.repeat(9000)}`,
      `${'\0'.repeat(9000)}STOP${'\0'.repeat(9000)}`,
      'STOP '.repeat(10_000),
    ])
      expect(readHandsetText(text)).toBe('stop');
  });
});

describe('any other text', () => {
  it.each(Object.entries(OTHERWISE))('is read as %s', (reading, texts) => {
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.filter((text) => readHandsetText(text) !== reading)).toEqual([]);
    if (reading === 'other')
      expect(['', '   ', '\0'].map(readHandsetText)).toEqual(Array(3).fill(reading));
  });

  it('is read without an error', () => {
    fc.assert(
      fc.property(everything, (text) => {
        expect(HANDSET_READINGS).toContain(readHandsetText(text));
      }),
    );
  });

  it('takes no more time for a long text than for a short one of the same words', () => {
    // A run of spaces after START once took seconds of the process.
    const texts = ['start', 'START !'].map((word) => `${word}${' '.repeat(400_000)}x`);
    const began = performance.now();
    expect(texts.map(readHandsetText)).toEqual(['other', 'other']);
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('is START only as that word or JOIN alone, and STOP ALL only at its beginning', () => {
    const words = fc.array(
      fc.constantFrom(
        'START',
        'join',
        'St\u200bart',
        'ＪＯＩＮ',
        'YES',
        'ok',
        'subscribe',
        'stop',
        'all',
        '?',
        '1',
      ),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          words.map((list) => list.join(' ')),
          everything,
        ),
        (text) => {
          const reading = readHandsetText(text);
          if (reading === 'start') expect(text.trim()).toMatch(/^(?:start|join)[\s.!]*$/i);
          if (/^\s*stop all\b(?!.*\?)/i.test(text)) expect(reading).toBe('stop_all');
          if (reading === 'stop_all')
            expect(text.normalize('NFKC')).toMatch(/^[^b-z]*stop[^b-z]*al/i);
        },
      ),
    );
  });

  it('with a wish to go on, or a question how to stop, does not stop', () => {
    const word = fc.constantFrom('stop', 'STOP', 'cancel', 'unsubscribe', 'khansela', 'st0p');
    fc.assert(
      fc.property(
        word,
        fc.constantFrom(
          'dont ',
          'please do not ',
          'never ',
          'non-',
          'i dont want to ',
          'how do i ',
          'when does it ',
          'what if i ',
        ),
        fc.constantFrom('', '!', ' it', ' please'),
        (plain, before, after) => {
          expect(readHandsetText(`${before}${plain}${after}`)).toMatch(/^(?:go_on|question)$/);
        },
      ),
    );
  });
});

const LOOK_ALIKES: Readonly<Record<string, readonly string[]>> = {
  a: ['а', 'Α'],
  c: ['с', 'С'],
  e: ['е', 'Ε'],
  k: ['К', 'κ'],
  o: ['о', 'Ο', 'ο'],
  p: ['р', 'Ρ'],
  s: ['ѕ', 'Ѕ'],
  t: ['Т', 'τ'],
};

function wide(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);
}
