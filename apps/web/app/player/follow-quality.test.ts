// E10 F11: one report of a play when it is left, however early.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReceivedFiles } from '../data/received-files.ts';
import type { PlaybackEntry } from './follow-playback.ts';
import { followQuality } from './follow-quality.ts';

type Playing = Parameters<typeof followQuality>[1];

let page: EventTarget;
let screen: EventTarget & { hidden: boolean };
/** The files that the browser has received and not yet handed out. */
let received: { name: string; initiatorType: string; transferSize: number; startTime: number }[];

beforeEach(() => {
  page = new EventTarget();
  screen = Object.assign(new EventTarget(), { hidden: false });
  received = [];
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', screen);
  vi.stubGlobal('location', new URL('https://watch.example/video/isibane'));
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe = () => undefined;
      takeRecords = () => received.splice(0);
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** A playback that the test controls, followed since a press at `pressedAt`. */
function following({ kind = 'on', hasPicture = true, ...more } = {}) {
  const video = Object.assign(new EventTarget(), {
    ...{ currentTime: 0, paused: false, videoHeight: 240, duration: 60 },
    ...more,
  });
  const startedAt = hasPicture ? 1500 : undefined;
  const life = new AbortController();
  const entries: PlaybackEntry[] = [];
  const playback = {
    state: { kind, failure: 'network' },
    source: {
      media: { parts: [{ backup: 'https://cdn-2.example/media/a/' }, {}] },
    },
    live: { view: { backups: () => ['https://cdn-2.example/media/live/'] } },
    measurements: () => ({
      ...{ startMs: startedAt === undefined ? undefined : 300, startedAt },
      ...{ stalls: 0, stalledMs: 0, recoveries: 0 },
    }),
  };
  const follow = () =>
    followQuality(
      video as unknown as HTMLVideoElement,
      playback as unknown as Playing,
      (entry) => entries.push(entry),
      life.signal,
      { pressedAt: 1000, files: createReceivedFiles() },
    );
  const hide = () => {
    screen.hidden = true;
    screen.dispatchEvent(new Event('visibilitychange'));
  };
  return { video, life, entries, playback, follow, hide };
}

describe('the report of a play', () => {
  it('is written once when its page is hidden and then left, with what came meanwhile', () => {
    const { entries, life, follow, hide } = following();
    follow();
    expect(entries).toEqual([]);
    received = [
      {
        name: 'https://cdn.example/media/s/1',
        initiatorType: 'fetch',
        transferSize: 70,
        startTime: 1100,
      },
      {
        name: 'https://cdn.example/media/s/0',
        initiatorType: 'fetch',
        transferSize: 9,
        startTime: 900,
      },
      ...['a/2', 'live/3', 'b/4'].map((file) => ({
        name: `https://cdn-2.example/media/${file}`,
        ...{ initiatorType: 'fetch', transferSize: 10, startTime: 1200 },
      })),
    ];
    hide();
    page.dispatchEvent(new Event('pagehide'));
    life.abort();
    expect(entries).toEqual([
      {
        ...{ status: 'playing', duration: 60, vid_paused_at: null, vid_finished_at: null },
        quality: expect.objectContaining({
          ...{ start_ms: 500, watched_seconds: 0 },
          bytes: { mobile: 0, wifi: 0, unknown: 100 },
          backup_bytes: 20,
        }),
      },
    ]);
  });

  it('is written at once for a play that was left before it was followed, and once', () => {
    const { entries, life, follow } = following({ kind: 'starting', hasPicture: false });
    received = [
      {
        name: 'https://watch.example/api/play',
        initiatorType: 'fetch',
        transferSize: 40,
        startTime: 1001,
      },
    ];
    life.abort();
    follow();
    page.dispatchEvent(new Event('pagehide'));
    // The element may have another playback by now: nothing of it is told.
    expect(entries).toEqual([
      expect.objectContaining({
        ...{ status: 'paused', duration: null },
        quality: expect.objectContaining({
          start_ms: null,
          bytes: expect.objectContaining({ unknown: 40 }),
        }),
      }),
    ]);
  });

  it('is written at once for a page that was hidden before it was followed', () => {
    const { entries, follow } = following();
    screen.hidden = true;
    follow();
    expect(entries).toHaveLength(1);
    page.dispatchEvent(new Event('pagehide'));
    expect(entries).toHaveLength(1);
  });

  it('is not repeated after an entry that has the same figures, and is after more of them', () => {
    const { entries, life, follow, hide } = following();
    const add = follow();
    const entry = {
      status: 'paused',
      duration: 60,
      vid_paused_at: 1,
      vid_finished_at: null,
    } as const;
    expect(add(entry)).toMatchObject({ status: 'paused', quality: { start_ms: 500 } });
    hide();
    expect(entries).toEqual([]);
    received = [
      {
        name: 'https://watch.example/media/p',
        initiatorType: 'fetch',
        transferSize: 5,
        startTime: 2000,
      },
    ];
    life.abort();
    expect(entries).toHaveLength(1);
  });

  it.each([
    ['a browser that waits for a press', { kind: 'needs-press' }, 0],
    ['a play that the service refused', { kind: 'failed', failure: 'refused' }, 0],
    ['a network that failed', { kind: 'failed', failure: 'network' }, 1],
    ['media that could not be played', { kind: 'failed', failure: 'media' }, 1],
    ['a start that takes long', { kind: 'starting' }, 1],
  ])('without a picture: %s', (_name, state, reports) => {
    const { entries, life, playback, follow } = following({ hasPicture: false });
    playback.state = { failure: '', ...state };
    follow();
    life.abort();
    expect(entries).toHaveLength(reports);
  });
});
