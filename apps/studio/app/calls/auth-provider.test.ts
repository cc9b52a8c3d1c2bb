import { me } from '@bonisa/contract/studio/staff.calls';
import { expect, it } from 'vitest';
import { createAuthProvider } from './auth-provider.ts';
import { createGuardedClient, type Me } from './guarded-client.ts';
import { createPrompts } from './prompts.ts';

const EDITOR: Me = {
  kind: 'account',
  id: 'a1',
  name: 'Naledi',
  scopes: ['catalogue:read', 'catalogue:write'],
  roles: ['editor'],
  csrf_token: 't',
  factors: ['password', 'authenticator'],
};

function providerOf(): {
  left: string[];
  made: string[];
  provider: ReturnType<typeof createAuthProvider>;
} {
  const left: string[] = [];
  const made: string[] = [];
  const fetcher = async (path: unknown) => {
    made.push(String(path));
    return new Response('{"signed_in":false}');
  };
  const studio = createGuardedClient({
    fetch: fetcher as typeof fetch,
    prompts: createPrompts(),
    me,
  });
  return {
    left,
    made,
    provider: createAuthProvider({ studio, me: EDITOR, leave: (address) => left.push(address) }),
  };
}

it('allows a person what their scopes allow and nothing else', async () => {
  const { provider } = providerOf();
  const may = (resource: string, action: string) =>
    provider.canAccess?.({ resource, action } as never);
  expect(await may('catalogue', 'write')).toBe(true);
  expect(await may('catalogue', 'publish')).toBe(false);
  expect(await may('money', 'read')).toBe(false);
  expect(await provider.getIdentity?.()).toEqual({ id: 'a1', fullName: 'Naledi' });
});

it('ends the session at the server before the page shows the sign-in', async () => {
  const { provider, made, left } = providerOf();
  await provider.logout({});
  expect(made).toEqual(['/studio/api/sign-out']);
  expect(left).toEqual(['/sign-in']);
});
