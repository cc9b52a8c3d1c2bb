// Browsing while a page grows, and with large letters: R1 R2 L1.
import { expect, it } from 'vitest';
import { useBrowser } from '../harness/browser.ts';
import { watchButton } from '../harness/playback.ts';

const { visit } = useBrowser();

it('takes a press while a picture grows into its page', async () => {
  const { page, goto, context } = await visit({ device: 'desk' });
  await goto('/');
  // Slowed down, so that the press comes before the end of the growth.
  const animations = await context.newCDPSession(page);
  await animations.send('Animation.enable');
  await animations.send('Animation.setPlaybackRate', { playbackRate: 0.005 });
  await page.getByRole('main').locator('.tile-link[href^="/video/"]').first().click();
  await page.waitForURL('**/video/**');
  const button = await watchButton(page).boundingBox();
  if (!button) throw new Error('The Watch button is not on the screen.');
  await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
  const stillGrows = await page.evaluate(() =>
    document
      .getAnimations()
      .some(({ effect }) => (effect as KeyframeEffect).pseudoElement?.includes('title-art')),
  );
  expect(stillGrows).toBe(true);
  await page.waitForURL('**/enter-number**');
});

it('allows no sideways scrolling with letters of double size', async () => {
  const phone = await visit();
  // As the browser's own font size setting does it.
  await phone.page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () =>
      document.documentElement.style.setProperty('font-size', '200%'),
    ),
  );
  for (const path of [
    '/',
    '/channels',
    '/show/pots-dont-lie',
    '/episode/pots-dont-lie-s1e6',
    '/live',
  ]) {
    await phone.goto(path);
    expect([
      path,
      await phone.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ]).toEqual([path, 0]);
  }
});
