import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeFailure, INSUFFICIENT_AIRTIME, INVALID_OTP } from './describe-failure.ts';

describe('what a refused subscribe shows', () => {
  // X4 V2
  test.each(['Invalid OTP', 'invalid otp.', 'INVALID OTP'])(
    '%j is the OTP error itself',
    (description) => {
      expect(describeFailure(description)).toEqual({ field: 'otp', text: INVALID_OTP });
    },
  );

  // X4
  test.each(['OTP timed out', 'Request TIMED OUT', 'oTp attempts used up, request a new OTP'])(
    '%j is the OTP error, with what the server says',
    (description) => {
      expect(describeFailure(description)).toEqual({
        field: 'otp',
        text: `invalid OTP: ${description}`,
      });
    },
  );

  // X5
  test('too little airtime has words of its own', () => {
    expect(describeFailure('INSUFFICIENT funds')).toEqual({
      field: null,
      text: INSUFFICIENT_AIRTIME,
    });
  });

  // X6
  test('a payment that is being confirmed is never read as an OTP error', () => {
    expect(describeFailure('Payment is being confirmed')).toEqual({
      field: null,
      text: 'Payment is being confirmed',
    });
  });

  // X4 X5 X6
  test('everything else is shown as it is', () => {
    fc.assert(
      fc.property(fc.string(), (description) => {
        const lower = description.toLowerCase();
        fc.pre(
          !lower.includes('otp') && !lower.includes('timed out') && !lower.includes('insufficient'),
        );
        expect(describeFailure(description)).toEqual({ field: null, text: description });
      }),
    );
  });
});
