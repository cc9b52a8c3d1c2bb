import { describe, expect, it } from 'vitest';
import { capLevel } from './hls-engine.ts';

describe('capLevel', () => {
  const heights = [240, 360, 480, 720];
  it('selects the highest rendition within the cap, and always allows the lowest', () => {
    expect(capLevel(heights, 480)).toBe(2);
    expect(capLevel(heights, 500)).toBe(2);
    expect(capLevel(heights, 100)).toBe(0);
    expect(capLevel(heights, undefined)).toBe(-1);
  });
});
