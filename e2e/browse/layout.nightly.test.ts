// Where things stand on a wide screen and on a phone that is held sideways.
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../harness/browser.ts';

const { visit } = useBrowser();

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox();
  if (!box) throw new Error('The page does not show it.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

it('has the people of a title beside its words, and two columns of episodes, on a wide screen', async () => {
  const { page, goto } = await visit({ device: 'desk' });
  await goto('/episode/pots-dont-lie-s1e2');
  const main = page.getByRole('main');
  const about = await boxOf(main.getByRole('heading', { name: /^About/ }));
  const people = await boxOf(main.getByRole('heading', { name: 'Who made it' }));
  expect(people.y).toBe(about.y);
  const watch = await boxOf(main.getByRole('button', { name: /^Watch/ }));
  const share = await boxOf(main.getByRole('button', { name: /^Share/ }));
  // What it costs stays beside its name, so the button has a line of its own there.
  expect(watch.height).toBe(share.height);
  expect(share.y).toBeGreaterThanOrEqual(watch.bottom);
  expect(people.x).toBeGreaterThan(about.right);
  const list = main.getByRole('region', { name: /^Season 1/ }).getByRole('listitem');
  const [first, second] = [await boxOf(list.first()), await boxOf(list.nth(1))];
  expect(second.y).toBe(first.y);
  expect(second.x).toBeGreaterThan(first.right);
});

it.each([
  ['/show/pots-dont-lie', /^Watch/],
  ['/live', /^Watch live/],
  ['/video/isibane', /^Watch/],
])('has the button of %s in sight on a phone that is held sideways', async (path, name) => {
  const { page, goto } = await visit({ viewport: { width: 740, height: 360 } });
  await goto(path);
  const button = await boxOf(
    page
      .getByRole('main')
      .getByRole('button', { name })
      .or(page.getByRole('link', { name }))
      .first(),
  );
  expect(button.bottom).toBeLessThanOrEqual(360);
});

it('tells what it costs above the bottom bar on the smallest phone', async () => {
  const { page, goto } = await visit({ viewport: { width: 360, height: 640 } });
  await goto('/');
  const price = await boxOf(page.getByText('First day free, then from R5 a day on airtime.'));
  const bar = await boxOf(page.getByRole('link', { name: 'Browse' }).last());
  expect(price.bottom).toBeLessThanOrEqual(bar.y);
});
