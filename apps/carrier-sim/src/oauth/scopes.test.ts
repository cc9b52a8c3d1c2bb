import { expect, test } from 'vitest';
import { readScope, scopeText } from './scopes.ts';

const SERVICE = 'dpv:RequestedServiceProvision';

test('takes API scopes and exactly one purpose', () => {
  const read = readScope(`messages:send ${SERVICE} messages:send`);
  expect(read).toEqual({ scopes: ['messages:send'], purpose: SERVICE, openid: false });
});

test('takes openid beside an API scope, and gives it back', () => {
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
])('refuses "%s"', (scope) => expect(readScope(scope)).toHaveProperty('refusal'));

// Purposes that the vocabulary does not have are refused.
test.each(['dpv:A', 'dpv:MakeMoney', 'dpv:Marketing2', 'dpv:toString'])(
  'refuses the purpose %s',
  (purpose) =>
    expect(readScope(`messages:send ${purpose}`)).toEqual({
      refusal: 'The purpose is not one of the Data Privacy Vocabulary.',
    }),
);
