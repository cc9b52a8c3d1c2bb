import type { Art } from '@bonisa/artwork/drawing';
import { ARTWORK_FIELDS, ARTWORK_USES } from '@bonisa/contract/studio/artwork-fields';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { FocalPoint } from '@bonisa/domain/catalogue/focal-crop';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { AppError } from '@bonisa/kit/http/app-error';
import { drawnArtOf } from '../editing/batch.pictures.ts';
import { refusalOf } from '../editing/batch.refusals.ts';
import type { EditingService } from '../editing/editing.service.ts';
import type { Writer } from '../editing/versions.service.ts';
import { type ArtworkUse, artworkKey, type EntryArtwork } from './entry-artwork.ts';
import { type PictureArt, slidePictureSlug } from './picture-set.ts';
import type {
  PicturedEntry,
  StoredArtwork,
  UploadedArtworkRepository,
} from './uploaded-artwork.repository.ts';

/**
 * Gives entries uploaded pictures, and takes them away. Each change is a batch of one row, so that
 * it is a version of the entry.
 */

export interface UploadedArtworkParts {
  readonly reading: UploadedArtworkRepository;
  readonly repositoryOn: (db: Database) => UploadedArtworkRepository;
  readonly files: Pick<FileStore, 'remove'>;
  readonly editing: Pick<EditingService, 'apply'>;
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

/** How a picture is changed; without `by` a command does it. */
export interface PictureWriting {
  readonly by?: Writer | undefined;
  /** The version that the change began from; without it another person's picture is replaced. */
  readonly version?: number | undefined;
  readonly record?: RecordPictures | undefined;
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * How long a picture is kept that no entry shows: one that an entry has shown for as long as its
 * change can be undone, another one until the rows that name it have surely arrived.
 */
const KEPT_MS = { given: 365 * DAY_MS, neverGiven: 7 * DAY_MS };

export type UploadedArtworkService = ReturnType<typeof createUploadedArtwork>;

export function createUploadedArtwork(parts: UploadedArtworkParts) {
  const { reading, repositoryOn, files, editing, clock } = parts;

  async function found({ kind, key }: EntryName, from = reading): Promise<PicturedEntry> {
    const entry = await from.entry(kind, key);
    if (!entry) throw new AppError('not_found', `There is no ${kind} with the key '${key}'.`);
    return entry;
  }

  /** The art of an entry; that of a slide is its title's. */
  async function drawnArt(entry: PicturedEntry): Promise<Art> {
    const drawn =
      entry.kind === 'slide' ? await reading.titleOfSlide(entry.row.titleId as number) : entry;
    const art = drawn && (await drawnArtOf(drawn, reading.entries));
    if (!art) throw new AppError('not_found', 'Nothing can be drawn for this entry.');
    return art;
  }

  /** Writes the picture of some uses of an entry as a new version of it. */
  async function write(
    name: EntryName,
    pictures: Readonly<Partial<Record<ArtworkUse, object | null>>>,
    { by, version, record }: PictureWriting,
  ): Promise<PicturedEntry> {
    const { kind, key } = await found(name);
    const fields = Object.entries(pictures).map(([use, picture]) => [
      ARTWORK_FIELDS[use as ArtworkUse],
      picture,
    ]);
    const { problems } = await editing.apply(
      [{ kind, key, version, ...Object.fromEntries(fields) }],
      {
        ...(by ? { by } : {}),
        record: async (_, database) => {
          const entry = await found({ kind, key }, repositoryOn(database));
          await record?.(entry, entry.row.artwork, database);
        },
      },
    );
    if (problems.length > 0) throw refusalOf(problems, true);
    return await found({ kind, key });
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

    /** Remembers a picture that is in the store, so that rows can name it. */
    add: (stored: StoredArtwork): Promise<void> => reading.add(stored, clock.now()),

    /** Gives an entry a picture that is in the store. */
    async give(
      name: EntryName,
      use: ArtworkUse,
      stored: StoredArtwork,
      { x, y }: FocalPoint,
      writing: PictureWriting = {},
    ): Promise<PicturedEntry> {
      await reading.add(stored, clock.now());
      return await write(name, { [use]: { id: stored.id, x, y } }, writing);
    },

    /** Moves the focal point of a picture that the entry has. */
    async moveFocal(
      name: EntryName,
      use: ArtworkUse,
      { x, y }: FocalPoint,
      writing: PictureWriting = {},
    ): Promise<PicturedEntry> {
      const { row, version } = await found(name);
      const uploaded = row.artwork?.[use];
      if (!uploaded) throw new AppError('not_found', `No picture was given for '${use}'.`);
      const began = writing.version ?? version;
      return await write(
        name,
        { [use]: { id: uploaded.id, x, y } },
        { ...writing, version: began },
      );
    },

    /** Takes the picture of one use away, or all. */
    remove: (
      name: EntryName,
      use: ArtworkUse | undefined,
      writing: PictureWriting = {},
    ): Promise<PicturedEntry> => {
      const uses = use === undefined ? ARTWORK_USES : [use];
      return write(name, Object.fromEntries(uses.map((artworkUse) => [artworkUse, null])), writing);
    },

    /** Removes pictures that no entry has shown for a year, and those that none was given. */
    async purge(): Promise<void> {
      const now = clock.now();
      const before = (kept: number): Date => new Date(now.getTime() - kept);
      await reading.noteUnused(now);
      const gone = await reading.forgetUnused({
        given: before(KEPT_MS.given),
        neverGiven: before(KEPT_MS.neverGiven),
      });
      for (const id of gone) await files.remove(artworkKey(id));
    },
  };
}
