import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchPage } from './recovery-watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** As a video element tells what it has. */
function ranges(...spans: readonly (readonly [number, number])[]): TimeRanges {
  return {
    length: spans.length,
    start: (range) => spans[range]?.[0] ?? Number.NaN,
    end: (range) => spans[range]?.[1] ?? Number.NaN,
  };
}

const MINUTE = 60_000;

/** A page with a playing video whose picture moves with the clock. */
function watching() {
  const video = Object.assign(new EventTarget(), {
    currentTime: 0,
    paused: false,
    seeking: false,
    ended: false,
    readyState: 4,
    buffered: ranges([0, 1_000]),
  });
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const connection = Object.assign(new EventTarget(), { type: 'wifi', saveData: false });
  const life = new AbortController();
  const log: string[] = [];
  let renewAt: number | undefined;
  watchPage(
    { video, window, document, connection, now: Date.now, renewAt: () => renewAt },
    {
      onLine: () => log.push('line'),
      onStale: () => log.push('stale'),
      onStuck: () => log.push('stuck'),
    },
    life.signal,
  );
  return {
    video,
    window,
    document,
    connection,
    life,
    log,
    renewIn: (ms: number) => {
      renewAt = Date.now() + ms;
    },
    pass(seconds: number, isMoving = true) {
      for (let second = 0; second < seconds; second++) {
        if (isMoving) video.currentTime += 1;
        vi.advanceTimersByTime(1_000);
      }
    },
    /** The device sleeps: the clock moves, but no timer runs. */
    sleep: (ms: number) => vi.setSystemTime(Date.now() + ms),
  };
}

describe('watching a page', () => {
  it('is silent while the picture moves', () => {
    const { pass, log } = watching();
    pass(120);
    expect(log).toEqual([]);
  });

  it('says that the line may be back when the browser does, or when the page is seen again', () => {
    const { window, document, log } = watching();
    window.dispatchEvent(new Event('online'));
    document.visibilityState = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(log).toEqual(['line']);
    document.visibilityState = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(log).toEqual(['line', 'line']);
  });

  it('says that the answer is out of date after a long sleep, as soon as the page is seen', () => {
    const { document, sleep, pass, log } = watching();
    sleep(4 * MINUTE);
    document.dispatchEvent(new Event('resume'));
    expect(log).toEqual(['line']);
    sleep(6 * MINUTE);
    document.dispatchEvent(new Event('resume'));
    expect(log).toEqual(['line', 'stale', 'line']);
    pass(3);
    expect(log).toHaveLength(3);
  });

  it('says once that an answer is due to be renewed', () => {
    const { renewIn, pass, log } = watching();
    renewIn(10_000);
    pass(9);
    expect(log).toEqual([]);
    pass(20);
    expect(log).toEqual(['stale']);
    renewIn(5_000);
    pass(20);
    expect(log).toEqual(['stale', 'stale']);
  });

  it('does not call a picture stuck whose device has no time even for the watch', () => {
    const { pass, sleep, log } = watching();
    for (let turn = 0; turn < 20; turn++) {
      sleep(2_500);
      pass(1, false);
    }
    expect(log).toEqual([]);
    pass(6, false);
    expect(log).toEqual(['stuck']);
  });

  it('tells another network from a new estimate of its speed', () => {
    const { connection, log } = watching();
    connection.dispatchEvent(new Event('change'));
    expect(log).toEqual(['line']);
    connection.type = 'cellular';
    connection.dispatchEvent(new Event('change'));
    expect(log).toEqual(['line', 'stale', 'line']);
  });

  it('says after five seconds that a picture with media stands still, and again after five more', () => {
    const { pass, log } = watching();
    pass(4, false);
    expect(log).toEqual([]);
    pass(1, false);
    expect(log).toEqual(['stuck']);
    pass(5, false);
    expect(log).toEqual(['stuck', 'stuck']);
  });

  it.each([
    ['for media that it has', [0, 30] as const],
    ['in front of a small gap', [0.3, 30] as const],
  ])('says after two seconds that a picture waits %s', (_, span) => {
    const { video, pass, log } = watching();
    Object.assign(video, { readyState: 2, buffered: ranges(span) });
    pass(1, false);
    expect(log).toEqual([]);
    pass(1, false);
    expect(log).toEqual(['stuck']);
  });

  it.each([
    ['paused', { paused: true }],
    ['seeking', { seeking: true }],
    ['at its end', { ended: true }],
    ['waiting for media', { readyState: 2, buffered: ranges([0, 0.5], [1, 30]) }],
  ])('does not count a picture as stuck that is %s', (_, state) => {
    const { video, pass, log } = watching();
    Object.assign(video, state);
    pass(30, false);
    expect(log).toEqual([]);
  });

  it('does not count a hidden picture as stuck, and ends with the playback', () => {
    const { document, window, life, pass, log } = watching();
    document.visibilityState = 'hidden';
    pass(30, false);
    document.visibilityState = 'visible';
    life.abort();
    pass(30, false);
    window.dispatchEvent(new Event('online'));
    expect(log).toEqual([]);
  });
});
