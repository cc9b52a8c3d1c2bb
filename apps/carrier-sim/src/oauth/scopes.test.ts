import { expect, test } from 'vitest';
import { readScope } from './scopes.ts';

test('takes API scopes and exactly one purpose', () => {
  expect(readScope('messages:send dpv:RequestedServiceProvision messages:send')).toEqual({
    scopes: ['messages:send'],
    purpose: 'dpv:RequestedServiceProvision',
  });
});

test.each(['', 'messages:send', 'dpv:A', 'messages:send dpv:A dpv:B', 'messages:send dpv:', 'everything dpv:A', 'messages:send dpv:a1'])(
  'refuses "%s"',
  (scope) => expect(readScope(scope)).toHaveProperty('refusal'),
);
