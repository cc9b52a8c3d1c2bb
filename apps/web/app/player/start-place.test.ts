import { describe, expect, it } from 'vitest';
import { startPlace } from './start-place.ts';

const left = (time: number, sent: boolean) => ({ time, at: 1, sent });

// F10
describe('playback starts', () => {
  it('where the server says, from whatever device it was left', () => {
    expect(startPlace(undefined, { resume_at: 40, duration_seconds: 100 })).toBe(40);
    expect(startPlace(left(20, true), { resume_at: 40, duration_seconds: 100 })).toBe(40);
    // Finished or taken out elsewhere.
    expect(startPlace(left(20, true), { resume_at: null, duration_seconds: 100 })).toBe(0);
  });
  it('where this browser says, where the server has not heard of it or says nothing', () => {
    expect(startPlace(left(20, false), { resume_at: 40, duration_seconds: 100 })).toBe(20);
    expect(startPlace(left(20, true), { duration_seconds: 100 })).toBe(20);
  });
  it('at the beginning under 5 % and over 95 %, and where nothing is known', () => {
    expect(startPlace(left(4, false), { duration_seconds: 100 })).toBe(0);
    expect(startPlace(undefined, { resume_at: 96, duration_seconds: 100 })).toBe(0);
    expect(startPlace(undefined, { resume_at: null, duration_seconds: 100 })).toBe(0);
    expect(startPlace(undefined, { duration_seconds: 0 })).toBe(0);
  });
});
