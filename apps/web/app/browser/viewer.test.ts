// P2 E11: what the page believes of its viewer once the server has answered.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const documentElement = { dataset: {} as Record<string, string> };
const page = { cookie: '', documentElement };
const stored = new Map<string, string>();
const area = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { maxTouchPoints: 0 });
  vi.stubGlobal('screen', { width: 360, height: 740 });
  vi.stubGlobal('localStorage', area);
  vi.stubGlobal('window', { localStorage: area, sessionStorage: area });
  page.cookie = 'bonisa_hint=1';
  documentElement.dataset.viewer = 'member';
  stored.clear();
  for (const key of ['U_token', 'active_package', 'flow']) stored.set(key, 'something');
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
  expect(documentElement.dataset.viewer).toBe('visitor');
  expect([...stored.keys()]).toEqual(['U_token']);
});

test.each([
  ['keeps the hint', { takesHint: false }],
  ['fails', { status: 500, takesHint: false }],
])('removes nothing while the server %s', async (_what, how) => {
  answer(how);
  const { refreshViewer } = await import('./viewer.ts');
  await refreshViewer();
  expect(documentElement.dataset.viewer).toBe('member');
  expect(stored.size).toBe(3);
});

test('asks nothing for a visitor who was never signed in, and removes nothing', async () => {
  const asked = answer({ takesHint: true });
  page.cookie = '';
  const { refreshViewer } = await import('./viewer.ts');
  await refreshViewer();
  expect(asked).not.toHaveBeenCalled();
  expect(documentElement.dataset.viewer).toBe('visitor');
  expect(stored.size).toBe(3);
});
