import { type Art, artOf, paletteOf } from '@bonisa/artwork/drawing';
import { ARTWORK_FIELDS } from '@bonisa/contract/studio/artwork-fields';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { artworkFor, type EntryArtwork, type UploadedArtwork } from '../pictures/entry-artwork.ts';
import { categoryPictureSlug } from '../pictures/picture-set.ts';
import type { BatchRepository, Values } from './batch.repository.ts';
import { DRAWN } from './entry-kinds.ts';
import type { PlannedPut } from './planned-put.ts';

/** The placeholders and accents that go with the pictures of entries, given and drawn. */

/** Draws the placeholder of a picture: a thumbhash in base64. */
export type ThumbhashOf = (art: Art) => Promise<string>;

/** How placeholders are made, of pictures that are drawn and of those that were given. */
export interface Drawing {
  readonly thumbhashOf: ThumbhashOf;
  readonly thumbhashOfUpload: (given: UploadedArtwork) => Promise<string>;
}

export type Thumbhashes = ReadonlyMap<string, string>;

const DRAWN_FROM = new Set(['slug', 'title', 'genre', 'channel', 'show', 'artEmblem', 'artGround']);
const GIVEN_BY: ReadonlySet<string> = new Set(Object.values(ARTWORK_FIELDS));
const AT_ONCE = 8;

const nameOf = (picture: Art | UploadedArtwork): string => JSON.stringify(picture);

/** Makes the placeholders that a plan needs and that `known` lacks. */
export async function drawPlaceholders(
  puts: readonly PlannedPut[],
  known: Thumbhashes,
  { repository, ...drawing }: Drawing & { readonly repository: BatchRepository },
): Promise<Thumbhashes> {
  const wanted = new Map<string, () => Promise<string>>();
  for (const { put, after } of await artsOf(puts, repository)) {
    const uploaded = shownOf(put.values);
    if (!uploaded) wanted.set(nameOf(after), () => drawing.thumbhashOf(after));
    else if (!isShown(uploaded, put.before))
      wanted.set(nameOf(uploaded), () => drawing.thumbhashOfUpload(uploaded));
  }
  const missing = [...wanted].filter(([name]) => !known.has(name));
  const drawn = new Map(known);
  for (let from = 0; from < missing.length; from += AT_ONCE)
    await Promise.all(
      missing.slice(from, from + AT_ONCE).map(async ([name, make]) => {
        drawn.set(name, await make());
      }),
    );
  return drawn;
}

/**
 * Sets the placeholder of entries whose picture changes, and the accent, unless an editor has
 * chosen another one.
 */
export async function setPictures(
  puts: readonly PlannedPut[],
  placeholders: Thumbhashes,
  repository: BatchRepository,
): Promise<void> {
  for (const { put, before, after } of await artsOf(puts, repository)) {
    const { values, changed } = put;
    const uploaded = shownOf(values);
    if (uploaded && isShown(uploaded, put.before)) continue;
    values.thumbhash = placeholders.get(nameOf(uploaded ?? after));
    if (put.kind === 'episode' || changed.includes('accent')) continue;
    const follows =
      !before || values.accent === (shownOf(put.before)?.accent ?? paletteOf(before).main);
    if (follows) values.accent = uploaded?.accent ?? paletteOf(after).main;
  }
}

/** The given picture that decides the placeholder and the accent; undefined: they are drawn. */
function shownOf(row: Values | undefined): UploadedArtwork | undefined {
  return artworkFor(row?.artwork as EntryArtwork | null | undefined, 'landscape');
}

function isShown(uploaded: UploadedArtwork, before: Values | undefined): boolean {
  const shown = shownOf(before);
  return shown?.id === uploaded.id && shown.x === uploaded.x && shown.y === uploaded.y;
}

/** The art from which the pictures of one entry are drawn. */
export async function drawnArtOf(
  { kind, id, row }: { readonly kind: EntryKind; readonly id: number; readonly row: Values },
  repository: BatchRepository,
): Promise<Art | undefined> {
  const put = { kind, id, before: undefined, values: row, changed: [] };
  return (await artsOf([put], repository))[0]?.after;
}

type Drawn = Pick<PlannedPut, 'kind' | 'id' | 'before' | 'values' | 'changed'>;

/** The art of the entries whose picture changes, as it was and as it will be. */
async function artsOf(puts: readonly Drawn[], repository: BatchRepository) {
  const drawn = puts.filter(
    ({ kind, before, changed }) =>
      DRAWN.has(kind) &&
      (!before || changed.some((field) => DRAWN_FROM.has(field) || GIVEN_BY.has(field))),
  );
  if (drawn.length === 0) return [];
  const planned = new Map(puts.map((put) => [`${tableName(put)} ${put.id}`, put.values]));
  const ids = (rows: readonly (Values | undefined)[], column: string): number[] =>
    [
      ...new Set(rows.map((row) => row?.[column]).filter((id) => typeof id === 'number' && id > 0)),
    ] as number[];
  const rows = drawn.flatMap(({ before, values }) => [before, values]);
  const shows = await repository.current('title', ids(rows, 'showId'));
  const genres = await repository.slugsById('genre', ids([...rows, ...shows.values()], 'genreId'));
  const channels = await repository.slugsById('channel', ids(rows, 'channelId'));
  const slugOf = (kind: 'genre' | 'channel', id: unknown): string =>
    String(
      planned.get(`${kind} ${id}`)?.slug ??
        (kind === 'genre' ? genres : channels).get(id as number) ??
        '',
    );
  const art = (put: Drawn, row: Values): Art => {
    const show = planned.get(`title ${row.showId}`) ?? shows.get(row.showId as number);
    const slug = String(row.slug);
    return artOf({
      slug:
        put.kind === 'category'
          ? categoryPictureSlug(slugOf('channel', row.channelId), slug)
          : slug,
      title: String(row.title),
      genre: slugOf('genre', put.kind === 'episode' ? show?.genreId : row.genreId),
      artEmblem: (row.artEmblem ?? null) as string | null,
      artGround: (row.artGround ?? null) as string | null,
    });
  };
  return drawn.map((put) => ({
    put,
    before: put.before && art(put, put.before),
    after: art(put, put.values),
  }));
}

function tableName({ kind }: Drawn): string {
  return kind === 'show' || kind === 'video' ? 'title' : kind;
}
