import { expect, it } from 'vitest';
import { showStart } from './show-start.ts';

/** A video element in a stage, and what that shows. */
function onStage(videoWidth: number, readyState = 0) {
  const shown: string[] = [];
  const stage = { setAttribute: (_name: string, value: string) => void shown.push(value) };
  const video = Object.assign(new EventTarget(), { videoWidth, readyState, closest: () => stage });
  return { video: video as unknown as HTMLVideoElement, shown };
}

it('shows that a video starts, and its picture when it plays', () => {
  const { video, shown } = onStage(426);
  showStart(video);
  expect(shown).toEqual(['starting']);
  video.dispatchEvent(new Event('playing'));
  expect(shown).toEqual(['starting', 'on']);
});

it('keeps the poster where there is sound alone', () => {
  const { video, shown } = onStage(0);
  showStart(video);
  video.dispatchEvent(new Event('playing'));
  expect(shown).toEqual(['starting']);
});

it('uncovers at once a picture that waited for the press', () => {
  const { video, shown } = onStage(426, 4);
  showStart(video);
  expect(shown.at(-1)).toBe('on');
});
