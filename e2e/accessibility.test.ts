// No axe violation on any screen of a sign-up, no sideways scrolling. For a visitor's screens see
// browse/accessibility.test.ts; accessibility.nightly.test.ts looks at all others.
import { expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { walkAndCheck } from './harness/screen-faults.ts';
import { TOURS } from './harness/tours.ts';

const { visit, product } = useBrowser();

it.each(TOURS.filter(({ open, daily }) => daily && !open))(
  'has no axe violation and no sideways scrolling at 360 px: $name',
  async (tour) => {
    const phone = await visit({ at: product()[tour.at], reducedMotion: 'reduce' });
    const { found, seen } = await walkAndCheck(phone, tour);
    expect(found).toEqual([]);
    expect(seen).toBeGreaterThan(1);
  },
);
