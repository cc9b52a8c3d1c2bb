import {
  artworkOriginal,
  type artworkReply,
  type PicturedKind,
} from '@bonisa/contract/studio/artwork.calls';
import type { ArtworkUse } from '@bonisa/contract/studio/artwork-fields';
import { addressOf } from '@bonisa/contract/studio/studio-client';
import type { z } from 'zod';

/** The pictures of an entry as its calls describe them. */

export type EntryArtwork = z.output<typeof artworkReply>;

export interface PicturedName {
  readonly kind: PicturedKind;
  readonly key: string;
}

export const USE_WORDS: Readonly<Record<ArtworkUse, string>> = {
  all: 'All shapes',
  poster: 'Poster',
  landscape: 'Landscape, on cards',
  'hero-tall': 'Top of the page, tall',
  'hero-wide': 'Top of the page, wide',
  share: 'Shared links',
};

/**
 * The address of a given picture before it is cut. `made`, the hash of the picture, makes it new
 * when the picture is replaced.
 */
export function originalOf({ kind, key }: PicturedName, use: ArtworkUse, made: string): string {
  return addressOf(artworkOriginal, { params: { kind }, query: { key, use, made } });
}
