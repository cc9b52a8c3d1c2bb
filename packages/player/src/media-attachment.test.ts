import { afterEach, describe, expect, it, vi } from 'vitest';
import { openMedia } from './media-attachment.ts';

/** A media source that never opens. */
class ShutMediaSource extends EventTarget {
  static isTypeSupported = () => true;
}

/** A video element that notes what is done with it, beside the addresses that are revoked. */
function makeVideo() {
  const done: string[] = [];
  vi.stubGlobal('MediaSource', ShutMediaSource);
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++made}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => {
    done.push(`revoke ${address}`);
  });
  const video = {
    src: '',
    removeAttribute: (name: string) => done.push(`remove ${name}`),
    load: () => done.push('load'),
  };
  return { video: video as unknown as HTMLVideoElement, done };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a media source that ends before it has opened', () => {
  it('leaves the element before its address is revoked, so that nothing loads a missing file', async () => {
    const { video, done } = makeVideo();
    const media = openMedia(video);
    media.close();
    await expect(media.opened).rejects.toThrow('the media source was replaced');
    expect(done).toEqual(['remove src', 'load', 'revoke blob:1']);
  });

  it('leaves an element alone that has another source by then', async () => {
    const { video, done } = makeVideo();
    const media = openMedia(video);
    media.close();
    openMedia(video);
    await expect(media.opened).rejects.toThrow('the media source was replaced');
    expect(done).toEqual(['revoke blob:1']);
  });
});
