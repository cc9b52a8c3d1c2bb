import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesAtCaps,
  CAPS,
  capOf,
  costAtCap,
  DATA_CHOICES,
  isMetered,
  usualChoice,
} from './data-choice.ts';

const phone = { width: 360, height: 740, pixelRatio: 2 };

describe('the cap of a choice', () => {
  it('is the same number of lines however the phone is turned', () => {
    const turned = { ...phone, width: phone.height, height: phone.width };
    for (const choice of DATA_CHOICES) expect(capOf(choice, turned)).toBe(capOf(choice, phone));
  });

  it('is what the screen shows at most', () => {
    expect(capOf('best', phone)).toBe(720);
    expect(capOf('best', { ...phone, pixelRatio: 3 })).toBe(1080);
    expect(capOf('best', { ...phone, pixelRatio: 1 })).toBe(480);
    expect(capOf('best', { width: 1920, height: 1080, pixelRatio: 1 })).toBe(1080);
    expect(capOf('standard', { width: 240, height: 320, pixelRatio: 1 })).toBe(240);
  });

  it('rises from sound alone to the best', () => {
    const sides = fc.integer({ min: 100, max: 4000 });
    const ratios = fc.constantFrom(1, 1.5, 2, 2.625, 3);
    fc.assert(
      fc.property(sides, sides, ratios, (width, height, pixelRatio) => {
        const caps = DATA_CHOICES.map((choice) => capOf(choice, { width, height, pixelRatio }));
        expect(caps[0]).toBe(0);
        expect(caps[1]).toBeGreaterThan(0);
        expect(caps).toEqual([...caps].sort((a, b) => a - b));
      }),
    );
  });
});

describe('the bytes of a title at each cap', () => {
  const at = (height: number, bytes: number) => ({ height, bytes });

  it('are those of the highest rendition within the cap', () => {
    expect(bytesAtCaps([at(0, 1), at(144, 2), at(240, 4), at(360, 7), at(720, 30)])).toEqual([
      1, 4, 7, 30, 30,
    ]);
  });

  it('are those of the lowest picture where nothing is low enough, or silent', () => {
    expect(bytesAtCaps([at(480, 9)])).toEqual([9, 9, 9, 9, 9]);
    expect(() => bytesAtCaps([at(0, 1)])).toThrow(RangeError);
  });

  it('are those in H.264, and then those in AV1 with the same sound alone', () => {
    const av1 = (height: number, bytes: number) => ({ height, bytes, codec: 'av1' as const });
    const costs = bytesAtCaps([at(0, 1), at(240, 4), at(480, 9), av1(240, 3), av1(480, 6)]);
    expect(costs).toEqual([1, 4, 9, 9, 9, 1, 3, 6, 6, 6]);
    expect(CAPS.map((cap) => costAtCap(costs, cap, true))).toEqual(costs.slice(CAPS.length));
    expect(CAPS.map((cap) => costAtCap(costs, cap, false))).toEqual(costs.slice(0, CAPS.length));
    expect(costAtCap(costs.slice(0, CAPS.length), 480, true)).toBe(9);
    expect(costAtCap([], 480, true)).toBe(0);
  });

  it('stand for each cap', () => {
    expect(bytesAtCaps([at(144, 2)])).toHaveLength(CAPS.length);
  });
});

describe('the network', () => {
  it('is metered on mobile data and where the browser saves data', () => {
    expect(isMetered({ type: 'cellular', isHandheld: true })).toBe(true);
    expect(isMetered({ type: 'wifi', saveData: true, isHandheld: false })).toBe(true);
    expect(isMetered({ type: 'wifi', isHandheld: true })).toBe(false);
    expect(isMetered({ type: 'ethernet', isHandheld: true })).toBe(false);
  });

  it('is metered behind any other link, which may be the hotspot of a phone', () => {
    for (const type of ['bluetooth', 'wimax', 'other', 'mixed'])
      expect(isMetered({ type, isHandheld: false }), type).toBe(true);
  });

  it('is taken for mobile data on a phone that does not say', () => {
    for (const type of [undefined, 'unknown']) {
      expect(isMetered({ type, isHandheld: true })).toBe(true);
      expect(isMetered({ type, isHandheld: false })).toBe(false);
    }
    expect(usualChoice(true)).toBe('saver');
    expect(usualChoice(false)).toBe('standard');
  });
});
