import { describe, expect, it, vi } from 'vitest';
import { keepScreenOn } from './wake-lock.ts';

class Video extends EventTarget {
  paused = false;
  videoHeight = 240;
  set(paused: boolean) {
    this.paused = paused;
    this.dispatchEvent(new Event(paused ? 'pause' : 'play'));
  }
}

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  set(state: DocumentVisibilityState) {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

function watching() {
  let held = 0;
  const request = vi.fn(async () => {
    held += 1;
    const release = async () => {
      held -= 1;
    };
    return { release };
  });
  const video = new Video();
  const page = new Page();
  const life = new AbortController();
  keepScreenOn({ request }, video, page, life.signal);
  const holds = (count: number) => vi.waitFor(() => expect(held).toBe(count));
  return { request, video, page, life, holds };
}

describe('the screen', () => {
  it('stays on while the video plays, and not while it is paused', async () => {
    const { video, holds, request } = watching();
    await holds(1);
    video.dispatchEvent(new Event('playing'));
    expect(request).toHaveBeenCalledTimes(1);
    video.set(true);
    await holds(0);
    video.set(false);
    await holds(1);
  });

  it('may go off while there is sound alone, and stays on once there is a picture', async () => {
    const { video, holds } = watching();
    await holds(1);
    video.videoHeight = 0;
    video.dispatchEvent(new Event('resize'));
    await holds(0);
    video.videoHeight = 240;
    video.dispatchEvent(new Event('resize'));
    await holds(1);
  });

  it('stays on again after the page was hidden, and no longer than the player lives', async () => {
    const { page, life, holds, request } = watching();
    page.set('hidden');
    await holds(0);
    page.set('visible');
    await holds(1);
    expect(request).toHaveBeenCalledTimes(2);
    life.abort();
    await holds(0);
    page.set('visible');
    expect(request).toHaveBeenCalledTimes(2);
  });
});
