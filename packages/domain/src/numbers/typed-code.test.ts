import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { OTP_WORDS } from '../notices/notice-words.ts';
import { readTypedCode } from './typed-code.ts';

const code = fc.stringMatching(/^[0-9]{4}$/);
const SCRIPTS = ['０', '٠', '۰', '०', '০', '๐', '߀', '𝟎', '𞥐'];

describe('readTypedCode', () => {
  // V2
  it.each([
    '5922',
    ' 5922 ',
    '5 9 2 2',
    '59 22',
    '59-22',
    '5\u20119\u20112\u20112',
    '(5922).',
    '“5922”',
    '５９２２',
    '٥٩٢٢',
    '۵۹۲۲',
    '\u202a5922\u202c',
    '5\u200b9\u200b2\u200b2',
    'OTP: 5922',
    'otp 59 22',
    'G-5922',
    '5922 5922',
    'OTP 5922\nOTP 5922',
    '5922 is your Bonisa OTP for R5.00/day. Only enter it on our page; never tell it to anyone.',
    'Bonisa OTP 5922, R25.00/month. Help 0800 123 456',
  ])('reads %j as a person means it', (typed) => expect(readTypedCode(typed)).toBe('5922'));

  // V2
  it.each(['5 5 5 5', '55 55', '5555', '5555 5555'])(
    'reads %j, whose digits are the same',
    (typed) => expect(readTypedCode(typed)).toBe('5555'),
  );

  // V2
  it.each([
    '',
    '592',
    '59221',
    '5922 1',
    '1 5922',
    'abcd',
    '5922 5923',
    'OTP 5922 or 5923',
    '12.345',
  ])('rejects %j, which has no code or several', (typed) =>
    expect(readTypedCode(typed)).toBeUndefined(),
  );

  it('reads every code in the digits of every script, however it is separated', () => {
    fc.assert(
      fc.property(
        code,
        fc.constantFrom('0', ...SCRIPTS),
        fc.constantFrom('', ' ', '-', '\u00a0', '\u2013', '\n', '\u200e'),
        fc.constantFrom('', 'OTP: ', 'code '),
        (digits, zero, between, before) => {
          const first = zero.codePointAt(0) ?? 0;
          const typed = [...digits].map((one) => String.fromCodePoint(first + Number(one)));
          expect(readTypedCode(before + typed.join(between))).toBe(digits);
        },
      ),
    );
  });

  it('reads the code of every message that we send, pasted whole', () => {
    fc.assert(
      fc.property(
        code,
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom('subscribe', 'trial', 'sign_in'),
        fc.constantFrom('R5.00/day', 'R10.00/week', 'R125.00/month'),
        (digits, language, kind, price) => {
          const text = OTP_WORDS[language][kind as 'trial']
            .replace('{code}', digits)
            .replace('{service}', 'Bonisa')
            .replace('{price}', price);
          expect(readTypedCode(text)).toBe(digits);
        },
      ),
    );
  });

  it('reads nothing but four digits, from any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(readTypedCode(text) ?? '0000').toMatch(/^[0-9]{4}$/);
      }),
    );
  });
});
