// P2 E11: what the page believes of its viewer once the server has answered.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type StubbedPage, stubPage } from './stub-page.test-kit.ts';

let page: StubbedPage;
beforeEach(() => {
  page = stubPage(['U_token', 'active_package', 'flow']);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A server that answers 'nobody is signed in'. */
function answer({ status = 200, takesHint }: { status?: number; takesHint: boolean }) {
  const asked = vi.fn(async () => {
    if (takesHint) page.cookie = '';
    return Response.json({ signed_in: false }, { status });
  });
  vi.stubGlobal('fetch', asked);
  return asked;
}

test('removes the data of a number whose session has ended, all but the prefilled number', async () => {
  answer({ takesHint: true });
  const { refreshViewer, viewerState } = await import('./viewer.ts');
  await refreshViewer();
  expect(viewerState()).toEqual({ state: 'known', viewer: { signed_in: false } });
  expect(page.documentElement.dataset.viewer).toBe('visitor');
  expect([...page.stored.keys()]).toEqual(['U_token']);
});

test.each([
  ['keeps the hint', { takesHint: false }],
  ['fails', { status: 500, takesHint: false }],
])('removes nothing while the server %s', async (_what, how) => {
  answer(how);
  const { refreshViewer } = await import('./viewer.ts');
  await refreshViewer();
  expect(page.documentElement.dataset.viewer).toBe('member');
  expect(page.stored.size).toBe(3);
});

test('asks nothing for a visitor who was never signed in, and removes nothing', async () => {
  const asked = answer({ takesHint: true });
  page.cookie = '';
  const { refreshViewer } = await import('./viewer.ts');
  await refreshViewer();
  expect(asked).not.toHaveBeenCalled();
  expect(page.documentElement.dataset.viewer).toBe('visitor');
  expect(page.stored.size).toBe(3);
});
