import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEVICE_CODE_LIFE_MS,
  type DeviceRequest,
  decidePoll,
  decideRefresh,
  isAnswerable,
  isRepeatedAnswer,
  POLL_SECONDS,
  REPEAT_MS,
  readUserCode,
  USER_CODE_LENGTH,
  USER_CODE_LETTERS,
  userCodeOf,
} from './device-sign-in.ts';

const START = new Date('2026-11-23T18:00:00Z');
const after = (ms: number): Date => new Date(START.getTime() + ms);
const waiting: DeviceRequest = {
  state: 'waiting',
  expiresAt: after(DEVICE_CODE_LIFE_MS),
  intervalSeconds: POLL_SECONDS,
  polledAt: null,
  usedAt: null,
};

describe('a user code', () => {
  it('has eight letters of the alphabet, whatever the random bytes, and is read as it is shown', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (random) => {
        const code = userCodeOf(random);
        expect(code).toMatch(new RegExp(`^[${USER_CODE_LETTERS}]{4}-[${USER_CODE_LETTERS}]{4}$`));
        expect(readUserCode(code)).toBe(code);
      }),
    );
  });

  it('uses every letter at every place', () => {
    const seen = Array.from({ length: USER_CODE_LENGTH }, () => new Set<string>());
    for (let value = 0; value < USER_CODE_LETTERS.length; value++) {
      const random = Uint8Array.from({ length: 16 }, (_, i) => (i % 2 ? value : 0));
      for (const [i, letter] of [...userCodeOf(random).replace('-', '')].entries())
        seen[i]?.add(letter);
    }
    expect(seen.map(({ size }) => size)).toEqual(seen.map(() => USER_CODE_LETTERS.length));
  });

  it('refuses to be made of too few bytes', () => {
    expect(() => userCodeOf(new Uint8Array(15))).toThrow(RangeError);
  });

  it.each(['wdjb-mjht', 'WDJBMJHT', ' wdjb mjht ', 'WDJB–MJHT', 'wdjb.mjht'])(
    'is read as people type it: %j',
    (typed) => {
      expect(readUserCode(typed)).toBe('WDJB-MJHT');
    },
  );

  it.each(['', 'WDJB-MJH', 'WDJB-MJHTX', 'ADJB-MJHT', 'WDJ0-MJHT', 'ŴDJB-MJHT', '<script>'])(
    'is refused where it can be none: %j',
    (typed) => {
      expect(readUserCode(typed)).toBeUndefined();
    },
  );
});

describe('a poll', () => {
  it('waits for the answer, and is slower after each poll that came too early', () => {
    expect(decidePoll(waiting, START)).toEqual({
      answer: 'authorization_pending',
      intervalSeconds: 5,
    });
    let polled: DeviceRequest = { ...waiting, polledAt: START };
    for (const intervalSeconds of [10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 60]) {
      const decision = decidePoll(polled, after(3900));
      expect(decision).toEqual({ answer: 'slow_down', intervalSeconds });
      polled = { ...polled, intervalSeconds };
    }
    expect(decidePoll({ ...waiting, polledAt: START }, after(4000)).answer).toBe(
      'authorization_pending',
    );
  });

  it('gets tokens once it is approved, also early, and the same ones again for a minute', () => {
    const approved = { ...waiting, state: 'approved', polledAt: START } as const;
    expect(decidePoll(approved, after(1)).answer).toBe('tokens');
    const used = { ...approved, state: 'used', usedAt: START } as const;
    expect(decidePoll(used, after(REPEAT_MS - 1)).answer).toBe('again');
    expect(decidePoll(used, after(REPEAT_MS)).answer).toBe('invalid_grant');
  });

  it('is told of a refusal and of the end of its code', () => {
    expect(decidePoll({ ...waiting, state: 'refused' }, START).answer).toBe('access_denied');
    for (const state of ['waiting', 'approved'] as const)
      expect(decidePoll({ ...waiting, state }, waiting.expiresAt).answer).toBe('expired_token');
  });
});

it('a request can be answered once, and before its end', () => {
  expect(isAnswerable(waiting, START)).toBe(true);
  expect(isAnswerable(waiting, waiting.expiresAt)).toBe(false);
  for (const state of ['approved', 'refused', 'used'] as const)
    expect(isAnswerable({ ...waiting, state }, START)).toBe(false);
});

it("an answer is repeated by the same viewer's same answer, before the end of the code", () => {
  const is = (state: DeviceRequest['state'], isApproved: boolean, subscriberId = 1, now = START) =>
    isRepeatedAnswer({ ...waiting, state, subscriberId: 1 }, { subscriberId, isApproved }, now);
  expect([is('approved', true), is('used', true), is('refused', false)]).toEqual(
    Array(3).fill(true),
  );
  expect([is('approved', false), is('used', false), is('refused', true)]).not.toContain(true);
  expect([is('waiting', true), is('waiting', false)]).not.toContain(true);
  expect([is('approved', true, 2), is('refused', false, 2)]).not.toContain(true);
  expect([is('used', true, 1, waiting.expiresAt)]).not.toContain(true);
});

describe('a refresh token', () => {
  it('is replaced at each use, may be repeated for a minute, and is stolen after that', () => {
    const rotation = { count: 3, at: START };
    expect(decideRefresh(rotation, 3, after(1))).toBe('rotate');
    expect(decideRefresh(rotation, 2, after(REPEAT_MS - 1))).toBe('again');
    expect(decideRefresh(rotation, 2, after(REPEAT_MS))).toBe('stolen');
    expect(decideRefresh(rotation, 1, after(1))).toBe('stolen');
    expect(decideRefresh(rotation, 4, after(1))).toBe('stolen');
  });
});
