import { SCOPES, SCOPES_OF_ROLE } from '@bonisa/domain/staff/staff-roles';
import { expect, it } from 'vitest';
import { addressOf, GROUPS, SCREENS, screensFor } from './screens.ts';

it('gives each screen an address of its own, and shows an administrator all of them', () => {
  const addresses = SCREENS.map(addressOf);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.every((address) => /^\/[a-z/:-]+$/.test(address))).toBe(true);
  expect(screensFor(SCOPES)).toEqual(SCREENS);
  expect(SCREENS.every(({ group }) => GROUPS.includes(group))).toBe(true);
});

it('shows an editor neither money nor care, and an agent no money', () => {
  const groupsOf = (role: 'editor' | 'care') =>
    new Set(screensFor(SCOPES_OF_ROLE[role]).map(({ group }) => group));
  expect([...groupsOf('editor')].filter((group) => ['Care', 'Money'].includes(group))).toEqual([]);
  expect([...groupsOf('care')].filter((group) => group === 'Money')).toEqual([]);
});
