import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import type { CatalogueService } from '@bonisa/content/catalogue.service';
import type { EditingService } from '@bonisa/content/editing/editing.service';
import { createVersionsRepository } from '@bonisa/content/editing/versions.repository';
import { COMMAND } from '@bonisa/content/editing/versions.service';
import { createUploadedArtworkRepository } from '@bonisa/content/pictures/uploaded-artwork.repository';
import { createUploadedArtwork } from '@bonisa/content/pictures/uploaded-artwork.service';
import { createTitleMediaRepository, type MediaKind } from '@bonisa/content/title-media.repository';
import { createTitleMedia, type RecordMedia } from '@bonisa/content/title-media.service';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { AppError } from '@bonisa/kit/http/app-error';
import { newId } from '@bonisa/kit/ids';
import { createArtworkService } from '@bonisa/media/artwork/artwork.service';
import { CaptionsError } from '@bonisa/media/captions/webvtt';
import { uploadSource } from '@bonisa/media/ingest/ingest-source';
import { createMediaRepository } from '@bonisa/media/media.repository';
import { createMediaStore } from '@bonisa/media/store';
import { createEntryMedia } from '@bonisa/media/studio/entry-media';
import { createLibraryRepository } from '@bonisa/media/studio/library.repository';
import { createLibrary, type MediaOfTitle } from '@bonisa/media/studio/library.service';
import { createUploadsRepository } from '@bonisa/media/uploads/uploads.repository';
import type { AttachmentTarget } from './attachments.ts';
import { referenceOf } from './http-attachments.ts';
import { ImportError } from './import-row.ts';
import { hasFilm, type TitleFilms } from './title-media-state.ts';

/**
 * The files of an import go into the store of a stopped product. A film is copied there, and
 * packaged by the product when it runs.
 */

export interface DatabaseAttachmentsParts {
  readonly db: Database;
  readonly service: Pick<CatalogueService, 'changeEntries' | 'assetGone'>;
  readonly editing: Pick<EditingService, 'apply'>;
  readonly files: FileStore;
  readonly dataDir: string;
  readonly clock: Clock;
}

const unrecorded: RecordMedia = { by: COMMAND, audit: async () => undefined };

export function databaseAttachments(parts: DatabaseAttachmentsParts): AttachmentTarget {
  const { db, service, editing, files, dataDir, clock } = parts;
  const artwork = createArtworkService({
    artwork: createUploadedArtwork({
      reading: createUploadedArtworkRepository(db),
      repositoryOn: createUploadedArtworkRepository,
      files,
      editing,
      clock,
    }),
    frames: { of: async () => [], read: async () => undefined },
    files,
    scratch: join(dataDir, 'scratch', 'artwork'),
    clock,
    newId,
  });
  const media = createMediaRepository(db);
  const titles = createTitleMedia({
    reading: createTitleMediaRepository(db),
    repositoryOn: createTitleMediaRepository,
    versionsOn: createVersionsRepository,
    mediaOn: createEntryMedia,
    change: service.changeEntries,
  });
  const library = createLibrary({
    repository: createLibraryRepository(db),
    repositoryOn: createLibraryRepository,
    media,
    store: createMediaStore({ files, staging: join(dataDir, 'scratch', 'import') }),
    files,
    titles,
    catalogue: service,
    clock,
    newId,
  });

  return {
    picture: async ({ kind, key, use, x, y }, bytes) => {
      const name = { kind: kind as 'video', key };
      const before = (await named(artwork.find(name))).row.artwork?.[use];
      const picture = { name, use, focal: { x, y } };
      const after = (await named(artwork.give(picture, Readable.from([bytes])))).row.artwork?.[use];
      return JSON.stringify(before) === JSON.stringify(after) ? 'unchanged' : 'given';
    },

    hasFilm: async ({ kind, key, reference }) => {
      const described = await named(library.describe({ kind: kind as MediaKind, key }));
      return hasFilm(filmsOf(described), reference);
    },

    async film({ kind, key, file, title, reference: given }) {
      const name = { kind: kind as MediaKind, key };
      const described = await named(library.describe(name));
      const reference = given ?? (await referenceOf(file));
      if (hasFilm(filmsOf(described), reference)) return 'unchanged';
      const known = await media.assetByReference(reference);
      const isKept = known && known.state !== 'failed';
      const id = isKept ? known.id : await queue(file, { id: known?.id, title, reference });
      await named(library.attach(name, { assetId: id, mayReplace: true }, unrecorded));
      return 'given';
    },

    async captions(given, vtt) {
      const { kind, key, language, label } = given;
      const name = { kind: kind as MediaKind, key };
      const before = await library.captionsText(name, language).catch(() => undefined);
      // The same words stay as an editor called them and put them in order.
      if (before?.toString() === vtt) return 'unchanged';
      const put = { language, label, isDefault: false, text: vtt, isImport: true };
      const { isGiven } = await named(library.putCaptions(name, put, unrecorded));
      return isGiven ? 'given' : 'unchanged';
    },
  };

  /**
   * Copies a film into the store as an upload that has arrived, and queues its job. `id`: the asset
   * whose packaging failed. Returns the id of the asset.
   */
  async function queue(
    file: string,
    { id: failed, title, reference }: { id: string | undefined; title: string; reference: string },
  ): Promise<string> {
    const uploads = createUploadsRepository(db);
    const { size } = await stat(file);
    const fileName = basename(file);
    const upload = { id: newId(), title, reference, fileName, size, createdAt: clock.now() };
    const piece = newId();
    const made = await uploads.create({ ...upload, effort: 'thorough' }, MOST_UNFINISHED);
    if (made !== 'created') throw new ImportError('too many uploads are unfinished');
    await files.putFile(`uploads/${upload.id}/${piece}`, file);
    const whole = { start: 0, bytes: size, file: piece };
    await uploads.addPiece(upload.id, whole, clock.now());
    const asset = { id: failed ?? newId(), title, reference, fileName };
    const job = {
      ...{ id: newId(), file: uploadSource(upload.id) },
      ...({ effort: 'thorough', captions: [] } as const),
    };
    if (failed) await media.createAgain(failed, job, clock.now());
    else await media.create(asset, job, clock.now());
    await uploads.setJob(upload.id, job.id);
    return asset.id;
  }
}

/** What a title has, as {@link hasFilm} asks for it. */
function filmsOf({ asset, next, job }: MediaOfTitle): TitleFilms {
  const error = job?.state === 'failed' ? job : undefined;
  return {
    asset,
    next,
    error: error && { code: error.errorCode, description: error.errorText },
  };
}

const MOST_UNFINISHED = { own: 1000, all: 1000 };

/** The refusals of services as problems of the import. */
async function named<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError || error instanceof CaptionsError)
      throw new ImportError(error.message, error);
    throw error;
  }
}
