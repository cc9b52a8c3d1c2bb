// Captions whose file never comes.
import { expect, it } from 'vitest';
import { leavePendingCaptions } from './pending-captions.ts';

const videoWith = (...states: number[]) => {
  const left: number[] = [];
  const tracks = states.map((readyState, index) => ({
    readyState,
    removeAttribute: (name: string) => void (name === 'src' && left.push(index)),
  }));
  const video = { querySelectorAll: () => tracks } as unknown as HTMLVideoElement;
  return { video, left };
};

it('are left where they hold up the picture, and none that are there, have failed or are off', () => {
  const { video, left } = videoWith(0, 1, 2, 3);
  expect(leavePendingCaptions(video)).toBe(true);
  expect(left).toEqual([1]);
});

it('are not the reason where none is on its way', () => {
  expect(leavePendingCaptions(videoWith(0, 2, 3).video)).toBe(false);
  expect(leavePendingCaptions(videoWith().video)).toBe(false);
});
