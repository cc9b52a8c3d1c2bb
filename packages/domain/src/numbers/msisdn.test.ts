import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMsisdn, maskMsisdn, parseMsisdn, toE164 } from './msisdn.ts';

const nineDigits = fc.stringMatching(/^[0-9]{9}$/);

describe('parseMsisdn', () => {
  // V1 F1
  it.each([
    ['0821234567', '27821234567'],
    ['  0821234567 ', '27821234567'],
    ['27821234567', '27821234567'],
    ['+27821234567', '27821234567'],
  ])('reads %j', (typed, expected) => expect(parseMsisdn(typed)).toBe(expected));

  // V1
  it.each([
    '',
    '0',
    '082123456',
    '08212345678',
    '+2782123456',
    '821234567',
    '+26821234567',
    '082 123 4567',
    '+2708212345a7',
    '٠٨٢١٢٣٤٥٦٧',
    '0821234567\n1',
  ])('rejects %j', (typed) => expect(parseMsisdn(typed)).toBeUndefined());

  // V1 F1
  it('reads the three spellings of any number alike, with any white space around them', () => {
    const padding = fc.stringMatching(/^[ \t]{0,3}$/);
    fc.assert(
      fc.property(nineDigits, padding, padding, (digits, before, after) => {
        for (const spelling of [`0${digits}`, `27${digits}`, `+27${digits}`]) {
          // '27' and nine digits collide with '0…' only where the digits themselves begin with 0;
          // the rule reads 0 first.
          expect(parseMsisdn(`${before}${spelling}${after}`)).toBe(`27${digits}`);
        }
      }),
    );
  });

  // V1
  it('never returns anything but 27 and nine digits', () => {
    const nearly = fc.stringMatching(/^ ?\+?(0|27)[0-9a]{8,10} ?$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearly), (text) => {
        expect(parseMsisdn(text) ?? '27000000000').toMatch(/^27[0-9]{9}$/);
      }),
    );
  });
});

describe('formatting a number', () => {
  it('formats it for the carrier, for its owner and with hidden digits', () => {
    const msisdn = parseMsisdn('0821234567');
    if (!msisdn) throw new Error('expected a number');
    expect(toE164(msisdn)).toBe('+27821234567');
    expect(formatMsisdn(msisdn)).toBe('082 123 4567');
    expect(maskMsisdn(msisdn)).toBe('082 *** **67');
  });
});
