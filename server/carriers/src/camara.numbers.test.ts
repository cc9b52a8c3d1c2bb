import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  json,
  limitFor,
  msisdn,
  type Reaction,
  refusal,
  type StandIn,
  silence,
  startStandIn,
} from './carrier-stand-in.test-support.ts';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startStandIn();
});
afterEach(() => standIn.close());

describe('a recycled number', () => {
  const check = (reaction: Reaction) => {
    standIn.answer(reaction);
    return standIn
      .carrier(limitFor(reaction, 'lookup'))
      .numberRecycled({ msisdn: msisdn(), since: new Date('2026-11-20T22:30:00Z') });
  };

  it.each([true, false])(
    'is reported as %s, for the South African day of the question',
    async (phoneNumberRecycled) => {
      const known = { outcome: 'known', recycled: phoneNumberRecycled };
      expect(await check(json(200, { phoneNumberRecycled }))).toEqual(known);
      expect(standIn.calls[0]).toMatchObject({
        method: 'POST',
        path: '/root/number-recycling/v0.2/check',
      });
      expect(JSON.parse(standIn.calls[0]?.body ?? '')).toEqual({
        phoneNumber: '+27821234567',
        specifiedDate: '2026-11-21',
      });
    },
  );

  it.each([
    [refusal(404, 'IDENTIFIER_NOT_FOUND'), 'no_answer'],
    [refusal(422, 'SERVICE_NOT_APPLICABLE'), 'no_answer'],
    [refusal(400, 'OUT_OF_RANGE'), 'no_answer'],
    [refusal(403, 'PERMISSION_DENIED'), 'misconfigured'],
    [refusal(429, 'TOO_MANY_REQUESTS'), 'too_many_requests'],
    [refusal(503, 'UNAVAILABLE'), 'carrier_error'],
    [json(200, { phoneNumberRecycled: 'true' }), 'carrier_error'],
    [silence, 'timed_out'],
  ] as const)('is never guessed (%#)', async (reaction, cause) => {
    expect(await check(reaction)).toMatchObject({ outcome: 'unavailable', cause });
  });
});

describe('whether a number is on the network', () => {
  const ask = (reaction: Reaction) => {
    standIn.answer(reaction);
    const now = () => new Date('2026-11-20T22:30:00Z');
    return standIn.carrier({ ...limitFor(reaction, 'lookup'), now }).onNetwork(msisdn());
  };

  it.each([true, false])(
    'is yes for a number that the carrier knows (recycled: %s)',
    async (is) => {
      const known = { outcome: 'known', onNetwork: true };
      expect(await ask(json(200, { phoneNumberRecycled: is }))).toEqual(known);
      expect(JSON.parse(standIn.calls[0]?.body ?? '')).toEqual({
        phoneNumber: '+27821234567',
        specifiedDate: '2026-11-21',
      });
    },
  );

  it('is no only where the carrier says that it does not know the number', async () => {
    const unknown = refusal(404, 'IDENTIFIER_NOT_FOUND');
    expect(await ask(unknown)).toEqual({ outcome: 'known', onNetwork: false });
  });

  it.each([
    ['422 SERVICE_NOT_APPLICABLE', refusal(422, 'SERVICE_NOT_APPLICABLE'), 'no_answer'],
    ['404 NOT_FOUND', refusal(404, 'NOT_FOUND'), 'misconfigured'],
    ['403 PERMISSION_DENIED', refusal(403, 'PERMISSION_DENIED'), 'misconfigured'],
    ['503 UNAVAILABLE', refusal(503, 'UNAVAILABLE'), 'carrier_error'],
    ['an unreadable answer', json(200, {}), 'carrier_error'],
    ['no answer', silence, 'timed_out'],
  ] as const)('is not known after %s', async (_answer, reaction, cause) => {
    expect(await ask(reaction)).toMatchObject({ outcome: 'unavailable', cause });
  });
});

describe('the content lock', () => {
  it.each([
    ['true', { outcome: 'known', locked: true }],
    ['false', { outcome: 'known', locked: false }],
    ['not_available', { outcome: 'unavailable', cause: 'no_answer' }],
    [undefined, { outcome: 'unavailable', cause: 'no_answer' }],
    ['yes', { outcome: 'unavailable', cause: 'carrier_error' }],
  ])('answer %s is read as %o', async (contentLock, outcome) => {
    standIn.answer(json(200, { ageCheck: 'not_available', contentLock }));
    expect(await standIn.carrier().contentLock(msisdn())).toEqual(outcome);
  });

  it('is unavailable when the answer is lost, since nothing was done', async () => {
    standIn.answer(silence);
    const carrier = standIn.carrier(limitFor(silence, 'lookup'));
    expect(await carrier.contentLock(msisdn())).toEqual({
      outcome: 'unavailable',
      cause: 'timed_out',
    });
  });
});
