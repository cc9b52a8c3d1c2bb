import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  dropped,
  json,
  limitFor,
  msisdn,
  type Reaction,
  refusal,
  type StandIn,
  silence,
  startStandIn,
  text,
} from './carrier-stand-in.test-support.ts';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startStandIn();
});
afterEach(() => standIn.close());

describe('one-time codes', () => {
  const sent = json(200, { authenticationId: 'auth-1' });
  const send = (reaction: Reaction) => {
    standIn.answer(reaction);
    return standIn
      .carrier(limitFor(reaction, 'sendCode'))
      .sendCode({ msisdn: msisdn(), message: 'Your OTP is {{code}}' });
  };

  it('are sent', async () => {
    expect(await send(sent)).toEqual({ outcome: 'sent', authenticationId: 'auth-1' });
    expect(JSON.parse(standIn.calls[0]?.body ?? '')).toEqual({
      phoneNumber: '+27821234567',
      message: 'Your OTP is {{code}}',
    });
  });

  it.each([
    ['ONE_TIME_PASSWORD_SMS.MAX_OTP_CODES_EXCEEDED', 403, 'too_many_codes'],
    ['ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_NOT_ALLOWED', 403, 'number_not_allowed'],
    ['ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_BLOCKED', 403, 'number_blocked'],
    ['NOT_FOUND', 404, 'not_on_network'],
    ['SOMETHING_NEW', 403, 'refused'],
  ] as const)('%s is %i: %s', async (code, status, reason) => {
    expect(await send(refusal(status, code))).toEqual({ outcome: 'refused', reason });
  });

  it('may have been sent when the answer is lost', async () => {
    expect(await send(silence)).toEqual({ outcome: 'unknown', cause: 'timed_out' });
    expect(await send(dropped)).toEqual({ outcome: 'unknown', cause: 'connection_lost' });
  });

  it.each([
    ['ONE_TIME_PASSWORD_SMS.INVALID_OTP', 400, { outcome: 'invalid' }],
    ['ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED', 400, { outcome: 'expired' }],
    ['ONE_TIME_PASSWORD_SMS.VERIFICATION_FAILED', 400, { outcome: 'attempts_used_up' }],
    ['NOT_FOUND', 404, { outcome: 'expired' }],
    ['SOMETHING_NEW', 400, { outcome: 'unknown', cause: 'unreadable_reply' }],
    ['TOO_MANY_REQUESTS', 429, { outcome: 'unavailable', cause: 'too_many_requests' }],
  ] as const)('are validated: %s', async (code, status, outcome) => {
    standIn.answer(refusal(status, code));
    expect(
      await standIn.carrier().validateCode({ authenticationId: 'auth-1', code: '1234' }),
    ).toEqual(outcome);
  });

  it('are valid only by a 204', async () => {
    standIn.answer(text(204, ''), json(200, { ok: true }));
    const carrier = standIn.carrier();
    expect(await carrier.validateCode({ authenticationId: 'auth-1', code: '1234' })).toEqual({
      outcome: 'valid',
    });
    expect(await carrier.validateCode({ authenticationId: 'auth-1', code: '1234' })).toMatchObject({
      outcome: 'unknown',
    });
  });
});
