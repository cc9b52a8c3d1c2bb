// X3, X6: errors and refusals of the server, in the language of the page.
import { CallError } from '@bonisa/contract/client';
import { type ErrorCode, HTTP_STATUS } from '@bonisa/contract/errors';
import { describe, expect, it } from 'vitest';
import { renderIn } from '../words/find-text.ts';
import { problemOf } from './problem.ts';
import { ofCode, ofOutcome, ofStatus } from './problem-words.ts';

const failed = (code: ErrorCode, retry_after?: number) =>
  new CallError(HTTP_STATUS[code], {
    code,
    description: 'The server said so.',
    ...(retry_after === undefined ? {} : { retry_after }),
  });

describe('a failed call', () => {
  it('is told in English by the sentence of the server', async () => {
    expect(await problemOf(failed('conflict'))).toBe('The server said so.');
  });

  it('is told in other languages by its code, with the wait', async () => {
    expect(await renderIn('zu', () => problemOf(failed('not_signed_in')))).toBe(
      'Sicela ungene ngenombolo yakho kuqala.',
    );
    expect(await renderIn('af', () => problemOf(failed('too_many_requests', 61)))).toBe(
      'Te veel versoeke, probeer later. Probeer oor 2 minute weer.',
    );
  });

  it('keeps the sentence of the server for a code that no viewer meets', async () => {
    expect(await renderIn('st', () => problemOf(failed('webhook_address_refused')))).toBe(
      'The server said so.',
    );
  });

  it('has no words where no answer came', async () => {
    expect(await problemOf(new CallError(0, undefined))).toBeUndefined();
    expect(await problemOf(new Error('a mistake of ours'))).toBeUndefined();
  });
});

describe('the words of codes and outcomes', () => {
  it('are there for each error that a page can get', () => {
    const met: ErrorCode[] = [
      'not_signed_in',
      'csrf_token_invalid',
      'carrier_unavailable',
      'otp_send_limit',
      'too_many_requests',
      'invalid_msisdn',
      'charge_in_flight',
      'conflict',
      'not_found',
      'internal',
      'unavailable',
    ];
    for (const code of met)
      expect(
        renderIn('xh', () => ofCode(code)),
        code,
      ).toMatch(/\p{L}{3}/u);
  });

  it('keep the OTP in its refusals, as the field expects', () => {
    for (const outcome of ['otp_missing', 'otp_expired', 'otp_for_sign_in'] as const)
      for (const language of ['zu', 'xh', 'af', 'st'] as const)
        expect(renderIn(language, () => ofOutcome(outcome))).toMatch(/OTP/);
  });

  it('leave outcomes that the page itself tells to the page', () => {
    for (const outcome of ['subscribed', 'payment_pending', 'insufficient_airtime'] as const)
      expect(ofOutcome(outcome)).toBeUndefined();
  });

  it('name what a subscribed number has', () => {
    const held = { name: 'Daily', price: '5.00', service_period: 'day' };
    const packages = [held] as unknown as Parameters<typeof ofStatus>[0]['packages'];
    expect(renderIn('st', () => ofStatus({ code: 'ACTIVE', packages }))).toBe(
      'Nomoro ena e se e na le Daily ka R5.00/day.',
    );
    expect(ofStatus({ code: 'NEW', packages })).toBeUndefined();
  });
});
