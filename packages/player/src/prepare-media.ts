import { abilitiesOf, chooseEngine, mediaSourceOf } from './engine-choice.ts';
import { attachMedia, type OpeningMedia, openMedia } from './media-attachment.ts';
import type { PlayMedia } from './play-media.ts';
import { mimeTypeOf } from './segment-loader.ts';
import { durationOf, timelineOf } from './timeline.ts';

/** Media that wait in a video element for a press. */
export interface PreparedMedia {
  /** For the engine, which goes on with the same source buffer. */
  readonly opening: OpeningMedia;
  /** Takes them out of the element. */
  drop(): void;
}

/**
 * Puts the first bytes of a title, which came with the play call's answer, into a video element
 * before anybody has pressed, so that a press only has to play. Nothing is fetched. Undefined for
 * media that do not begin in these bytes, and where the browser itself decides when it takes media.
 */
export function prepareMedia(video: HTMLVideoElement, media: PlayMedia): PreparedMedia | undefined {
  const { start, parts, renditions } = media;
  const rendition = renditions.find(({ folder }) => folder === start?.folder);
  const usual = chooseEngine(abilitiesOf(video), true) === 'mse';
  if (!start || start.segment !== 0 || !rendition || !usual || mediaSourceOf(globalThis)?.isManaged)
    return undefined;
  const { preload } = video;
  // An element without a press opens its source only so.
  video.preload = 'auto';
  const opening = openMedia(video);
  const address = video.src;
  const mimeType = mimeTypeOf(rendition);
  const seconds = durationOf(timelineOf(parts));
  const { queue } = attachMedia(video, { mimeType, seconds, position: 0 }, opening);
  const prepared = queue.then(async (to) => {
    await to.append(start.init);
    for await (const piece of start.bytes) await to.append(piece);
    return to;
  });
  // The engine reports it, where there is a press.
  prepared.catch(() => undefined);
  return {
    opening: { ...opening, prepared },
    drop() {
      opening.close();
      video.preload = preload;
      if (video.src !== address) return;
      video.removeAttribute('src');
      video.load();
    },
  };
}
