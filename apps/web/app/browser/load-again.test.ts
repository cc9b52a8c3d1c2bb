import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadAgain } from './load-again.ts';

let page: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { querySelectorAll: () => [] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A part that loads only while the line is up. */
function partOf(line: { isUp: boolean }) {
  return vi.fn(async () => {
    if (!line.isUp) throw new TypeError('Failed to fetch dynamically imported module');
    return 'the part';
  });
}

describe('loading a part of the page', () => {
  it('waits for the line and loads the part then, instead of failing', async () => {
    const line = { isUp: false };
    const load = partOf(line);
    const failed = vi.fn();
    const loaded = vi.fn();
    void loadAgain(load, failed).then(loaded);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(loaded).not.toHaveBeenCalled();
    expect(failed).toHaveBeenCalledTimes(load.mock.calls.length);
    line.isUp = true;
    page.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(loaded).toHaveBeenCalledWith('the part');
  });

  it('tries by itself where the browser says nothing of the line, but not for ever', async () => {
    const line = { isUp: false };
    const load = partOf(line);
    const loading = loadAgain(load);
    await vi.advanceTimersByTimeAsync(500);
    line.isUp = true;
    await vi.advanceTimersByTimeAsync(600);
    expect(await loading).toBe('the part');
    const gone = partOf({ isUp: false });
    void loadAgain(gone);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(gone).toHaveBeenCalledTimes(7);
  });

  it('asks after each failure whether the site has the build of this page', async () => {
    const bonisaRenew = vi.fn(async () => undefined);
    vi.stubGlobal('window', { bonisaRenew });
    void loadAgain(partOf({ isUp: false }));
    await vi.advanceTimersByTimeAsync(1_500);
    expect(bonisaRenew).toHaveBeenCalledTimes(2);
  });

  it('fetches again a style sheet that failed, before the module that needs it', async () => {
    const fresh: { onload?: () => void } = {};
    const link = {
      sheet: null,
      cloneNode: () => fresh,
      replaceWith: vi.fn(() => queueMicrotask(() => fresh.onload?.())),
    };
    vi.stubGlobal('document', { querySelectorAll: () => [link] });
    const line = { isUp: false };
    const loading = loadAgain(partOf(line));
    await vi.advanceTimersByTimeAsync(0);
    line.isUp = true;
    page.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(await loading).toBe('the part');
    expect(link.replaceWith).toHaveBeenCalledWith(fresh);
  });
});
