import { isDeepStrictEqual } from 'node:util';
import { type Art, paletteOf } from '@bonisa/artwork/drawing';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { FocalPoint } from '@bonisa/domain/focal-crop';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { EntriesWork } from '../catalogue.service.ts';
import { drawnArtOf, type ThumbhashOf } from '../editing/batch.pictures.ts';
import {
  type ArtworkUse,
  artworkFor,
  artworkKey,
  type EntryArtwork,
  type GivenArtwork,
} from './entry-artwork.ts';
import type {
  GivenArtworkRepository,
  PicturedEntry,
  StoredArtwork,
} from './given-artwork.repository.ts';
import { type PictureArt, slidePictureSlug } from './picture-set.ts';
import { cutThumbhash } from './uploaded-picture.ts';

/** Gives entries uploaded pictures, and takes them away. */

export interface GivenArtworkParts {
  readonly reading: GivenArtworkRepository;
  readonly repositoryOn: (db: Database) => GivenArtworkRepository;
  readonly files: Pick<FileStore, 'read' | 'remove'>;
  /** Runs work beside which no other change of the catalogue runs. */
  readonly change: <Result>(work: EntriesWork<Result>) => Promise<Result>;
  readonly thumbhashOf: ThumbhashOf;
  readonly clock: Clock;
}

/** Which entry, by its key or slug. */
export interface EntryName {
  readonly kind: EntryKind;
  readonly key: string;
}

/** Writes the audit of a change, in its transaction. */
export type RecordPictures = (
  entry: PicturedEntry,
  artwork: EntryArtwork | null,
  database: Database,
) => Promise<void>;

/** A picture that no entry has shown for so long is removed; until then a change can be undone. */
const KEPT_UNUSED_MS = 90 * 24 * 3600 * 1000;

export type GivenArtworkService = ReturnType<typeof createGivenArtwork>;

export function createGivenArtwork(parts: GivenArtworkParts) {
  const { reading, repositoryOn, files, change, thumbhashOf, clock } = parts;

  async function found({ kind, key }: EntryName, from = reading): Promise<PicturedEntry> {
    const entry = await from.entry(kind, key);
    if (!entry) throw new AppError('not_found', `There is no ${kind} with the key '${key}'.`);
    return entry;
  }

  /** The art of an entry; that of a slide is its title's. */
  async function drawnArt(entry: PicturedEntry, from = reading): Promise<Art> {
    const drawn =
      entry.kind === 'slide' ? await from.titleOfSlide(entry.row.titleId as number) : entry;
    const art = drawn && (await drawnArtOf(drawn, from.entries));
    if (!art) throw new AppError('not_found', 'Nothing can be drawn for this entry.');
    return art;
  }

  /** The placeholder and the accent that go with an entry's pictures. */
  async function looksOf(art: Art, artwork: EntryArtwork | null) {
    const given = artworkFor(artwork, 'landscape');
    if (!given) return { thumbhash: await thumbhashOf(art), accent: paletteOf(art).main };
    const stored = await files.read(artworkKey(given.id));
    if (!stored) throw new AppError('not_found', 'The picture is not in the store any more.');
    return { thumbhash: await cutThumbhash(stored.bytes, given), accent: given.accent };
  }

  /** Replaces the pictures of an entry by what `decide` makes of them. */
  async function replace(
    name: EntryName,
    decide: (artwork: EntryArtwork) => EntryArtwork,
    { adding, record }: { adding?: StoredArtwork | undefined; record?: RecordPictures | undefined },
  ): Promise<PicturedEntry> {
    return await change(async (transaction, now) => {
      const repository = repositoryOn(transaction);
      const entry = await found(name, repository);
      const before = entry.row.artwork ?? {};
      const decided = decide(before);
      if (adding) await repository.add(adding);
      if (isDeepStrictEqual(before, decided)) return { result: entry, indexing: undefined };
      const artwork = Object.keys(decided).length > 0 ? decided : null;
      const art = await drawnArt(entry, repository);
      const looks = await looksOf(art, artwork);
      const columns = {
        artwork,
        thumbhash: looks.thumbhash,
        accent: accentAfter(entry, art, looks),
      };
      await repository.setPictures(entry, columns, now);
      await record?.(entry, artwork, transaction);
      const result = { ...entry, row: { ...entry.row, ...defined(columns) } };
      return { result, indexing: { formerParents: new Set(), genres: [] } };
    });
  }

  return {
    find: (name: EntryName): Promise<PicturedEntry> => found(name),
    stored: (id: string): Promise<StoredArtwork | undefined> => reading.stored(id),

    /** What the pictures of an entry are made from. */
    async artOf(entry: PicturedEntry): Promise<PictureArt> {
      const art = await drawnArt(entry);
      const seed = entry.kind === 'slide' ? slidePictureSlug(entry.id) : art.seed;
      return { ...art, seed, artwork: entry.row.artwork };
    },

    /** What the pictures of a slide without its own are made from. */
    async artOfTitle(slide: PicturedEntry): Promise<PictureArt> {
      const title = await reading.titleOfSlide(slide.row.titleId as number);
      return { ...(await drawnArt(slide)), artwork: title?.row.artwork };
    },

    /** Gives an entry a picture that is in the store. */
    give: (
      name: EntryName,
      use: ArtworkUse,
      stored: StoredArtwork,
      focal: FocalPoint,
      record?: RecordPictures,
    ): Promise<PicturedEntry> =>
      replace(name, (artwork) => ({ ...artwork, [use]: givenOf(stored, focal) }), {
        adding: stored,
        record,
      }),

    /** Moves the focal point of a picture that the entry has. */
    moveFocal: (
      name: EntryName,
      use: ArtworkUse,
      { x, y }: FocalPoint,
      record?: RecordPictures,
    ): Promise<PicturedEntry> =>
      replace(
        name,
        (artwork) => {
          const given = artwork[use];
          if (!given) throw new AppError('not_found', `No picture was given for '${use}'.`);
          return { ...artwork, [use]: { ...given, x, y } };
        },
        { record },
      ),

    /** Takes the picture of one use away, or all. */
    remove: (
      name: EntryName,
      use: ArtworkUse | undefined,
      record?: RecordPictures,
    ): Promise<PicturedEntry> =>
      replace(
        name,
        (artwork) =>
          use === undefined
            ? {}
            : Object.fromEntries(Object.entries(artwork).filter(([one]) => one !== use)),
        { record },
      ),

    /** Removes pictures that no entry has shown for a season. */
    async purge(): Promise<void> {
      const now = clock.now();
      const old = await reading.unusedSince(new Date(now.getTime() - KEPT_UNUSED_MS), now);
      for (const id of old) await files.remove(artworkKey(id));
      await reading.forget(old);
    },
  };
}

function givenOf(stored: StoredArtwork, { x, y }: FocalPoint): GivenArtwork {
  const { id, width, height, colours, accent } = stored;
  return { id, x, y, width, height, colours, accent };
}

/** The accent follows the picture, unless an editor has chosen another one. */
function accentAfter(
  { row }: PicturedEntry,
  art: Art,
  looks: { readonly accent: string },
): string | undefined {
  const ofPicture = artworkFor(row.artwork, 'landscape')?.accent ?? paletteOf(art).main;
  return row.accent === ofPicture ? looks.accent : undefined;
}

function defined<Values extends object>(values: Values): Partial<Values> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<Values>;
}
