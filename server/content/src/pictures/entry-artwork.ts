import type { DrawingKind } from '@bonisa/artwork/drawing';
import type { FocalPoint, PictureSize } from '@bonisa/domain/catalogue/focal-crop';

/** The uploaded pictures of an entry of the catalogue, as its row has them. */

/** What a picture is used for: one use, or all that have no picture of their own. */
export type ArtworkUse = 'all' | DrawingKind;

/** An uploaded picture with what a viewer's page needs to know about it. */
export interface UploadedArtwork extends FocalPoint, PictureSize {
  /** The name of the picture in the store: a hash of the bytes that were uploaded. */
  readonly id: string;
  /** The colours of its top, middle and bottom, for a placeholder. */
  readonly colours: readonly [string, string, string];
  readonly accent: string;
}

export type EntryArtwork = Readonly<Partial<Record<ArtworkUse, UploadedArtwork>>>;

/** The uploaded picture that an entry shows for a use; `undefined`: a drawn one. */
export function artworkFor(
  artwork: EntryArtwork | null | undefined,
  use: DrawingKind,
): UploadedArtwork | undefined {
  return artwork?.[use] ?? artwork?.all;
}

/** Where the store has an uploaded picture. */
export function artworkKey(id: string): string {
  return `artwork/${id}.jpg`;
}
