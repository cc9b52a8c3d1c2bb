// Interfaces 'The simulated carrier': only a message with a code has the word OTP and four digits.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { otpMessage } from '../consent/consent.ts';
import { PACKAGES } from '../packages/package-catalogue.ts';
import { nameLikeCode } from './names-in-messages.ts';

describe('a name in short messages', () => {
  it.each(['OTP', 'My otp TV', 'OTP-Pass', 'TV Otp', 'OTP2'])(
    'has not the word of codes: %s',
    (name) => {
      expect(nameLikeCode(name)).toBe('must not have the word OTP, which is for codes');
    },
  );

  it.each(['2026', 'Pass 2026', 'TV12345', '0800 TV'])('has no digits as in a code: %s', (name) => {
    expect(nameLikeCode(name)).toBe('must not have four digits in a row, which are for codes');
  });

  it('may be any other', () => {
    for (const name of [
      'Daily',
      'Bonisa',
      'Potpourri',
      'Top 100',
      'TV 24-7',
      '24 36',
      'Karoo Play',
    ])
      expect(nameLikeCode(name)).toBeUndefined();
  });

  it('leaves the code the first four digits of its message', () => {
    const [one] = PACKAGES;
    if (!one) throw new Error('there is no package');
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9 &-]{1,20}$/), (name) => {
        fc.pre(nameLikeCode(name) === undefined);
        for (const asked of [undefined, { package: { ...one, name }, freeDay: true }]) {
          const message = otpMessage(name, asked).replace('{{code}}', 'CODE');
          expect(message.split('CODE')[0]).not.toMatch(/\d{4}/);
        }
      }),
    );
  });
});
