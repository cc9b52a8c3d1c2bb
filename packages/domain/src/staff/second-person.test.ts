import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccountChange, BOUND_MS, isIndependent } from './second-person.ts';

const NOW = new Date('2026-11-20T08:00:00.000Z');
const DAY = 24 * 60 * 60_000;
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * DAY);
const made = (by: string, account: string, days = 1): AccountChange => {
  return { by, account, at: daysAgo(days) };
};
const asked = (askedBy: string, days = 0) => ({ askedBy, askedAt: daysAgo(days) });

describe('a second person', () => {
  it.each([
    ['was invited by the one who asked', [made('anna', 'ben')]],
    ['changed the account that asked', [made('ben', 'anna')]],
    [
      'was invited by whom the one who asked invited',
      [made('anna', 'carla'), made('carla', 'ben')],
    ],
    [
      'was made by the same person as the one who asked',
      [made('carla', 'anna'), made('carla', 'ben')],
    ],
    [
      'was made by whom somebody reset for the one who asked',
      [made('anna', 'carla', 0), made('carla', 'ben', 3)],
    ],
  ])('is nobody who %s', (_, changes) => {
    expect(isIndependent(asked('anna'), 'ben', changes, NOW)).toBe(false);
    expect(isIndependent(asked('anna'), 'dora', changes, NOW)).toBe(true);
  });

  it('is whoever changed their own account, or had it changed by a third one', () => {
    const changes = [made('anna', 'anna'), made('ben', 'ben'), made('carla', 'ben')];
    expect(isIndependent(asked('anna'), 'ben', changes, NOW)).toBe(true);
  });

  it('is bound for 7 days to the instant, also for a request of before', () => {
    const change = { by: 'anna', account: 'ben', at: new Date(NOW.getTime() - BOUND_MS) };
    const before = new Date(NOW.getTime() - 1);
    expect(isIndependent(asked('anna', 2), 'ben', [change], before)).toBe(false);
    expect(isIndependent(asked('anna', 2), 'ben', [change], NOW)).toBe(true);
  });

  it('never approves what it may have asked for itself as the other account', () => {
    // Anna reset the agent, asked as the agent, and lets the seven days pass.
    const changes = [made('anna', 'agent', 9)];
    expect(isIndependent(asked('agent', 2.5), 'anna', changes, NOW)).toBe(false);
    expect(isIndependent(asked('agent', 1), 'anna', changes, NOW)).toBe(true);
  });

  it('is never anybody whom one person made, whatever chain leads from one to the other', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const change = fc.record({
      by: name,
      account: name,
      at: fc.integer({ min: 0, max: BOUND_MS - 1 }).map((ms) => new Date(NOW.getTime() - ms)),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), name, name, (changes, asker, decider) => {
        const reaches = (from: string, to: string, left: number): boolean =>
          from === to ||
          (left > 0 &&
            changes.some(({ by, account }) => by === from && reaches(account, to, left - 1)));
        const shared = ['a', 'b', 'c', 'd', 'e'].some(
          (one) => reaches(one, asker, 5) && reaches(one, decider, 5),
        );
        expect(isIndependent(asked(asker), decider, changes, NOW)).toBe(!shared);
        expect(isIndependent(asked(decider), asker, changes, NOW)).toBe(!shared);
      }),
    );
  });
});
