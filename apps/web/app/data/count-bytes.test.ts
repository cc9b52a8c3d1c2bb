import { expect, it } from 'vitest';
import { countBytes } from './count-bytes.ts';

const file = (path: string, transferSize: number, initiatorType = 'fetch') => ({
  name: new URL(path, 'https://tv.example').href,
  initiatorType,
  transferSize,
});

it('counts what came over the network, and media apart', () => {
  const received = [
    file('/video/isibane', 20_000, 'navigation'),
    file('/assets/player-x1.js', 7_000, 'script'),
    file('/api/play', 12_000),
    file('/api/play/heartbeat', 500),
    file('/media/s/a/240p/1.m4s', 100_000),
    file('https://cdn.example/tv/media/s/a/240p/2.m4s', 100_000),
    file('https://cdn.example/clip.mp4', 1_000, 'video'),
    file('/media/s/a/240p/1.m4s', 0),
  ];
  expect(countBytes(received)).toEqual({ site: 27_500, media: 213_000 });
});
