// X3, X6: errors and refusals of the server, in the language of the page.
import * as account from '@bonisa/contract/account.calls';
import * as catalogue from '@bonisa/contract/catalogue.calls';
import { CallError } from '@bonisa/contract/client';
import * as devices from '@bonisa/contract/devices.calls';
import { type ErrorCode, HTTP_STATUS } from '@bonisa/contract/errors';
import * as fraud from '@bonisa/contract/fraud.calls';
import * as identity from '@bonisa/contract/identity.calls';
import * as list from '@bonisa/contract/list.calls';
import * as livePlay from '@bonisa/contract/live-play.calls';
import * as play from '@bonisa/contract/play.calls';
import * as search from '@bonisa/contract/search.calls';
import * as subscription from '@bonisa/contract/subscription.calls';
import * as telemetry from '@bonisa/contract/telemetry.calls';
import { LANGUAGES } from '@bonisa/domain/languages';
import { describe, expect, it } from 'vitest';
import { renderIn } from '../words/find-text.ts';
import { problemOf } from './problem.ts';
import { ofCode, ofOutcome, ofStatus } from './problem-words.ts';

/** Calls of native apps and television sets, and of other programs. */
const OF_PROGRAMS = ['deviceAuthorization', 'deviceToken', 'deviceRevocation', 'bearerToken'];
/** Codes of those calls, of the studio, of the content API and of the operators' listener. */
const PROGRAMS: readonly ErrorCode[] = [
  'access_denied',
  'account_needed',
  'already_blocked',
  'already_decided',
  'already_disputed',
  'api_key_invalid',
  'approval_expired',
  'asker_disabled',
  'authorization_pending',
  'cannot_publish',
  'carrier_refused_token',
  'charge_not_taken',
  'expired_token',
  'handle_invalid',
  'invalid_client',
  'invalid_grant',
  'last_administrator',
  'link_invalid',
  'more_than_left_to_refund',
  'not_blocked',
  'not_independent',
  'not_subscribed',
  'nothing_left_to_refund',
  'nothing_to_send',
  'own_request',
  'picture_animated',
  'picture_size_refused',
  'picture_unreadable',
  'preview_only',
  'range_not_satisfiable',
  'scope_missing',
  'sign_in_refused',
  'signature_expired',
  'signature_invalid',
  'slow_down',
  'step_up_needed',
  'unsupported_grant_type',
  'webhook_address_refused',
];

/** The codes that the calls of pages name, and those that any request may get. */
function met(): ReadonlySet<ErrorCode> {
  const rooms = [account, catalogue, devices, fraud, identity, list, livePlay, play, search];
  const calls = [...rooms, subscription, telemetry].flatMap((room) =>
    Object.entries(room).flatMap(([name, call]) =>
      typeof call === 'object' && 'errors' in call && !OF_PROGRAMS.includes(name)
        ? call.errors
        : [],
    ),
  );
  return new Set<ErrorCode>([
    ...calls,
    ...(['internal', 'unavailable', 'request_timeout', 'payload_too_large'] as const),
    ...(['unsupported_media_type', 'address_too_long', 'headers_too_large'] as const),
  ]);
}

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

  it('says of a number that the carrier does not know that it was read', async () => {
    const unknown = { code: 'invalid_msisdn', reason: 'not_on_network' } as const;
    const error = new CallError(400, { ...unknown, description: 'The server said so.' });
    expect(await renderIn('zu', () => problemOf(error))).toBe('Le nombolo ayikho kule nethiwekhi');
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
  it.each(LANGUAGES)('are there in %s for each error that a page can get', (inLanguage) => {
    const without = [...met()].filter((code) => !renderIn(inLanguage, () => ofCode(code)));
    expect(without).toEqual([]);
  });

  it('are missing for no code by mistake: programs alone meet the others', () => {
    const others = (Object.keys(HTTP_STATUS) as ErrorCode[]).filter(
      (code) => !renderIn('zu', () => ofCode(code)),
    );
    expect(others.toSorted()).toEqual([...PROGRAMS].toSorted());
    expect(PROGRAMS.filter((code) => met().has(code))).toEqual([]);
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
