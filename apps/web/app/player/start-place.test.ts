import { describe, expect, it } from 'vitest';
import { startPlace } from './start-place.ts';

const left = (time: number, sent: boolean) => ({ time, at: 1, sent });

// F10
describe('the start position of playback', () => {
  it("is the server's, from whichever device it was stored", () => {
    expect(startPlace(undefined, { resume_at: 40, duration_seconds: 100 })).toBe(40);
    expect(startPlace(left(20, true), { resume_at: 40, duration_seconds: 100 })).toBe(40);
    // Finished or removed on another device.
    expect(startPlace(left(20, true), { resume_at: null, duration_seconds: 100 })).toBe(0);
  });
  it("is this browser's when the server has not received it or gives none", () => {
    expect(startPlace(left(20, false), { resume_at: 40, duration_seconds: 100 })).toBe(20);
    expect(startPlace(left(20, true), { duration_seconds: 100 })).toBe(20);
  });
  it('is the beginning under 5 % and over 95 %, and when no position is known', () => {
    expect(startPlace(left(4, false), { duration_seconds: 100 })).toBe(0);
    expect(startPlace(undefined, { resume_at: 96, duration_seconds: 100 })).toBe(0);
    expect(startPlace(undefined, { resume_at: null, duration_seconds: 100 })).toBe(0);
    expect(startPlace(undefined, { duration_seconds: 0 })).toBe(0);
  });
});
