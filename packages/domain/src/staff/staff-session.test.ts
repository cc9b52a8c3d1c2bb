import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordProblem } from './staff-password.ts';
import {
  acceptedTotpStep,
  isSessionLive,
  SESSION_IDLE_MS,
  SESSION_MOST_MS,
  totpStepAt,
} from './staff-session.ts';

const instants = fc.date({
  min: new Date('2026-01-01'),
  max: new Date('2040-01-01'),
  noInvalidDate: true,
});

describe('a one-time code of an authenticator app', () => {
  it('counts in its own step and one step around it, and in no other', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -5, max: 5 }), (now, off) => {
        const shown = totpStepAt(now) + off;
        const accepted = acceptedTotpStep((step) => step === shown, 0, now);
        expect(accepted).toBe(Math.abs(off) <= 1 ? shown : undefined);
      }),
    );
  });

  it('counts once, however often and whenever it is shown again', () => {
    const moves = fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 20 });
    fc.assert(
      fc.property(
        instants,
        moves,
        fc.array(fc.integer({ min: -1, max: 1 })),
        (start, waits, offs) => {
          let [now, last] = [start, 0];
          const used = new Set<number>();
          for (const [at, wait] of waits.entries()) {
            now = new Date(now.getTime() + wait * 1000);
            const shown = totpStepAt(now) + (offs[at] ?? 0);
            const accepted = acceptedTotpStep((step) => step === shown, last, now);
            if (accepted === undefined) continue;
            expect(used.has(accepted)).toBe(false);
            used.add(accepted);
            last = accepted;
          }
        },
      ),
    );
  });
});

describe('a session of the studio', () => {
  it('ends by time alone: idle, and after its longest time however busy', () => {
    const start = new Date('2026-11-23T06:00:00Z');
    const after = (ms: number) => new Date(start.getTime() + ms);
    const session = { createdAt: start, lastSeenAt: start, endedAt: null };
    expect(isSessionLive(session, after(SESSION_IDLE_MS - 1))).toBe(true);
    expect(isSessionLive(session, after(SESSION_IDLE_MS))).toBe(false);
    const busy = { ...session, lastSeenAt: after(SESSION_MOST_MS - 1) };
    expect(isSessionLive(busy, after(SESSION_MOST_MS - 1))).toBe(true);
    expect(isSessionLive(busy, after(SESSION_MOST_MS))).toBe(false);
    expect(isSessionLive({ ...session, endedAt: start }, start)).toBe(false);
  });
});

describe('a password', () => {
  const about = { email: 'thandiwe@example.org', name: 'Thandiwe Khumalo' };
  it.each([
    ['short', 'at least 12'],
    ['a'.repeat(129), 'at most 128'],
    ['aaaaaaaabbbb', 'different'],
    ['Password1234', 'easy'],
    ['thandiwe2026', 'easy'],
    ['Khumalo-2026', 'easy'],
  ])('is refused with the reason: %s', (password, reason) => {
    expect(passwordProblem(password, about)).toContain(reason);
  });

  it.each(['correct horse battery', 'wisselvallige dae 7', 'ngiyakuthanda-kakhulu'])(
    'is taken without rules about signs: %s',
    (password) => expect(passwordProblem(password, about)).toBeUndefined(),
  );
});
