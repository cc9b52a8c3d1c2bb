// The cost that a data choice states is what the browser fetches. Every choice, and the budget:
// data-cost.nightly.test.ts. F10, Watching.
import { expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { playAsSubscriber, playWithChoice, skipToTheEnd } from './harness/data-choice.ts';

const { visit } = useBrowser();

it('says what the title costs with Saver, and fetches that to its end', async () => {
  const phone = await visit();
  await playAsSubscriber(phone);
  await skipToTheEnd(phone.page);
  const { said, fetched, paths } = await playWithChoice(phone, 'Saver');
  expect(fetched).toBeGreaterThan(said * 0.95);
  expect(fetched).toBeLessThan(said * 1.05);
  const heights = paths.map((path) => Number(/\/(\d+)p\//.exec(path)?.[1] ?? 0));
  expect(Math.max(...heights)).toBe(240);
});
