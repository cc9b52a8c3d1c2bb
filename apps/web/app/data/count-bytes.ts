import type { UsedBytes } from '@bonisa/domain/playback/data-use';

/** What the browser says of a page or a file that it has received. */
export type Received = Pick<PerformanceResourceTiming, 'name' | 'initiatorType' | 'transferSize'>;

/** Segments and playlists; the answer of the play call carries the first bytes of a title. */
const MEDIA = /^\/(?:.*\/)?(?:media\/|api\/play$)/;

/**
 * The bytes that came over the network for some files, headers included. What the browser took from
 * its cache counts nothing, and so does a file of another address that hides its size.
 */
export function countBytes(files: readonly Received[]): UsedBytes {
  let site = 0;
  let media = 0;
  for (const { name, initiatorType, transferSize } of files) {
    if (initiatorType === 'video' || MEDIA.test(new URL(name).pathname)) media += transferSize;
    else site += transferSize;
  }
  return { site, media };
}
