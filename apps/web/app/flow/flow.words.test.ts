import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offer } from './flow.test-kit.ts';
import {
  cheaperOffers,
  describeFailure,
  insufficientAirtime,
  invalidOtp,
  offerComesTo,
} from './flow.words.ts';

describe('the words of an offer', () => {
  test('say what a day comes to, without repeating the price of a day', () => {
    expect(
      (['Daily', 'Weekly', 'Monthly'] as const).map((name) => offerComesTo(offer(name))),
    ).toEqual(['One day at a time', 'About R1.43 a day', 'About R0.83 a day']);
  });

  test('name what costs less, and nothing where nothing does', () => {
    const offers = [offer('Daily'), offer('Weekly'), offer('Monthly')];
    expect(cheaperOffers(offers, offer('Weekly')).map(({ name }) => name)).toEqual(['Daily']);
    expect(cheaperOffers(offers, offer('Daily'))).toEqual([]);
  });
});

describe('describeFailure', () => {
  test('reads the description, and shows the words of the outcome where there are some', () => {
    expect(describeFailure('OTP timed out', 'isikhathi se-OTP siphelile')).toEqual({
      field: 'otp',
      text: `${invalidOtp()}: isikhathi se-OTP siphelile`,
    });
    expect(describeFailure('Spending limit reached', 'Bestedingslimiet bereik')).toEqual({
      field: null,
      text: 'Bestedingslimiet bereik',
    });
  });

  // X4 V2
  test.each(['Invalid OTP', 'invalid otp.', 'INVALID OTP'])(
    'shows %j as the bare OTP error',
    (description) => {
      expect(describeFailure(description)).toEqual({ field: 'otp', text: invalidOtp() });
    },
  );

  // X4
  test.each(['OTP timed out', 'Request TIMED OUT', 'oTp attempts used up, request a new OTP'])(
    "shows %j as the OTP error followed by the server's text",
    (description) => {
      expect(describeFailure(description)).toEqual({
        field: 'otp',
        text: `invalid OTP: ${description}`,
      });
    },
  );

  // X5
  test('shows a text of its own for insufficient airtime', () => {
    expect(describeFailure('INSUFFICIENT funds')).toEqual({
      field: null,
      text: insufficientAirtime(),
    });
  });

  // X6
  test('never shows a payment that is being confirmed as an OTP error', () => {
    expect(describeFailure('Payment is being confirmed')).toEqual({
      field: null,
      text: 'Payment is being confirmed',
    });
  });

  // X4 X5 X6
  test('shows every other description unchanged', () => {
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
