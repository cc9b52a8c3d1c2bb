import { Readable } from 'node:stream';
import { COMMAND } from '@bonisa/content/editing/versions.service';
import type { MediaKind } from '@bonisa/content/title-media.repository';
import type { RecordMedia } from '@bonisa/content/title-media.service';
import { AppError } from '@bonisa/kit/http/app-error';
import { newId } from '@bonisa/kit/ids';
import { CaptionsError } from '@bonisa/media/captions/webvtt';
import {
  createOfflineIntake,
  type FilmsOfTitle,
  type OfflineIntakeDependencies,
} from '@bonisa/media/offline-intake';
import type { AttachmentTarget } from './attachments.ts';
import { referenceOf } from './http-attachments.ts';
import { ImportError } from './import-row.ts';
import { hasFilm, type TitleFilms } from './title-media-state.ts';

/**
 * The files of an import go into the store of a stopped product. A film is copied there, and
 * packaged by the product when it runs.
 */

type DatabaseAttachmentsParts = Omit<OfflineIntakeDependencies, 'newId'>;

const unrecorded: RecordMedia = { by: COMMAND, audit: async () => undefined };

export function databaseAttachments(parts: DatabaseAttachmentsParts): AttachmentTarget {
  const { artwork, library, assetOf } = createOfflineIntake({ ...parts, newId });

  /** The entries whose films the product packages when it runs. */
  const waiting = new Set<string>();

  const has = (entry: string, described: FilmsOfTitle, reference: string): boolean => {
    const isThere = hasFilm(filmsOf(described), reference);
    const state = described.job?.state;
    if (isThere && (state === 'queued' || state === 'running')) waiting.add(entry);
    return isThere;
  };

  return {
    filmsSoFar: async () => ({ failed: [], waiting: waiting.size }),

    picture: async ({ kind, key, use, x, y }, bytes) => {
      const name = { kind: kind as 'video', key };
      const before = (await withImportProblem(artwork.find(name))).row.artwork?.[use];
      const picture = { name, use, focal: { x, y } };
      const after = (await withImportProblem(artwork.give(picture, Readable.from([bytes])))).row
        .artwork?.[use];
      return JSON.stringify(before) === JSON.stringify(after) ? 'unchanged' : 'given';
    },

    hasFilm: async ({ kind, key, reference }) => {
      const described = await withImportProblem(library.describe({ kind: kind as MediaKind, key }));
      return has(`${kind} ${key}`, described, reference);
    },

    async film({ kind, key, file, title, reference: given }) {
      const name = { kind: kind as MediaKind, key };
      const described = await withImportProblem(library.describe(name));
      const reference = given ?? (await referenceOf(file));
      if (has(`${kind} ${key}`, described, reference)) return 'unchanged';
      const assetId = await withImportProblem(assetOf(file, { title, reference }));
      await withImportProblem(library.attach(name, { assetId, mayReplace: true }, unrecorded));
      waiting.add(`${kind} ${key}`);
      return 'given';
    },

    async captions(given, vtt) {
      const { kind, key, language, label } = given;
      const name = { kind: kind as MediaKind, key };
      const before = await library.captionsText(name, language).catch(() => undefined);
      // The same words stay as an editor called them and put them in order.
      if (before?.toString() === vtt) return 'unchanged';
      const put = { language, label, isDefault: false, text: vtt, isImport: true };
      const { isGiven } = await withImportProblem(library.putCaptions(name, put, unrecorded));
      return isGiven ? 'given' : 'unchanged';
    },
  };
}

/** What a title has, as {@link hasFilm} asks for it. */
function filmsOf({ asset, next, job }: FilmsOfTitle): TitleFilms {
  const error = job?.state === 'failed' ? job : undefined;
  return {
    asset,
    next,
    error: error && { code: error.errorCode, description: error.errorText },
  };
}

/** The refusals of services as problems of the import. */
async function withImportProblem<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError || error instanceof CaptionsError)
      throw new ImportError(error.message, error);
    throw error;
  }
}
