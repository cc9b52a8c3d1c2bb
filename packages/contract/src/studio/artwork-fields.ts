import { z } from 'zod';

/** The pictures of an entry as fields of its row: one field for each use. */

/** What a picture is used for. `all`: every use that has no picture of its own. */
export const ARTWORK_USES = [
  'all',
  'poster',
  'landscape',
  'hero-tall',
  'hero-wide',
  'share',
] as const;
export type ArtworkUse = (typeof ARTWORK_USES)[number];

/** The field of a row that names the picture of each use. */
export const ARTWORK_FIELDS = {
  all: 'artworkAll',
  poster: 'artworkPoster',
  landscape: 'artworkLandscape',
  'hero-tall': 'artworkHeroTall',
  'hero-wide': 'artworkHeroWide',
  share: 'artworkShare',
} as const satisfies Record<ArtworkUse, string>;

/** The name of an uploaded picture: the first 40 digits of the SHA-256 of its bytes. */
export const pictureId = z
  .string()
  .regex(/^[0-9a-f]{40}$/, { error: 'must be the id of an uploaded picture' });

const share = z.number().min(0).max(1).default(0.5);

const picture = z
  .strictObject({ id: pictureId, x: share, y: share })
  .nullable()
  .default(null)
  .meta({ description: 'An uploaded picture with its focal point; null: none for this use' });

/** The pictures of a row, by field. */
export const artworkFields = {
  artworkAll: picture,
  artworkPoster: picture,
  artworkLandscape: picture,
  artworkHeroTall: picture,
  artworkHeroWide: picture,
  artworkShare: picture,
} as const satisfies Record<(typeof ARTWORK_FIELDS)[ArtworkUse], z.ZodType>;

/** The use that a field of a row is about; undefined: the field is no picture. */
export function artworkUseOf(field: string): ArtworkUse | undefined {
  return ARTWORK_USES.find((use) => ARTWORK_FIELDS[use] === field);
}
