// One sound and one bill: what plays in one tab pauses in the others.
import { expect, it } from 'vitest';
import { pauseOtherTabs } from './pause-other-tabs.ts';

class Element extends EventTarget {
  paused = true;
  play() {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
  }
  pause() {
    this.paused = true;
  }
}

/** Tabs of one browser: each hears what the others say. */
function browser() {
  const all = new Set<EventTarget>();
  return (plays = false) => {
    const video = new Element();
    video.paused = !plays;
    const life = new AbortController();
    const channel = Object.assign(new EventTarget(), {
      postMessage() {
        for (const other of all)
          if (other !== channel) other.dispatchEvent(new MessageEvent('message'));
      },
      close: () => void all.delete(channel),
    });
    all.add(channel);
    pauseOtherTabs(video, channel as unknown as BroadcastChannel, life.signal);
    return { video, leave: () => life.abort() };
  };
}

it('pauses the tab that played when another one begins, in both directions', () => {
  const tab = browser();
  const [first, second] = [tab(), tab()];
  const playing = () => [first, second].map(({ video }) => !video.paused);
  first.video.play();
  expect(playing()).toEqual([true, false]);
  second.video.play();
  expect(playing()).toEqual([false, true]);
  first.video.play();
  expect(playing()).toEqual([true, false]);
});

it('pauses the others also for what began before, and is not heard after its end', () => {
  const tab = browser();
  const first = tab(true);
  const second = tab(true);
  expect(first.video.paused).toBe(true);
  second.leave();
  first.video.play();
  second.video.play();
  expect([first.video.paused, second.video.paused]).toEqual([false, false]);
});
