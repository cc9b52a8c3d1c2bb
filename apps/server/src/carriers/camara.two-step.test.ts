import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  chargeInput,
  dropped,
  json,
  msisdn,
  payment,
  refusal,
  type StandIn,
  startStandIn,
  text,
} from './carrier-stand-in.test-support.ts';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startStandIn();
});
afterEach(() => standIn.close());

describe('two-step payments', () => {
  const prepared = (more: Record<string, unknown>) =>
    json(201, payment({ paymentDate: undefined, ...more }));
  it.each([
    [{ paymentStatus: 'reserved' }, { outcome: 'reserved', carrierPaymentId: 'pay-1' }],
    [
      {
        paymentStatus: 'pending_validation',
        validationInfo: { action: 'validate', authorizationId: 'a-1' },
      },
      { outcome: 'needs_code', carrierPaymentId: 'pay-1', authorizationId: 'a-1' },
    ],
    [
      {
        paymentStatus: 'pending_validation',
        validationInfo: { action: 'open', validationURL: 'https://carrier.example/v' },
      },
      { outcome: 'needs_page', carrierPaymentId: 'pay-1', url: 'https://carrier.example/v' },
    ],
    [
      {
        paymentStatus: 'pending_validation',
        validationInfo: { action: 'open', validationURL: 'javascript:1' },
      },
      { outcome: 'unknown', cause: 'unreadable_reply' },
    ],
    [{ paymentStatus: 'processing' }, { outcome: 'processing', carrierPaymentId: 'pay-1' }],
  ])('prepare: %j', async (more, outcome) => {
    standIn.answer(prepared(more));
    expect(await standIn.carrier().prepareCharge(chargeInput())).toEqual(outcome);
  });

  const step = { carrierPaymentId: 'pay-1', msisdn: msisdn() };
  it.each([
    [text(202, ''), { outcome: 'accepted' }],
    [refusal(409, 'CARRIER_BILLING.PAYMENT_CONFIRMED'), { outcome: 'already_confirmed' }],
    [refusal(409, 'CARRIER_BILLING.PAYMENT_CANCELLED'), { outcome: 'already_cancelled' }],
    [refusal(409, 'ALREADY_EXISTS'), { outcome: 'unknown', cause: 'already_submitted' }],
    [refusal(404, 'NOT_FOUND'), { outcome: 'not_found' }],
    [
      refusal(404, 'IDENTIFIER_NOT_FOUND'),
      {
        outcome: 'denied',
        reason: 'not_on_network',
        carrierPaymentId: 'pay-1',
        detail: 'IDENTIFIER_NOT_FOUND: No.',
      },
    ],
    [dropped, { outcome: 'unknown', cause: 'connection_lost' }],
  ])('confirm and cancel (%#)', async (reaction, outcome) => {
    standIn.answer(reaction);
    expect(await standIn.carrier().confirmCharge(step)).toEqual(outcome);
    expect(await standIn.carrier().cancelCharge(step)).toEqual(outcome);
    expect(standIn.calls.map((call) => call.path.split('/').at(-1))).toEqual(['confirm', 'cancel']);
    expect(JSON.parse(standIn.calls[0]?.body ?? '')).toEqual({ phoneNumber: '+27821234567' });
  });

  it.each([
    [text(204, ''), { outcome: 'valid' }],
    [refusal(400, 'CARRIER_BILLING.INVALID_CODE'), { outcome: 'invalid' }],
    [refusal(400, 'CARRIER_BILLING.VALIDATION_FAILED'), { outcome: 'attempts_used_up' }],
    [refusal(400, 'CARRIER_BILLING.INVALID_AUTHORIZATION_ID'), { outcome: 'wrong_authorization' }],
    [refusal(409, 'ALREADY_EXISTS'), { outcome: 'already_validated' }],
    [refusal(404, 'NOT_FOUND'), { outcome: 'not_found' }],
  ])('validate (%#)', async (reaction, outcome) => {
    standIn.answer(reaction);
    const input = { carrierPaymentId: 'pay-1', authorizationId: 'a-1', code: '1234' };
    expect(await standIn.carrier().validateCharge(input)).toEqual(outcome);
  });
});
