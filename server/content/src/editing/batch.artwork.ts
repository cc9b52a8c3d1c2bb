import { ARTWORK_FIELDS, ARTWORK_USES, artworkUseOf } from '@bonisa/contract/studio/artwork-fields';
import type { ArtworkUse, EntryArtwork, UploadedArtwork } from '../pictures/entry-artwork.ts';
import { isName } from './batch.rows.ts';

/**
 * The pictures of entries in rows of a batch: a row has a field for each use, the table one column
 * for all of them, which also has what pages need to know of each picture.
 */

type Values = Readonly<Record<string, unknown>>;

/** A picture as a row names it. */
interface NamedPicture {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** What the store knows of uploaded pictures, by id. */
export type UploadedPictures = ReadonlyMap<string, Omit<UploadedArtwork, 'x' | 'y'>>;

/** The ids of the pictures that the fields of rows name. */
export function picturesNamed(rows: readonly Values[]): string[] {
  const ids = rows.flatMap((row) =>
    Object.values(ARTWORK_FIELDS).map((field) => (row[field] as NamedPicture | undefined)?.id),
  );
  return [...new Set(ids.filter(isName))];
}

/** The fields of a row whose picture is not kept any more. */
export function picturesMissing(row: Values, kept: UploadedPictures): string[] {
  return Object.values(ARTWORK_FIELDS).filter((field) => {
    const namedPicture = row[field] as NamedPicture | null | undefined;
    return namedPicture && !kept.has(namedPicture.id);
  });
}

/** The column of an entry after the fields of a row; undefined: the row has no such field. */
export function artworkAfter(
  fields: Values,
  before: EntryArtwork | null,
  {
    uploaded,
    refuse,
  }: { uploaded: UploadedPictures; refuse: (field: string, problem: string) => void },
): EntryArtwork | null | undefined {
  const artworkFields = Object.entries(fields).filter(([field]) => artworkUseOf(field));
  if (artworkFields.length === 0) return undefined;
  const artwork: Partial<Record<ArtworkUse, UploadedArtwork>> = { ...before };
  for (const [field, value] of artworkFields) {
    const use = artworkUseOf(field) as ArtworkUse;
    const namedPicture = value as NamedPicture | null;
    const picture = namedPicture && uploaded.get(namedPicture.id);
    if (namedPicture && !picture)
      refuse(field, `there is no uploaded picture '${namedPicture.id}'`);
    if (namedPicture && picture)
      artwork[use] = { ...picture, x: namedPicture.x, y: namedPicture.y };
    else delete artwork[use];
  }
  return Object.keys(artwork).length > 0 ? artwork : null;
}

/** The pictures of an entry as its row names them: each use has one or null. */
export function artworkForm(artwork: EntryArtwork | null): Record<string, NamedPicture | null> {
  return Object.fromEntries(
    ARTWORK_USES.map((use) => [ARTWORK_FIELDS[use], nameOf(artwork?.[use])]),
  );
}

/** The fields of the uses whose picture or focal point differs. */
export function artworkFieldsChanged(
  before: EntryArtwork | null,
  after: EntryArtwork | null,
): string[] {
  const name = (artwork: EntryArtwork | null, use: ArtworkUse): string =>
    JSON.stringify(nameOf(artwork?.[use]));
  return ARTWORK_USES.filter((use) => name(before, use) !== name(after, use)).map(
    (use) => ARTWORK_FIELDS[use],
  );
}

function nameOf(uploaded: UploadedArtwork | undefined): NamedPicture | null {
  return uploaded ? { id: uploaded.id, x: uploaded.x, y: uploaded.y } : null;
}
