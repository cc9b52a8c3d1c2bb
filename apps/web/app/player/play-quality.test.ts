import { describe, expect, it } from 'vitest';
import { createPlayQuality } from './play-quality.ts';

/** A playback that the test controls, measured. */
function measuring({ since }: { since?: number } = { since: 400 }) {
  const video = Object.assign(new EventTarget(), {
    currentTime: 0,
    paused: false,
    videoHeight: 240,
  });
  const life = new AbortController();
  const clock = { now: 1000 };
  let measured = { startMs: 300, startedAt: 1000, stalls: 0, stalledMs: 0, recoveries: 0 };
  const quality = createPlayQuality(
    {
      video: video as unknown as HTMLVideoElement,
      measurements: () => measured,
      since: () => since,
      bytes: { read: () => ({ mobile: 5, wifi: 0, unknown: 0 }), backup: () => 0 },
      network: 'mobile',
      saveData: true,
      isOverAt: (seconds) => seconds >= 95,
      now: () => clock.now,
    },
    life.signal,
  );
  /** Plays for some seconds, four steps a second. */
  const play = (seconds: number) => {
    for (let step = 0; step < seconds * 4; step++) {
      clock.now += 250;
      video.currentTime += 0.25;
      video.dispatchEvent(new Event('timeupdate'));
    }
  };
  return {
    ...{ video, life, clock, quality, play },
    measure: (to: Partial<typeof measured>) => {
      measured = { ...measured, ...to };
    },
  };
}

describe('the quality of a playback', () => {
  it('has the wait since the press, what was watched in which lines, and the stalls', () => {
    const { video, clock, quality, play, measure } = measuring();
    video.dispatchEvent(new Event('playing'));
    play(10);
    video.videoHeight = 480;
    play(5);
    // Nothing moves while it stalls, and a sleeping page says nothing at all.
    clock.now += 60_000;
    play(5);
    measure({ stalls: 1, stalledMs: 59_600 });
    expect(quality.read()).toEqual({
      start_ms: 600,
      stalls: 1,
      stalled_seconds: 60,
      watched_seconds: 20,
      finished: false,
      network: 'mobile',
      save_data: true,
      bytes: { mobile: 5, wifi: 0, unknown: 0 },
      heights: [
        [240, 10],
        [480, 10],
      ],
    });
  });

  it('counts neither a pause nor a seek as watched, and knows the credits', () => {
    const { video, clock, quality, play } = measuring();
    video.dispatchEvent(new Event('playing'));
    play(2);
    video.paused = true;
    clock.now += 1500;
    video.currentTime = 94;
    video.dispatchEvent(new Event('timeupdate'));
    expect(quality.read()).toMatchObject({ watched_seconds: 2, finished: false });
    video.paused = false;
    video.dispatchEvent(new Event('playing'));
    play(2);
    expect(quality.read()).toMatchObject({ watched_seconds: 4, finished: true });
  });

  it('takes the time of the player where the press is not known, and none without a picture', () => {
    const { quality, measure } = measuring({});
    expect(quality.read().start_ms).toBe(300);
    measure({ startMs: undefined as never, startedAt: undefined as never });
    expect(quality.read()).toMatchObject({ start_ms: null, watched_seconds: 0, heights: [] });
  });

  it('does not follow a playback that is over', () => {
    const { life, quality, play } = measuring();
    life.abort();
    play(5);
    expect(quality.read().watched_seconds).toBe(0);
  });
});
