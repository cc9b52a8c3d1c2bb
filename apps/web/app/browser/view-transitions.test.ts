// L1 R1: a picture that grows never keeps the viewer from pressing.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tameViewTransitions } from './view-transitions.ts';

let now = 0;
let shown = 0;
/** What the browser takes from the call to the next page. */
let takes = 0;

beforeEach(() => {
  [now, shown, takes] = [0, 0, 20];
  vi.stubGlobal('performance', { now: () => now });
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const window = new EventTarget();

/** A document whose transitions are ready at once, and its tamed start. */
function tamed(): (update: () => void) => Promise<unknown> {
  const page = {
    startViewTransition: (update: () => void) => {
      shown++;
      now += takes;
      update();
      const done = Promise.resolve();
      return { ready: done, finished: done };
    },
  };
  tameViewTransitions(page as unknown as Document);
  return async (update) => {
    const transition = (page as unknown as Document).startViewTransition(update as () => void);
    await transition.ready;
    await transition.finished;
  };
}

test('shows the way to a page, not the way back', async () => {
  const start = tamed();
  const update = vi.fn();
  await start(update);
  window.dispatchEvent(new Event('popstate'));
  await start(update);
  expect([shown, update.mock.calls.length]).toEqual([1, 2]);
  await start(update);
  expect([shown, update.mock.calls.length]).toEqual([2, 3]);
});

test('shows no further one after one that took too long', async () => {
  const start = tamed();
  const update = vi.fn();
  takes = 101;
  await start(update);
  await start(update);
  expect([shown, update.mock.calls.length]).toEqual([1, 2]);
});

test('leaves a browser without them alone', () => {
  const page = {} as Document;
  tameViewTransitions(page);
  expect(page.startViewTransition).toBeUndefined();
});
