import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CatalogueService } from '@bonisa/content/catalogue.service';
import type { EditingService } from '@bonisa/content/editing/editing.service';
import { createVersionsRepository } from '@bonisa/content/editing/versions.repository';
import { createUploadedArtworkRepository } from '@bonisa/content/pictures/uploaded-artwork.repository';
import { createUploadedArtwork } from '@bonisa/content/pictures/uploaded-artwork.service';
import { createTitleMediaRepository } from '@bonisa/content/title-media.repository';
import { createTitleMedia } from '@bonisa/content/title-media.service';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { AppError } from '@bonisa/kit/http/app-error';
import type { NewId } from '@bonisa/kit/ids';
import { createArtworkService } from './artwork/artwork.service.ts';
import { uploadSource } from './ingest/ingest-source.ts';
import { createMediaRepository } from './media.repository.ts';
import { createMediaStore } from './store.ts';
import { createEntryMedia } from './studio/entry-media.ts';
import { createLibraryRepository } from './studio/library.repository.ts';
import { createLibrary, type MediaOfTitle } from './studio/library.service.ts';
import { createUploadsRepository } from './uploads/uploads.repository.ts';

export interface OfflineIntakeDependencies {
  readonly db: Database;
  readonly service: Pick<CatalogueService, 'changeEntries' | 'assetGone'>;
  readonly editing: Pick<EditingService, 'apply'>;
  readonly files: FileStore;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** What a title plays, what waits to take over, and its last job. */
export type FilmsOfTitle = Pick<MediaOfTitle, 'asset' | 'next' | 'job'>;

const MOST_UNFINISHED = { own: 1000, all: 1000 };

/** Takes pictures, films and captions into a stopped product, which packages films when it runs. */
export function createOfflineIntake(dependencies: OfflineIntakeDependencies) {
  const { db, service, editing, files, dataDir, clock, newId } = dependencies;
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

  /**
   * Copies a film into the store as an upload that has arrived, and queues its job. `failed`: the
   * asset whose packaging failed. Returns the id of the asset.
   */
  async function queue(
    file: string,
    { failed, title, reference }: { failed: string | undefined; title: string; reference: string },
  ): Promise<string> {
    const uploads = createUploadsRepository(db);
    const { size } = await stat(file);
    const fileName = basename(file);
    const upload = { id: newId(), title, reference, fileName, size, createdAt: clock.now() };
    const piece = newId();
    const made = await uploads.create({ ...upload, effort: 'thorough' }, MOST_UNFINISHED);
    if (made !== 'created') throw new AppError('conflict', 'Too many uploads are unfinished.');
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

  return {
    artwork,
    library,
    /** The asset of a film by its reference, queued unless it is there. */
    async assetOf(file: string, film: { title: string; reference: string }): Promise<string> {
      const known = await media.assetByReference(film.reference);
      if (known && known.state !== 'failed') return known.id;
      return await queue(file, { ...film, failed: known?.id });
    },
  };
}
