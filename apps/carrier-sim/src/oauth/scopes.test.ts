import { expect, test } from 'vitest';
import { readScope, scopeText } from './scopes.ts';

const SERVICE = 'dpv:RequestedServiceProvision';

test('accepts API scopes with exactly one purpose', () => {
  const read = readScope(`messages:send ${SERVICE} messages:send`);
  expect(read).toEqual({ scopes: ['messages:send'], purpose: SERVICE, openid: false });
});

test('accepts openid beside an API scope and returns it', () => {
  const read = readScope(`openid messages:send ${SERVICE}`);
  if ('refusal' in read) throw new Error(read.refusal);
  expect(scopeText(read)).toBe(`openid messages:send ${SERVICE}`);
});

test.each([
  '',
  'messages:send',
  SERVICE,
  `openid ${SERVICE}`,
  `messages:send ${SERVICE} dpv:Marketing`,
  'messages:send dpv:',
  'messages:send dpv:requestedserviceprovision',
  `everything ${SERVICE}`,
])('refuses the scope "%s"', (scope) => expect(readScope(scope)).toHaveProperty('refusal'));

// The vocabulary does not have these purposes.
test.each(['dpv:A', 'dpv:MakeMoney', 'dpv:Marketing2', 'dpv:toString'])(
  'refuses the purpose %s',
  (purpose) =>
    expect(readScope(`messages:send ${purpose}`)).toEqual({
      refusal: 'The purpose is not one of the Data Privacy Vocabulary.',
    }),
);
