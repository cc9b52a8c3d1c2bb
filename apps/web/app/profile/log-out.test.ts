// P2 E11: Log Out, also where the session has already ended.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type StubbedPage, stubPage } from '../browser/stub-page.test-kit.ts';

let page: StubbedPage;
beforeEach(() => {
  page = stubPage(['U_token', 'active_package', 'video_positions']);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server that answers the sign-out so, and to which nobody is signed in. */
function answerSignOut(status: number) {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/api/auth/sign_out')
      return Response.json({ code: 'not_signed_in', description: 'Please sign in.' }, { status });
    page.cookie = '';
    return Response.json({ signed_in: false });
  });
}

test.each([
  ['ends the session', 200],
  ['finds that it has ended', 401],
])('leaves only the prefilled number on the device where it %s', async (_how, status) => {
  answerSignOut(status);
  const { logOut } = await import('./log-out.ts');
  await logOut();
  expect([...page.stored.keys()]).toEqual(['U_token']);
  expect(page.documentElement.dataset).toEqual({ viewer: 'visitor' });
});

test.each([
  ['the server fails', { status: 500, everywhere: false }],
  ['an ended session cannot end the others', { status: 401, everywhere: true }],
])('fails and removes nothing where %s', async (_how, { status, everywhere }) => {
  answerSignOut(status);
  const { logOut } = await import('./log-out.ts');
  await expect(logOut({ everywhere })).rejects.toThrow('Please sign in.');
  expect(page.stored.size).toBe(3);
});
