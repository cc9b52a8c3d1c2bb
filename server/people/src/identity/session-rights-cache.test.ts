// Holders of tokens are judged from memory.
import type { Entitlement } from '@bonisa/domain/subscription/entitlement';
import { expect, it } from 'vitest';
import { createSessionRightsCache, TRUSTED_MS } from './session-rights-cache.ts';

const END = new Date('2027-01-01T00:00:00Z');

function bench({ max = 100 } = {}) {
  let at = Date.parse('2026-11-20T08:00:00Z');
  const now = () => new Date(at);
  const state = { live: true, until: END, failing: false, readMs: 0 };
  const reads: string[] = [];
  const sessionRights = createSessionRightsCache({
    sessionOf: async (idHash) => {
      reads.push(idHash);
      if (state.failing) throw new Error('no database');
      return state.live ? { subscriberId: 7, expiresAt: END } : undefined;
    },
    rightsOf: async () => {
      const { until } = state;
      at += state.readMs;
      return {
        at: (instant): Entitlement =>
          until > instant ? { entitled: true, until } : { entitled: false, reason: 'ended' },
      };
    },
    clock: { now },
    max,
  });
  return { sessionRights, state, reads, by: (ms: number) => (at += ms), now };
}

it('shares one read among concurrent callers and reads again after twenty seconds', async () => {
  const { sessionRights, reads, by } = bench();
  const all = await Promise.all(Array.from({ length: 50 }, () => sessionRights.of('a')));
  expect(all).toEqual(
    Array(50).fill({ subscriberId: 7, entitlement: { entitled: true, until: END } }),
  );
  by(TRUSTED_MS - 1);
  await sessionRights.of('a');
  expect(reads).toEqual(['a']);
  by(1);
  await sessionRights.of('a');
  expect(reads).toEqual(['a', 'a']);
});

it('reads nothing after a play call that has just read', async () => {
  const { sessionRights, reads } = bench();
  await sessionRights.ofUser({ idHash: 'a', subscriberId: 7, expiresAt: END });
  expect((await sessionRights.of('a'))?.entitlement.entitled).toBe(true);
  expect(reads).toEqual([]);
});

it('judges a play call after its read, in which the paid time may have ended', async () => {
  const { sessionRights, state, now } = bench();
  Object.assign(state, { until: new Date(now().getTime() + 5), readMs: 10 });
  const user = { idHash: 'a', subscriberId: 7, expiresAt: END };
  const { entitlement } = await sessionRights.ofUser(user);
  expect(entitlement).toEqual({ entitled: false, reason: 'ended' });
});

it('ends rights at their exact time and notices a payment within two seconds', async () => {
  const { sessionRights, state, by, now } = bench();
  state.until = new Date(now().getTime() + 1000);
  expect((await sessionRights.of('a'))?.entitlement.entitled).toBe(true);
  by(1000);
  expect((await sessionRights.of('a'))?.entitlement.entitled).toBe(false);
  state.until = END;
  by(2000);
  expect((await sessionRights.of('a'))?.entitlement.entitled).toBe(true);
});

it('trusts no entry after the clock was set back, and fails when it cannot read', async () => {
  const { sessionRights, state, reads, by } = bench();
  await sessionRights.of('a');
  by(-1);
  await sessionRights.of('a');
  expect(reads).toHaveLength(2);
  state.failing = true;
  by(TRUSTED_MS);
  await expect(sessionRights.of('a')).rejects.toThrow('no database');
  state.failing = false;
  state.live = false;
  expect(await sessionRights.of('a')).toBeUndefined();
});

it('caches a limited number of sessions', async () => {
  const { sessionRights, reads } = bench({ max: 2 });
  for (const one of ['a', 'b', 'c', 'c', 'b', 'a']) await sessionRights.of(one);
  expect(reads).toEqual(['a', 'b', 'c', 'a']);
});
