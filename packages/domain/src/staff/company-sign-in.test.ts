import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressProof,
  COMPANY_FRESH_MS,
  COMPANY_SIGN_IN_MS,
  companyFactor,
} from './company-sign-in.ts';
import { STEP_UP_MS, studioRefusal } from './studio-access.ts';

const NOW = new Date('2026-11-23T08:00:00Z');

describe('the factor of a sign-in at the company', () => {
  it('is as old as the company says, within a working day and never in the future', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60_000, max: COMPANY_SIGN_IN_MS }), (ageMs) => {
        const at = new Date(NOW.getTime() - Math.max(0, ageMs));
        expect(companyFactor({ ageMs, fresh: false }, NOW)).toEqual({ ok: true, at });
      }),
    );
    const late = companyFactor({ ageMs: COMPANY_SIGN_IN_MS + 1, fresh: false }, NOW);
    expect(late).toEqual({ ok: false, refusal: 'old_auth_time' });
  });

  it('is too old where the company was to ask again and did not', () => {
    const factor = (ageMs: number) => companyFactor({ ageMs, fresh: true }, NOW);
    expect(factor(COMPANY_FRESH_MS).ok).toBe(true);
    expect(factor(COMPANY_FRESH_MS + 1)).toEqual({ ok: false, refusal: 'old_auth_time' });
  });

  it('opens no dangerous call where the company does not say when it was', () => {
    const untold = companyFactor({ ageMs: undefined, fresh: false }, NOW);
    const caller = { kind: 'account', scopes: new Set<never>(), csrf: true } as const;
    const rule = { needs: 'account', changes: true, stepUp: true } as const;
    const factorAt = untold.ok ? untold.at : NOW;
    expect(studioRefusal(rule, { ...caller, factorAt }, NOW)).toBe('step_up_needed');
    expect(NOW.getTime() - factorAt.getTime()).toBeGreaterThan(STEP_UP_MS);
    const fresh = companyFactor({ ageMs: undefined, fresh: true }, NOW);
    expect(fresh).toEqual({ ok: false, refusal: 'no_auth_time' });
  });
});

describe('an address that the company names', () => {
  it('is proven where the company says so, or is trusted and silent, and never where it denies', () => {
    expect([addressProof(true, false), addressProof(undefined, true)]).toEqual([
      'proven',
      'proven',
    ]);
    expect(addressProof(undefined, false)).toBe('untold');
    for (const denied of [false, 'false', 'true', null, 0])
      for (const trusted of [true, false])
        expect([denied, addressProof(denied, trusted)]).toEqual([denied, 'unproven']);
  });
});
