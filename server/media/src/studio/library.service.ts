import type { CatalogueService } from '@bonisa/content/catalogue.service';
import type { MediaOwner, MediaOwnerName } from '@bonisa/content/title-media.repository';
import type {
  AttachOptions,
  DetachOptions,
  RecordMedia,
  TitleMedia,
} from '@bonisa/content/title-media.service';
import { givesWords, shownCaptions } from '@bonisa/domain/playback/title-captions';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { AppError } from '@bonisa/kit/http/app-error';
import type { NewId } from '@bonisa/kit/ids';
import { CAPTIONS_FOLDER, captionFile, filesOf } from '../asset.ts';
import { captionsDigest, cleanCaptions } from '../captions/captions.ts';
import type { LeftOut } from '../captions/read-captions.ts';
import type { Asset, IngestJob, MediaRepository } from '../media.repository.ts';
import type { MediaStore } from '../store.ts';
import type { AssetPage, LibraryRepository } from './library.repository.ts';

/** Media as editors handle it: attach, replace, remove, and the captions of titles. */

export interface LibraryParts {
  readonly repository: LibraryRepository;
  readonly repositoryOn: (db: Database) => LibraryRepository;
  readonly media: Pick<MediaRepository, 'asset' | 'job'>;
  readonly store: Pick<MediaStore, 'read' | 'remove'>;
  readonly files: Pick<FileStore, 'put'>;
  readonly titles: TitleMedia;
  readonly catalogue: Pick<CatalogueService, 'assetGone'>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Captions of one language for a title. */
export interface CaptionsInput {
  readonly language: string;
  readonly label: string;
  readonly isDefault: boolean;
  /** WebVTT or SRT; undefined: those that the title has. */
  readonly text: string | undefined;
  /** An import gives the text: one that it gave last is not given again. */
  readonly isImport?: boolean | undefined;
  /** The version of the entry that the caller began from. */
  readonly began?: number | undefined;
}

/** The media of a title to which captions were given. */
export interface MediaWithCaptions extends MediaOfTitle {
  /** False: an import gave the same words before, so what became of them since stays. */
  readonly isGiven: boolean;
  readonly leftOut: LeftOut;
}

/** Captions of one language that go, or come back. */
export interface RemovedCaptions {
  readonly language: string;
  /** Shows those of the film again. */
  readonly isRestored: boolean;
  readonly began?: number | undefined;
}

export interface MediaOfTitle {
  readonly owner: MediaOwner;
  readonly asset: Asset | undefined;
  readonly next: Asset | undefined;
  readonly job: IngestJob | undefined;
  readonly retired: ReadonlyMap<string, Date>;
}

/**
 * How long replaced media stays: longer than any play that began before. A play that goes on asks
 * for segments under addresses of at most 12 hours.
 */
const KEPT_MS = 48 * 3600 * 1000;
/** The same captions under another label. */
const UNREAD = { vtt: undefined, leftOut: { count: 0, lines: [] } };
/** Assets with other references belong to the demo or to another program. */
const REMOVABLE = /^(?:upload|import):/;

export type Library = ReturnType<typeof createLibrary>;

export function createLibrary(parts: LibraryParts) {
  const { repository, repositoryOn, media, store, files, titles, catalogue, clock, newId } = parts;

  /** What plays an asset, or will; `on`: as a transaction sees it. */
  async function usesOf(id: string, on?: Database): Promise<string[]> {
    const own = (await titles.usesOf(id, on)).map(({ kind, title }) => `the ${kind} '${title}'`);
    const compositions = await (on ? repositoryOn(on) : repository).compositionsOf(id);
    return [...own, ...compositions.map((title) => `the composition '${title}'`)];
  }

  /**
   * Removes an asset. Throws `conflict` with what plays it, or where it is being packaged: then
   * everything stays as it is. No title is given the film meanwhile.
   */
  async function removeAsset(asset: Asset): Promise<void> {
    await catalogue.assetGone(asset.id, async (transaction) => {
      const uses = await usesOf(asset.id, transaction);
      if (uses.length > 0)
        throw new AppError('conflict', `It is played by ${uses.slice(0, 5).join(', ')}.`);
      if (!(await repositoryOn(transaction).remove(asset.id)))
        throw new AppError('conflict', 'It is being packaged. Remove it afterwards.');
    });
    if (asset.partIds === null) await store.remove(filesOf(asset));
    if (asset.av1?.filesId) await store.remove(asset.av1.filesId);
  }

  /** Removes an asset unless it is in use. Returns whether it is gone. */
  async function removeUnlessUsed(asset: Asset): Promise<boolean> {
    try {
      await removeAsset(asset);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') return false;
      throw error;
    }
  }

  async function describe(owner: MediaOwner): Promise<MediaOfTitle> {
    const { assetId, nextAssetId } = owner;
    const asset = assetId === null ? undefined : await media.asset(assetId);
    const next = nextAssetId === null ? undefined : await media.asset(nextAssetId);
    const subject = next ?? asset;
    const jobs = subject ? await repository.jobsOf(subject.id) : [];
    const job = jobs.find(({ codec }) => codec === 'h264') ?? jobs[0];
    const ids = [asset, next].flatMap((one) => (one ? [one.id] : []));
    return { owner, asset, next, job, retired: await repository.retiredOf(ids) };
  }

  async function writeCaptions(language: string, vtt: string): Promise<string> {
    const filesId = newId();
    const path = `media/${filesId}/${CAPTIONS_FOLDER}/${captionFile(language)}`;
    await files.put(path, Buffer.from(vtt));
    return filesId;
  }

  /** The captions of a language as viewers get them. */
  async function shownText(owner: MediaOwner, language: string): Promise<Buffer | undefined> {
    const asset = owner.assetId === null ? undefined : await media.asset(owner.assetId);
    const shown = shownCaptions(asset?.captions ?? [], owner.captions);
    const track = shown.find((one) => isSame(one, language));
    const folder = track?.filesId ?? (asset && filesOf(asset));
    const path = `${CAPTIONS_FOLDER}/${captionFile(track?.language ?? language)}`;
    return track && folder ? await store.read(folder, path) : undefined;
  }

  async function digestOfShown(owner: MediaOwner, language: string): Promise<string | undefined> {
    const text = await shownText(owner, language);
    return text && captionsDigest(text);
  }

  return {
    describe: async (name: MediaOwnerName): Promise<MediaOfTitle> =>
      await describe(await titles.find(name)),

    assets: async (page: AssetPage) => {
      const found = await repository.assets(page, titles.assetsOfTitles);
      const ids = found.map(({ id }) => id);
      const retired = await repository.retiredOf(ids);
      const failed = new Map(
        (await repository.failed(ids)).map((film) => [film.assetId, film.why]),
      );
      return await Promise.all(
        found.map(async (asset) => {
          const problem = failed.get(asset.id) ?? null;
          return { asset, retired, problem, uses: await titles.usesOf(asset.id) };
        }),
      );
    },

    /** The films that could not be packaged and were not replaced: of these assets, or all. */
    failed: repository.failed,
    /** How many jobs wait for room on a disk. */
    withoutRoom: repository.withoutRoom,

    /** Notes that new media has taken over from these assets. */
    retire: (assetIds: readonly string[]): Promise<void> =>
      repository.retire('asset', assetIds, clock.now()),

    async attach(
      name: MediaOwnerName,
      {
        assetId,
        jobId,
        ...given
      }: Omit<AttachOptions, 'assetId'> & {
        readonly assetId?: string | undefined;
        readonly jobId?: string | undefined;
      },
      record: RecordMedia,
    ): Promise<MediaOfTitle> {
      const id = assetId ?? (jobId && (await media.job(jobId))?.assetId);
      const asset = id ? await media.asset(id) : undefined;
      if (!asset) throw new AppError('not_found', 'There is no such media.');
      return await describe(await titles.attach(name, { assetId: asset.id, ...given }, record));
    },

    detach: async (
      name: MediaOwnerName,
      options: DetachOptions,
      record: RecordMedia,
    ): Promise<MediaOfTitle> => await describe(await titles.detach(name, options, record)),

    /** Removes media that nothing plays. Throws `conflict` with what does. */
    async remove(id: string): Promise<void> {
      const asset = await media.asset(id);
      if (!asset) throw new AppError('not_found', 'There is no such media.');
      await removeAsset(asset);
    },

    /** Gives a title captions. Throws a `CaptionsError` for malformed ones. */
    async putCaptions(
      name: MediaOwnerName,
      { text, isImport = false, ...given }: CaptionsInput,
      record: RecordMedia,
    ): Promise<MediaWithCaptions> {
      const owner = await titles.find(name);
      const { language } = given;
      const { vtt, leftOut } = text === undefined ? UNREAD : cleanCaptions(text);
      const imported = isImport && vtt !== undefined ? captionsDigest(vtt) : undefined;
      if (imported !== undefined && !givesWords(owner.importedCaptions, language, imported))
        return { ...(await describe(owner)), isGiven: false, leftOut };
      const before = await digestOfShown(owner, language);
      const filesId = vtt === undefined ? undefined : await writeCaptions(language, vtt);
      try {
        const change = { ...given, filesId, imported, before };
        const after = await describe(await titles.putCaptions(name, change, record));
        return { ...after, isGiven: true, leftOut };
      } catch (error) {
        // Nobody was given the file.
        if (filesId) await repository.retire('captions', [filesId], clock.now());
        throw error;
      }
    },

    /** Takes captions away; those that came with the film are hidden, or shown again. */
    async removeCaptions(
      name: MediaOwnerName,
      { isRestored, ...given }: RemovedCaptions,
      record: RecordMedia,
    ): Promise<MediaOfTitle> {
      const { language } = given;
      const { owner, asset } = await describe(await titles.find(name));
      const before = owner.captions?.find((one) => isSame(one, language));
      const ofMedia = asset?.captions.find((track) => isSame(track, language));
      if (!before && !ofMedia)
        throw new AppError('not_found', 'The title has no captions of this language.');
      const change = { ...given, before: await digestOfShown(owner, language) };
      const hidden = { ...change, label: language, isDefault: false, filesId: null };
      return await describe(
        ofMedia && !isRestored
          ? await titles.putCaptions(name, hidden, record)
          : await titles.forgetCaptions(name, change, record),
      );
    },

    /** The captions of a language as viewers get them. */
    async captionsText(name: MediaOwnerName, language: string): Promise<Buffer> {
      const text = await shownText(await titles.find(name), language);
      if (!text) throw new AppError('not_found', 'The title has no captions of this language.');
      return text;
    },

    /** Removes what was replaced long ago and what nothing plays. */
    async purge(): Promise<void> {
      const old = await repository.retiredBefore(new Date(clock.now().getTime() - KEPT_MS));
      for (const { id, kind } of old) {
        const asset = kind === 'asset' ? await media.asset(id) : undefined;
        const isOurs = asset && (asset.reference === null || REMOVABLE.test(asset.reference));
        if (kind === 'captions' && !(await titles.showsCaptions(id))) await store.remove(id);
        // What is being packaged stays noted until the next run.
        if (isOurs && (await usesOf(id)).length === 0 && !(await removeUnlessUsed(asset))) continue;
        await repository.unretire(id);
      }
    },
  };
}

function isSame(one: { readonly language: string }, language: string): boolean {
  return one.language.toLowerCase() === language.toLowerCase();
}
