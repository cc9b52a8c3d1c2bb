import fc from 'fast-check';
import { expect, test } from 'vitest';
import { e164, msisdnFrom, msisdnFromE164 } from './numbers.ts';

const nineDigits = fc.stringMatching(/^\d{9}$/);

// V1
test('reads all forms of a number as the same number', () => {
  fc.assert(
    fc.property(nineDigits, (digits) => {
      const forms = [
        `0${digits}`,
        `27${digits}`,
        `+27${digits}`,
        `0${digits.slice(0, 2)} ${digits.slice(2)}`,
      ];
      expect(forms.map(msisdnFrom)).toEqual(forms.map(() => `27${digits}`));
      expect(msisdnFromE164(e164(`27${digits}`))).toBe(`27${digits}`);
    }),
  );
});

test.each(['', '27', '0821', '+346661113334', '278212345678', 'abc', '27821234567\u0000'])(
  'refuses the number %s',
  (text) => {
    expect(msisdnFrom(text)).toBeUndefined();
  },
);
