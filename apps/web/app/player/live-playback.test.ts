// Live, data: what a live channel costs follows the viewer's choice, wherever it is made.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askedFor, choose } from '../data/data-choice.ts';
import type { LiveChannel } from '../watch/watchable.ts';
import { followItem } from './follow-item.ts';
import { startLive } from './live-playback.ts';

class Page extends EventTarget {
  readonly visibilityState = 'visible';
  readonly hidden = false;
}

class Element extends EventTarget {
  paused = false;
  currentTime = 0;
  readyState = 0;
  buffered = { length: 0 };
  canPlayType = () => 'maybe';
  removeAttribute = () => undefined;
  load = () => undefined;
  play = async () => undefined;
  pause = vi.fn();
}

let asked: { max_height?: number }[] = [];
let page: Page;
let running: ReturnType<typeof startLive>;
beforeEach(() => {
  asked = [];
  page = new Page();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: undefined }));
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { href: 'https://tv.example/live', origin: 'https://tv.example' });
  vi.stubGlobal('screen', { width: 360, height: 740 });
  vi.stubGlobal('devicePixelRatio', 2);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', (_address: string, { body }: { body: string }) => {
    const sent = JSON.parse(body);
    // The report of the play is another call.
    if ('max_height' in sent) asked.push(sent);
    return new Promise<never>(() => {});
  });
});
afterEach(() => {
  running.destroy();
  vi.unstubAllGlobals();
});

it('has no view of the channel where the browser plays its playlist by itself', async () => {
  const answer = {
    ...{ entitled: true, play_id: 'p', heartbeat_seconds: 30, playlist: '/media/l/t/live.m3u8' },
    ...{ now: 1_800_000_000_000, address: '/media/l/t/', source: 's', span_seconds: 300 },
    ...{ back_seconds: 7200, spans: [], renditions: [] },
  };
  vi.stubGlobal('fetch', async () => Response.json(answer));
  const video = new Element();
  running = startLive(video as unknown as HTMLVideoElement, 'umzansi');
  await vi.waitFor(() => expect(running.state.kind).toBe('on'));
  // Its times are the browser's own: they say nothing of the last two hours.
  expect(running.live.view).toBeUndefined();
});

it('makes the play call again when the data choice is lowered outside its own sheet', async () => {
  const video = new Element();
  const life = new AbortController();
  running = startLive(video as unknown as HTMLVideoElement, 'umzansi');
  const channel = { kind: 'live', slug: 'umzansi' } as LiveChannel;
  followItem(channel, running, life.signal, {}, askedFor());
  expect(asked.map((body) => body.max_height)).toEqual([240]);
  choose('audio');
  await vi.waitFor(() => expect(asked.map((body) => body.max_height)).toEqual([240, 0]));
  life.abort();
  choose('saver');
  expect(asked).toHaveLength(2);
});
