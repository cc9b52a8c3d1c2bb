// Interfaces 'Start and stop': a tab of the studio outlives its version.
import { afterEach, expect, it, vi } from 'vitest';
import { loadPart } from './lazy-part.ts';

const reload = vi.fn();
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const FAILURE = new TypeError('Failed to fetch dynamically imported module');
const failing = () => Promise.reject(FAILURE);
/** What the studio answers for a script of the tab's version, and how the document was loaded. */
function tab(answer: () => Promise<{ status: number }>, type = 'navigate') {
  const asked = vi.fn(answer);
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] });
  return asked;
}
const SCRIPT = '/assets/main-12345678.js';

it('loads a part without asking for anything else', async () => {
  const asked = tab(async () => ({ status: 404 }));
  expect(await loadPart(async () => 'the part', SCRIPT)).toBe('the part');
  expect(asked).not.toHaveBeenCalled();
});

it('loads the document again where the version is gone', async () => {
  const asked = tab(async () => ({ status: 404 }));
  const ended = vi.fn();
  void loadPart(failing, SCRIPT).then(ended, ended);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(asked).toHaveBeenCalledWith(SCRIPT, { method: 'HEAD', cache: 'no-store' });
  expect(ended).not.toHaveBeenCalled();
});

it.each([
  ['the script is there', async () => ({ status: 200 }), 'navigate'],
  ['the studio is away', async () => ({ status: 503 }), 'navigate'],
  ['the line is lost', async () => Promise.reject(FAILURE), 'navigate'],
  ['it has done so already', async () => ({ status: 404 }), 'reload'],
])('leaves the failure to the boundary where %s', async (_, answer, type) => {
  tab(answer, type);
  await expect(loadPart(failing, SCRIPT)).rejects.toBe(FAILURE);
  expect(reload).not.toHaveBeenCalled();
});
