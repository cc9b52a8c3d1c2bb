import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMsisdn } from './msisdn.ts';
import { readTypedMsisdn } from './typed-msisdn.ts';

const nineDigits = fc.stringMatching(/^[0-9]{9}$/);

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
  it('reads every number that the rule of the specification reads, and reads it alike', () => {
    fc.assert(
      fc.property(nineDigits, fc.constantFrom('0', '27', '+27'), (digits, front) => {
        expect(readTypedMsisdn(`${front}${digits}`)).toBe(parseMsisdn(`${front}${digits}`));
      }),
    );
  });
});
