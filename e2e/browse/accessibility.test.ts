// No axe violation on any of a visitor's screens, no sideways scrolling, no motion with reduced
// motion.
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../harness/browser.ts';
import { hydrated } from '../harness/chromium.ts';
import { axeViolations, sidewaysScroll, walkAndCheck } from '../harness/screen-faults.ts';
import { TOURS } from '../harness/tours.ts';

const { visit, product } = useBrowser();

describe('every screen of a visitor at 360 px', () => {
  it.each(TOURS.filter(({ open }) => open))(
    'has no axe violation and no sideways scrolling: $name',
    async (tour) => {
      const phone = await visit({ at: product()[tour.at], reducedMotion: 'reduce' });
      const { found, seen } = await walkAndCheck(phone, tour);
      expect(found).toEqual([]);
      expect(seen).toBeGreaterThan(1);
    },
  );
});

describe('home and a video at 1280 px', () => {
  it.each(['/', '/video/isibane'])(
    'has no axe violation and no sideways scrolling: %s',
    async (path) => {
      const desk = await visit({ device: 'desk', reducedMotion: 'reduce' });
      await desk.goto(path);
      expect([
        ...(await axeViolations(desk.page, path)),
        ...(await sidewaysScroll(desk.page, path)),
      ]).toEqual([]);
    },
  );
});

describe('with reduced motion', () => {
  it.each(['/', '/video/isibane', '/enter-number', '/profile'])(
    'moves nothing on %s',
    async (path) => {
      const phone = await visit({ reducedMotion: 'reduce' });
      await phone.goto(path);
      await hydrated(phone.page);
      const moving = await phone.page.evaluate(() =>
        document
          .getAnimations()
          .filter(
            ({ playState, effect }) =>
              playState === 'running' && Number(effect?.getComputedTiming().duration ?? 0) > 20,
          )
          .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 80)),
      );
      expect(moving).toEqual([]);
      const scrolling = await phone.page.evaluate(
        () => getComputedStyle(document.documentElement).scrollBehavior,
      );
      expect(scrolling).toBe('auto');
    },
  );
});
