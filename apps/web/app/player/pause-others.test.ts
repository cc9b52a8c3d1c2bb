import { expect, it } from 'vitest';
import { pauseOthers } from './pause-others.ts';

class Element extends EventTarget {
  paused = true;
  play() {
    this.paused = false;
    this.dispatchEvent(new Event('playing'));
  }
  pause() {
    this.paused = true;
  }
}

it('lets only one picture play, whichever of the page is played last', () => {
  const [title, live] = [new Element(), new Element()];
  const page = { querySelectorAll: () => [title, live] } as unknown as Document;
  const life = new AbortController();
  const playing = () => [title, live].map(({ paused }) => !paused);
  // The mini-player plays before the part that follows it has come.
  title.play();
  for (const one of [title, live])
    pauseOthers(one as unknown as HTMLVideoElement, page, life.signal);
  expect(playing()).toEqual([true, false]);
  live.play();
  expect(playing()).toEqual([false, true]);
  title.play();
  expect(playing()).toEqual([true, false]);
  life.abort();
  live.play();
  expect(playing()).toEqual([true, true]);
});

it('stops what began before the part that follows the last one had come', () => {
  const [title, live] = [new Element(), new Element()];
  const page = { querySelectorAll: () => [title, live] } as unknown as Document;
  live.play();
  title.play();
  pauseOthers(title as unknown as HTMLVideoElement, page, new AbortController().signal);
  expect([title.paused, live.paused]).toEqual([false, true]);
});
