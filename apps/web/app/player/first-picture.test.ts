import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstPicture } from './first-picture.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const video = (readyState: number, currentTime = 0, more: Partial<HTMLVideoElement> = {}) => {
  let present: FrameRequestCallback | undefined;
  return Object.assign(new EventTarget(), {
    readyState,
    currentTime,
    videoWidth: 426,
    requestVideoFrameCallback: (callback: FrameRequestCallback | (() => void)) => {
      present = callback;
      return 1;
    },
    present: () => present?.(0),
    ...more,
  });
};
/** Whether it has ended by now. */
const watch = (picture: Promise<void>) => {
  const seen = { ended: false };
  picture.then(() => {
    seen.ended = true;
  });
  return seen;
};

describe('waiting for the first picture', () => {
  it('ends with the first frame on the screen', async () => {
    const element = video(0);
    const seen = watch(firstPicture(element));
    await vi.advanceTimersByTimeAsync(500);
    expect(seen.ended).toBe(false);
    element.present();
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.ended).toBe(true);
  });

  it('ends at once where a picture is there already, or no video', async () => {
    const [there, none] = [watch(firstPicture(video(4, 2))), watch(firstPicture(null))];
    await vi.advanceTimersByTimeAsync(0);
    expect([there.ended, none.ended]).toEqual([true, true]);
  });

  it('waits for a picture that is in the element and has not moved', async () => {
    const element = video(4);
    const seen = watch(firstPicture(element));
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.ended).toBe(false);
    element.present();
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.ended).toBe(true);
  });

  it('ends after a second when the picture is late', async () => {
    const seen = watch(firstPicture(video(0)));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen.ended).toBe(true);
  });

  it.each<[string, Partial<HTMLVideoElement>]>([
    ['with sound alone', { videoWidth: 0 }],
    ['in an old browser', { requestVideoFrameCallback: undefined }],
  ])('ends when it plays %s', async (_, more) => {
    const element = video(0, 0, more);
    const seen = watch(firstPicture(element));
    await vi.advanceTimersByTimeAsync(500);
    expect(seen.ended).toBe(false);
    element.dispatchEvent(new Event('playing'));
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.ended).toBe(true);
  });
});
