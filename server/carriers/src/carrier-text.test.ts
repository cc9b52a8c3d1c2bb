// X5, X6: only a denial that means too little airtime may be shown as such.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditDetail, type Classification, classifyDenial } from './carrier-text.ts';

const denied = (message: string) =>
  classifyDenial({ code: 'CARRIER_BILLING.PAYMENT_DENIED', message });

const SENTENCES: ReadonlyArray<readonly [string, Classification]> = [
  ['Insufficient airtime', 'insufficient_airtime'],
  ['Payment denied by business: INSUFFICIENT FUNDS.', 'insufficient_airtime'],
  ['The subscriber has insufficient balance for this purchase', 'insufficient_airtime'],
  ['Not enough airtime', 'insufficient_airtime'],
  ['User has not enough prepaid credit', 'insufficient_airtime'],
  ['Low balance', 'insufficient_airtime'],
  ['Balance too low', 'insufficient_airtime'],
  ['Credit is exhausted', 'insufficient_airtime'],
  ['The account is below minimum remaining balance', 'insufficient_airtime'],
  ['Lack of funds', 'insufficient_airtime'],
  ['Monthly spend limit reached', 'spending_limit'],
  ['Blocked: daily limit exceeded', 'spending_limit'],
  ['Accumulated payments overpass account amount threshold', 'spending_limit'],
  ['Payment denied by business. Content billing is blocked for this number.', 'billing_blocked'],
  ['Content services are barred for this number', 'billing_blocked'],
  ['The owner has barred premium-rated services', 'billing_blocked'],
  ['Third-party billing is switched off', 'billing_blocked'],
  ['Direct carrier billing disabled', 'billing_blocked'],
  ['Number has a content block', 'billing_blocked'],
  ['Subscriber opted out of content billing', 'billing_blocked'],
  ['Opted out', 'billing_blocked'],
  ['Subscriber not found', 'not_on_network'],
  ['This number is not on this network', 'not_on_network'],
  ['Number was ported out', 'not_on_network'],
  // Debts are paid and failures end; neither ends a subscription.
  ['User is blocked due to pending debt', 'refused'],
  ['Content billing is blocked due to an overdue account', 'refused'],
  ['Service temporarily not available', 'refused'],
  ['Carrier billing is disabled at the moment', 'refused'],
  ['Service not available for this line', 'refused'],
  ['Subscriber temporarily not found', 'refused'],
  ['Account suspended', 'refused'],
  ['Payment not allowed', 'refused'],
  ['Transaction blocked: content provider unknown', 'refused'],
  ['Content billing is not blocked', 'refused'],
  ['Barred', 'refused'],
  ['Payment denied by business.', 'refused'],
  ['Client does not have sufficient permissions', 'refused'],
  ['Insufficient permissions for this merchant', 'refused'],
  ['', 'refused'],
];

const CODES: ReadonlyArray<readonly [string, Classification]> = [
  ['ALREADY_EXISTS', 'already_submitted'],
  ['IDENTIFIER_NOT_FOUND', 'not_on_network'],
  ['SERVICE_NOT_APPLICABLE', 'billing_blocked'],
  ['CARRIER_BILLING.UNAUTHORIZED_AMOUNT', 'spending_limit'],
  ['CARRIER_BILLING.USER_AMOUNT_THRESHOLD_OVERPASSED', 'spending_limit'],
  ['SOMETHING_NEW', 'refused'],
  ['toString', 'refused'],
];

describe("the reason of a carrier's denial", () => {
  it.each(SENTENCES)('in %j is %s', (sentence, reason) => {
    expect(denied(sentence)).toBe(reason);
  });

  it.each(CODES)('by the code %s is %s', (code, reason) => {
    expect(classifyDenial({ code, message: '' })).toBe(reason);
  });

  // A replay, a 400 'already exists' and a 409 all lead to a lookup.
  it.each([
    'clientCorrelator already exist on server.',
    'ClientCorrelator already exists',
    'clientCorrelator still exist',
    'referenceCode already used',
    'referenceCode has already been used',
    'The reference is already in use',
    'Request was already submitted',
    'Duplicate request',
    'Duplicated clientCorrelator',
    'referenceCode is not unique',
    'The resource exists already.',
  ])("in a 400 %j is 'submitted before', whatever its code", (message) => {
    expect(classifyDenial({ status: 400, code: 'INVALID_ARGUMENT', message })).toBe(
      'already_submitted',
    );
    expect(classifyDenial({ status: 400, code: 'SOMETHING_NEW', message })).toBe(
      'already_submitted',
    );
    expect(classifyDenial({ code: 'INVALID_ARGUMENT', message })).toBe('already_submitted');
  });

  it("in any 409 is 'submitted before', whatever its code and words", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CODES.map(([code]) => code)),
        fc.oneof(fc.constantFrom(...SENTENCES.map(([text]) => text)), fc.string()),
        (code, message) => {
          expect(classifyDenial({ status: 409, code, message })).toBe('already_submitted');
        },
      ),
    );
  });

  it.each([
    'amount: insufficient precision',
    'Currency is unknown or not authorized',
    'Client specified an invalid argument, request body or query param.',
  ])("in the invalid argument %j is 'refused', whatever its words", (message) => {
    expect(classifyDenial({ status: 400, code: 'INVALID_ARGUMENT', message })).toBe('refused');
  });

  it('is read from codes before words', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CODES.slice(0, 5)), fc.string(), ([code, reason], message) => {
        expect(classifyDenial({ code, message })).toBe(reason);
      }),
    );
  });

  it('is read whatever the case, the spacing and the neutral words', () => {
    const neutral = fc.constantFrom('', 'Payment denied. ', 'Dear customer: ', 'Ref 42, ');
    const shape = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => text.toLowerCase(),
      (text) => text.replaceAll(' ', '\n '),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...SENTENCES),
        neutral,
        neutral,
        shape,
        ([sentence, reason], before, after, shaped) => {
          expect(denied(`${before}${shaped(sentence)} ${after}`)).toBe(reason);
        },
      ),
    );
  });

  it('is always found without an error', () => {
    fc.assert(
      fc.property(
        fc.option(fc.string(), { nil: undefined }),
        fc.string({ unit: 'binary' }),
        (code, message) => {
          const words = code === undefined ? { message } : { code, message };
          expect(typeof classifyDenial(words)).toBe('string');
        },
      ),
    );
  });
});

describe("a carrier's sentence for the audit", () => {
  it('never contains a phone number in any spelling', () => {
    const number = fc
      .integer({ min: 0, max: 999_999_999 })
      .map((digits) => String(digits).padStart(9, '0'));
    const written = number.chain((nine) =>
      fc.constantFrom(
        `+27${nine}`,
        `27${nine}`,
        `0${nine}`,
        `0${nine.slice(0, 2)} ${nine.slice(2, 5)} ${nine.slice(5)}`,
        `+27 (${nine.slice(0, 2)}) ${nine.slice(2)}`,
      ),
    );
    fc.assert(
      fc.property(written, fc.constantFrom('', 'Denied for ', 'msisdn='), (text, before) => {
        expect(auditDetail(`${before}${text} today`)).not.toMatch(/\d{3}/);
      }),
    );
  });

  it('keeps amounts and short codes, and is at most 200 characters long', () => {
    expect(auditDetail('Limit R200.00 reached, code 4711')).toBe(
      'Limit R200.00 reached, code 4711',
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (text) => auditDetail(text).length <= 200),
    );
  });
});
