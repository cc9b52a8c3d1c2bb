import type { Playback, PlaybackOptions } from '@bonisa/player/playback';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { start } from './early-player.ts';
import type { PlayAnswer } from './player-handoff.ts';

const GRANTED = {
  entitled: true,
  play_id: 'one',
  heartbeat_seconds: 30,
  media: { parts: [], renditions: [] },
} as unknown as PlayAnswer;

vi.mock('@bonisa/player/play-media', () => ({ readMedia: (media: object) => media }));
vi.mock('./read-answer.ts', () => ({ readAnswer: async () => GRANTED }));
vi.mock('@bonisa/player/playback', () => ({
  startPlayback: (_: unknown, { asked }: PlaybackOptions) =>
    ({ destroy: () => undefined, stop: () => undefined, started: asked }) as Partial<Playback>,
}));

const page = new EventTarget();
const freed: unknown[] = [];
beforeEach(() => {
  freed.length = 0;
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('navigator', {
    sendBeacon: (path: string, body: Blob) => freed.push(body.text().then((text) => [path, text])),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A play whose picture, and so the script of the heartbeats, has not come. */
async function starts(answer: PlayAnswer = new Response()) {
  const video = Object.assign(new EventTarget(), { paused: false }) as unknown as HTMLVideoElement;
  const playback = start(video, {
    ask: () => Promise.reject(new Error('asked again')),
    answer: Promise.resolve(answer),
    item: { kind: 'video', id: 1 },
  });
  await (playback as unknown as { started: Promise<unknown> }).started;
  return playback;
}

it.each<[string, (playback: Playback) => void]>([
  ['the page is left', () => page.dispatchEvent(new Event('pagehide'))],
  ['the play is left', (playback) => playback.destroy()],
])('frees the place once where %s before the heartbeats have come', async (_, leave) => {
  const playback = await starts();
  leave(playback);
  leave(playback);
  expect(await Promise.all(freed)).toEqual([
    ['/api/play/heartbeat', JSON.stringify({ play_id: 'one', ended: true })],
  ]);
  playback.destroy();
});

it('frees no place that a play ahead of the press has not taken', async () => {
  (await starts(GRANTED)).destroy();
  expect(freed).toEqual([]);
});
