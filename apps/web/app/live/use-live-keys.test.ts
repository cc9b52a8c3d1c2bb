import { describe, expect, it, vi } from 'vitest';
import { keyAction } from '../player/controls/player-keys.ts';
import { actLive, type LiveKeyTarget } from './use-live-keys.ts';

const HOUR = 3_600_000;

/** Presses a key while the viewer is at a place of the last two hours, which end at 2 h. */
function press(key: string, position = HOUR) {
  const done: [string, number?][] = [];
  const note = (name: string) => () => void done.push([name]);
  const target = {
    view: {
      position: () => position,
      oldest: () => 0,
      newest: () => 2 * HOUR,
      seek: vi.fn((instant: number) => void done.push(['seek', instant])),
      goLive: note('live'),
    },
    video: { volume: 0.95, muted: false },
    togglePlay: note('toggle'),
    toggleFullScreen: note('full screen'),
    toggleCaptions: note('captions'),
    showKeys: note('keys'),
  } satisfies LiveKeyTarget;
  const action = keyAction({ key, ctrlKey: false, metaKey: false, altKey: false }, 'player');
  if (action) actLive(action, target);
  return { done, video: target.video };
}

describe('a key on a live channel', () => {
  it.each<[string, string]>([
    [' ', 'toggle'],
    ['k', 'toggle'],
    ['f', 'full screen'],
    ['c', 'captions'],
    ['?', 'keys'],
  ])('%j does what it does on a title: %s', (key, what) => {
    expect(press(key).done).toEqual([[what]]);
  });

  it('goes ten seconds back and on, and never before the last two hours', () => {
    expect(press('j').done).toEqual([['seek', HOUR - 10_000]]);
    expect(press('ArrowRight').done).toEqual([['seek', HOUR + 10_000]]);
    expect(press('j', 4000).done).toEqual([['seek', 0]]);
  });

  it('comes back to live beyond now, and goes to a tenth of the two hours by a digit', () => {
    expect(press('l', 2 * HOUR - 5000).done).toEqual([['live']]);
    expect(press('0').done).toEqual([['seek', 0]]);
    expect(press('5').done).toEqual([['seek', HOUR]]);
  });

  it('mutes, and keeps the volume between silent and full', () => {
    expect(press('m').video.muted).toBe(true);
    expect(press('ArrowUp').video.volume).toBe(1);
  });
});
