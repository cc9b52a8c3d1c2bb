import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEY_SCOPES, ROLES, SCOPES, SCOPES_OF_ROLE, scopesOf } from './staff-roles.ts';
import { STEP_UP_MS, type StudioCaller, type StudioNeed, studioRefusal } from './studio-access.ts';

const NOW = new Date('2026-11-23T08:00:00Z');
const needs = fc.constantFrom<StudioNeed>('anyone', 'staff', 'account', ...SCOPES);
const rules = fc.record({ needs, changes: fc.boolean(), stepUp: fc.boolean() });
const scopes = fc.subarray([...SCOPES]).map((some) => new Set(some));
const callers = fc.oneof(
  fc.constant<StudioCaller>({ kind: 'nobody' }),
  fc.record({ kind: fc.constant('key' as const), scopes }),
  fc.record({
    kind: fc.constant('account' as const),
    scopes,
    csrf: fc.boolean(),
    factorAt: fc.integer({ min: 0, max: 2 * STEP_UP_MS }).map((ago) => new Date(+NOW - ago)),
  }),
);

describe('access to a call of the studio', () => {
  it('never goes to a caller without the scope, whoever it is', () => {
    fc.assert(
      fc.property(rules, callers, (rule, caller) => {
        if (rule.needs === 'anyone' || studioRefusal(rule, caller, NOW) !== undefined) return;
        expect(caller.kind).not.toBe('nobody');
        if (caller.kind === 'nobody' || rule.needs === 'staff' || rule.needs === 'account') return;
        expect(caller.scopes.has(rule.needs)).toBe(true);
      }),
    );
  });

  it('never goes to a key where a person is needed, nor to a page without its token', () => {
    fc.assert(
      fc.property(rules, callers, (rule, caller) => {
        if (rule.needs === 'anyone' || studioRefusal(rule, caller, NOW) !== undefined) return;
        if (caller.kind === 'key') expect([rule.needs, rule.stepUp]).not.toContain('account');
        if (caller.kind === 'key') expect(rule.stepUp).toBe(false);
        if (caller.kind !== 'account') return;
        if (rule.changes) expect(caller.csrf).toBe(true);
        if (rule.stepUp) expect(+NOW - +caller.factorAt).toBeLessThanOrEqual(STEP_UP_MS);
      }),
    );
  });

  it('goes to an administrator who has just shown a factor, whatever the call', () => {
    const caller: StudioCaller = {
      kind: 'account',
      scopes: scopesOf(['administrator']),
      csrf: true,
      factorAt: NOW,
    };
    fc.assert(fc.property(rules, (rule) => !studioRefusal(rule, caller, NOW)));
  });
});

describe('the roles', () => {
  it('give staff and keys of programs to administrators only', () => {
    const others = ROLES.filter((role) => role !== 'administrator');
    for (const role of others)
      expect([role, SCOPES_OF_ROLE[role].includes('staff:manage')]).toEqual([role, false]);
    expect(KEY_SCOPES).not.toContain('staff:manage');
    expect(KEY_SCOPES).not.toContain('refund:approve');
  });

  it('leave the approval of a refund to another role than the request for it', () => {
    const both = ROLES.filter((role) => {
      const held = scopesOf([role]);
      return held.has('care:act') && held.has('refund:approve');
    });
    expect(both).toEqual(['administrator']);
  });
});
