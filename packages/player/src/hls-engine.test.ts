import { describe, expect, it } from 'vitest';
import { capLevel } from './hls-engine.ts';

describe("the viewer's cap", () => {
  const heights = [240, 360, 480, 720];
  it('is the highest rendition within it, and the lowest always may be played', () => {
    expect(capLevel(heights, 480)).toBe(2);
    expect(capLevel(heights, 500)).toBe(2);
    expect(capLevel(heights, 100)).toBe(0);
    expect(capLevel(heights, undefined)).toBe(-1);
  });
});
