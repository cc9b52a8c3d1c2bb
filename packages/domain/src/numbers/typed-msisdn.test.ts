import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMsisdn } from './msisdn.ts';
import { isTypedLandline, readTypedMsisdn } from './typed-msisdn.ts';

const mobile = fc.stringMatching(/^(?:[67][0-9]|8[1-5])[0-9]{7}$/);
const landline = fc.stringMatching(/^(?:[1-59][0-9]|8[06-9])[0-9]{7}$/);

describe('readTypedMsisdn', () => {
  // V1
  it.each([
    '0821234567',
    '082 123 4567',
    ' 082-123-4567 ',
    '(082) 123 4567',
    '082.123.4567',
    '27 82 123 4567',
    '+27 82 123 4567',
    '+27(0)82 123 4567',
    '+27-82-123-4567',
    '082\u00a0123\u20114567',
    '0027 82 123 4567',
    '+27 (0)82 123 4567',
    '0027 (0)82 123 4567',
    '０８２ １２３ ４５６７',
    '＋２７ ８２１２３４５６７',
    '٠٨٢١٢٣٤٥٦٧',
    '082_123_4567',
    'tel:+27821234567',
    'Tel: 082 123 4567',
    '082·123·4567',
    '082•123•4567;',
    '\'0821234567"',
    '\u202a+27 82 123 4567\u202c',
  ])('reads %j as a person means it', (typed) =>
    expect(readTypedMsisdn(typed)).toBe('27821234567'),
  );

  // V1
  it.each(['', '082 123 456', '082 123 45678', '082 123 456a', '+26 82 123 4567', '0-8-2'])(
    'rejects %j, which is no number of ours',
    (typed) => expect(readTypedMsisdn(typed)).toBeUndefined(),
  );

  // V1
  it('reads every mobile number that the rule of the specification reads, and reads it alike', () => {
    fc.assert(
      fc.property(mobile, fc.constantFrom('0', '27', '+27'), (digits, front) => {
        expect(readTypedMsisdn(`${front}${digits}`)).toBe(parseMsisdn(`${front}${digits}`));
        expect(readTypedMsisdn(`0027${digits}`)).toBe(`27${digits}`);
        expect(isTypedLandline(`${front}${digits}`)).toBe(false);
      }),
    );
  });

  // V1
  it('refuses landlines and service numbers, however they are typed', () => {
    fc.assert(
      fc.property(landline, fc.constantFrom('0', '27', '+27', '0027'), (digits, front) => {
        expect(readTypedMsisdn(`${front} ${digits}`)).toBeUndefined();
        expect(isTypedLandline(`${front} ${digits}`)).toBe(true);
      }),
    );
  });

  it('reads a number in any script to the same digits as in ours', () => {
    fc.assert(
      fc.property(mobile, fc.constantFrom('０', '٠', '۰', '०', '𝟎'), (digits, zero) => {
        const first = zero.codePointAt(0) ?? 0;
        const typed = [...`0${digits}`].map((one) => String.fromCodePoint(first + Number(one)));
        expect(readTypedMsisdn(typed.join(''))).toBe(`27${digits}`);
      }),
    );
  });
});
