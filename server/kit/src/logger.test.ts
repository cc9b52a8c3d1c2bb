// Structured logs never contain a phone number.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLogger, withoutNumbers } from './logger.ts';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let lines = '';
  write(
    createLogger('trace', {
      write: (line) => {
        lines += line;
      },
    }),
  );
  return lines;
}

const subscriberPart = fc.stringMatching(/^[1-9][0-9]{8}$/);
const prefix = fc.constantFrom(
  '0',
  '27',
  '+27',
  '0027',
  '%2B27',
  '+27 (0)',
  '+27-',
  '(0',
  '+ 27 ',
  '0-',
);
const gap = fc.constantFrom('', ' ', '-', '.', ') ', '%20', '\t', '/');
/** A phone number in any spelling. */
const spelled = fc
  .tuple(prefix, subscriberPart, fc.array(gap, { minLength: 8, maxLength: 8 }))
  .map(
    ([start, digits, gaps]) =>
      start + [...digits].map((digit, index) => digit + (gaps[index] ?? '')).join(''),
  );

const nested = (leaf: fc.Arbitrary<string>) =>
  fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'msisdn', 'b'), tie('tree')),
    ),
  })).tree;

const digitsOf = (text: string): string => text.replaceAll(/[^0-9]/g, '');

describe('the log', () => {
  it('contains no phone number in any spelling, at any depth, in any key, message or error', () => {
    fc.assert(
      fc.property(
        spelled,
        fc.string({ maxLength: 8 }).map((text) => text.replaceAll(/[0-9]/g, 'x')),
        (number, around) => {
          const digits = digitsOf(number).slice(-9);
          const text = `${around}${number}${around}`;
          const lines = logged((logger) => {
            logger.info(
              { [text]: { deep: [text, { deeper: text }] }, url: `/x?msisdn=${text}` },
              text,
            );
            logger.error({ err: new Error(text, { cause: new Error(text) }) });
            logger.child({ of: text }).warn(text);
          });
          for (const line of lines.trimEnd().split('\n')) {
            const { time: _time, ...rest } = JSON.parse(line);
            const { stack: _stack, ...err } = (rest.err ?? {}) as Record<string, unknown>;
            expect(digitsOf(JSON.stringify({ ...rest, err }))).not.toContain(digits);
          }
        },
      ),
    );
  });

  it('stays valid JSON when a phone number was a JSON number, and keeps other numbers', () => {
    const line = JSON.parse(
      logged((logger) =>
        logger.info({ who: 27821234567, ms: 1234, amount: 500, at: 1795184848097 }),
      ),
    );
    expect(line).toMatchObject({ who: '[number]', ms: 1234, amount: 500, at: 1795184848097 });
  });

  it('redacts values under secret names at any depth', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('otp', 'Cookie', 'authorization', 'he_token', 'evina_token', 'password'),
        nested(fc.constant('the-secret')),
        (key, value) => {
          expect(
            logged((logger) => logger.info({ a: { b: [{ c: { [key]: value } }] } })),
          ).not.toContain('the-secret');
        },
      ),
    );
  });

  it('keeps random and derived ids, alone and within names, addresses and other fields', () => {
    // Digits like a number's across the parts, or within the last one.
    const version = fc.constantFrom(4, 7, 8);
    const made = fc
      .tuple(fc.stringMatching(/^[0-9a-f]{4}$/), version, fc.stringMatching(/^[0-9a-f]{15}$/))
      .map(([start, v, end]) => `${start}abc0-1872-${v}274-8${end.slice(0, 3)}-${end.slice(3)}`);
    fc.assert(
      fc.property(
        fc.oneof(
          made,
          fc.constantFrom(
            'dfac0187-2274-46d1-8b02-0821234567ab',
            '019ac27b-0821-7345-b678-27821234567a',
            '5e1d270b-8212-8345-a678-0821234567af',
          ),
        ),
        fc.constantFrom(
          '',
          'ends/29990101T000000000Z-',
          '/studio/api/films/',
          'urn:uuid:',
          'BON-R-',
        ),
        (id, before) => {
          expect(withoutNumbers(`${before}${id}.json`)).toBe(`${before}${id}.json`);
          const line = logged((logger) => logger.info({ charge: id, files: [`x/${id}`] }, id));
          expect(JSON.parse(line)).toMatchObject({ charge: id, files: [`x/${id}`], msg: id });
        },
      ),
    );
  });

  it('takes no number in the form of an id for one', () => {
    for (const text of [
      '00000000-0000-4000-8000-027821234567',
      '00000000-0000-4000-a000-027821234567',
      'dfac0187-2274-46d1-8b02-0821234567abc',
      'xdfac0187-2274-46d1-8b02-0821234567ab',
      'dfac0187-2274-46d1-8b02-0821234567ab 082 123 4567',
    ])
      expect(digitsOf(withoutNumbers(text).replace(/^dfac\S{32} /, ''))).not.toContain('821234567');
  });

  it('keeps other words, times and ids', () => {
    for (const text of [
      '2026-11-20T14:22:43.123Z',
      'R25.00',
      'p-grtv-daily-c-01',
      '/ops/subscriptions/:msisdn',
      'port 3000 is in use',
      '196.25.1.1',
    ])
      expect(withoutNumbers(text)).toBe(text);
  });
});
