import { describe, expect, it } from 'vitest';
import { type BrandMark, iconsOf } from './brand-mark.ts';

const COLOURS = { page: '#101010', surface: '#202020', band: '#303030', accent: '#ffcc00' };
const markOf = async (brand?: BrandMark): Promise<string> =>
  `${await iconsOf(brand).get('mark.svg')?.make()}`;
/** The beginning of our own house. */
const HOUSE = 'M2 30V17h4v-5';

describe('the mark of the icons', () => {
  it("is the brand's drawing, and ours where there is no brand", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7z"/></svg>';
    const mark = await markOf({ ...COLOURS, svg });
    expect(mark).toContain('M1 1h7z');
    expect(mark).not.toContain(HOUSE);
    expect(await markOf()).toContain(HOUSE);
  });

  it('is a sign of play in the colours of a brand without a drawing', async () => {
    const mark = await markOf({ ...COLOURS, svg: undefined });
    expect(mark).toContain(`fill="${COLOURS.accent}"`);
    expect(mark).not.toContain(HOUSE);
  });

  it('can be made in every form without a drawing', async () => {
    const icons = [...iconsOf({ ...COLOURS, svg: undefined }).values()];
    const made = await Promise.all(icons.map(async ({ make }) => (await make()).length));
    expect(Math.min(...made)).toBeGreaterThan(100);
  });
});
