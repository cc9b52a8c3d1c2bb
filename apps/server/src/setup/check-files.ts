/**
 * Compares the database with the file store: files that a title needs and the store lacks, and
 * files that nothing refers to. After a restore both exist, because the store is not restored. It
 * holds the names of one asset at a time, never those of the whole store.
 */

import { artworkKey } from '@bonisa/content/pictures/entry-artwork';
import { trackName } from '@bonisa/domain/playback/audio-languages';
import type { FileStore } from '@bonisa/kit/files/file-store';
import {
  type AudioTrack,
  CAPTIONS_FOLDER,
  captionFile,
  filesOf,
  INIT_FILE,
  type Rendition,
  renditionFolder,
  segmentFile,
} from '@bonisa/media/asset';
import { POSTERS_FOLDER } from '@bonisa/media/ingest/posters';
import { STORYBOARD_PATH } from '@bonisa/media/ingest/storyboard';
import type { CheckedAsset, CheckedFilesRepository } from './check-files.repository.ts';

const PAGE = 100;
const HELD_AT_ONCE = 500;
const AT_ONCE = 8;
/** An ingest or an upload writes its files before the database knows them, and not for so long. */
export const SAFE_AGE_MS = 24 * 60 * 60_000;

export interface CheckFilesDependencies {
  readonly repository: CheckedFilesRepository;
  readonly files: Pick<FileStore, 'list' | 'stat' | 'remove' | 'removeFolder'>;
  readonly now: () => Date;
  /** One line of the result. */
  readonly say: (line: string) => void;
  /** How many assets, folders and pictures were looked at so far. */
  readonly onProgress: (looked: number) => void;
}

/** A folder or a file that nothing refers to. */
interface Orphan {
  /** The id of its folder, or of the picture. */
  readonly id: string;
  readonly bytes: number;
  readonly files: number;
}

interface Found extends Orphan {
  readonly newest: Date;
}

/** A file that something needs, with its size where that is known. */
interface Wanted {
  readonly path: string;
  readonly bytes?: number;
}

/** The places of the store whose files rows refer to. Pictures are painted again. */
const PLACES = ['media', 'uploads', 'artwork'] as const;
type Place = (typeof PLACES)[number];

export interface FilesReport {
  /** Things that lack files: media, captions, pictures, uploads. */
  readonly missing: number;
  readonly orphans: number;
  readonly orphanBytes: number;
  readonly removed: number;
  /** Nothing was removed, because most of the store would have gone. */
  readonly refused: boolean;
}

/** Builds the check. */
export function createFilesCheck(dependencies: CheckFilesDependencies) {
  const { repository, files, now, say, onProgress } = dependencies;
  let looked = 0;
  const progress = (): void => onProgress(++looked);

  /** The names and sizes of one folder. */
  const sizesIn = async (folder: string): Promise<Map<string, number>> => {
    const sizes = new Map<string, number>();
    for await (const { key, size } of files.list(folder))
      sizes.set(key.slice(folder.length + 1), size);
    return sizes;
  };

  const lackingOf = async (folder: string, wanted: readonly Wanted[]): Promise<string[]> => {
    const sizes = wanted.length === 0 ? new Map<string, number>() : await sizesIn(folder);
    // An empty or short file is what a full disk or a crash of the store leaves.
    const isWhole = ({ path, bytes }: Wanted): boolean => {
      const size = sizes.get(path) ?? 0;
      return size > 0 && size === (bytes ?? size);
    };
    return wanted.filter((one) => !isWhole(one)).map(({ path }) => path);
  };

  const checkAsset = async (asset: CheckedAsset): Promise<number> => {
    const own = ownFiles(asset);
    const lacking = await lackingOf(`media/${filesOf(asset)}`, own);
    const av1 = asset.av1?.filesId
      ? [...renditionFiles(asset.av1.renditions), ...trackFiles(asset.av1.tracks)]
      : [];
    const lackingAv1 = await lackingOf(`media/${asset.av1?.filesId}`, av1);
    progress();
    if (lacking.length + lackingAv1.length === 0) return 0;
    const slugs = await repository.playedBy(asset.id);
    const of = `media of "${asset.title}" (${asset.id}, ${playedWords(slugs)})`;
    if (lacking.length > 0)
      say(
        `missing: ${of}: ${lacking.length} of ${own.length} files, first ${lacking[0]}. Give it a new file in the studio, or ingest it again`,
      );
    if (lackingAv1.length > 0)
      say(
        `missing: AV1 ${of}: ${lackingAv1.length} of ${av1.length} files, first ${lackingAv1[0]}. Ingest it again`,
      );
    return 1;
  };

  const isThere = async (key: string): Promise<boolean> => Boolean((await files.stat(key))?.size);

  const checkAssets = () =>
    inPages(
      (after) => repository.assets(after, PAGE),
      ({ id }) => id,
      checkAsset,
    );

  const checkCaptions = () =>
    inPages(
      (after) => repository.captions(after, PAGE),
      ({ filesId }) => filesId,
      async ({ kind, slug, language, filesId }) => {
        progress();
        if (await isThere(`media/${filesId}/${CAPTIONS_FOLDER}/${captionFile(language)}`)) return 0;
        say(`missing: captions of ${kind} ${slug} in ${language}. Give them again in the studio`);
        return 1;
      },
    );

  const checkArtworks = () =>
    inPages(
      (after) => repository.artworks(after, PAGE),
      (id) => id,
      async (id) => {
        progress();
        if (await isThere(artworkKey(id))) return 0;
        const slugs = await repository.shownBy(id);
        const shown = slugs.length > 0 ? `shown by ${slugs.join(', ')}` : 'shown by no title';
        say(`missing: the picture ${id.slice(0, 12)} (${shown}). Give it again in the studio`);
        return 1;
      },
    );

  const checkUploads = () =>
    inPages(
      (after) => repository.uploads(after, PAGE),
      ({ id }) => id,
      async ({ id, title, pieces }) => {
        progress();
        const lacking = await lackingOf(`uploads/${id}`, pieces);
        if (lacking.length === 0) return 0;
        say(
          `missing: the upload "${title}" (${id}): ${lacking.length} of ${pieces.length} pieces. Upload it again`,
        );
        return 1;
      },
    );

  const heldIn = (place: Place, ids: readonly string[]): Promise<ReadonlySet<string>> => {
    if (place === 'media') return repository.heldMedia(ids);
    return place === 'uploads' ? repository.heldUploads(ids) : repository.heldArtworks(ids);
  };

  /** What nothing refers to in a place, and what something does, in batches. */
  async function* judged(
    place: Place,
  ): AsyncGenerator<{ orphans: readonly Orphan[]; held: number }> {
    const safe = now().getTime() - SAFE_AGE_MS;
    for await (const batch of batched(grouped(files.list(place), place))) {
      const known = await heldIn(
        place,
        batch.map(({ id }) => id),
      );
      const orphans = batch.filter(({ id, newest }) => !known.has(id) && newest.getTime() < safe);
      for (const _ of batch) progress();
      yield { orphans, held: known.size };
    }
  }

  const count = async (place: Place) => {
    const sum = { orphans: 0, held: 0, bytes: 0, files: 0 };
    for await (const { orphans, held } of judged(place)) {
      sum.held += held;
      sum.orphans += orphans.length;
      sum.bytes += orphans.reduce((bytes, one) => bytes + one.bytes, 0);
      sum.files += orphans.reduce((all, one) => all + one.files, 0);
    }
    return { place, ...sum };
  };

  const removeIn = async (place: Place): Promise<number> => {
    let removed = 0;
    for await (const { orphans } of judged(place)) {
      // Asked again: an ingest may have begun since the batch was read.
      const known = await heldIn(
        place,
        orphans.map(({ id }) => id),
      );
      for (const { id } of orphans) {
        if (known.has(id)) continue;
        if (place === 'artwork') await files.remove(artworkKey(id));
        else await files.removeFolder(`${place}/${id}`);
        removed++;
      }
    }
    return removed;
  };

  return async function check({
    removeOrphans,
    removeMost,
  }: {
    readonly removeOrphans: boolean;
    /** Also where more would go than stay. */
    readonly removeMost: boolean;
  }): Promise<FilesReport> {
    let missing = 0;
    for (const look of [checkAssets, checkCaptions, checkArtworks, checkUploads])
      missing += await look();
    const counts = [];
    for (const place of PLACES) counts.push(await count(place));
    for (const { place, orphans, files: all, bytes } of counts)
      if (orphans > 0)
        say(
          `unused: ${orphans} ${WORDS[place]} that nothing refers to (${all} files, ${megabytes(bytes)} MB), older than a day`,
        );
    const orphans = counts.reduce((sum, one) => sum + one.orphans, 0);
    const orphanBytes = counts.reduce((sum, one) => sum + one.bytes, 0);
    const refused = removeOrphans && !removeMost && counts.some((one) => one.orphans > one.held);
    let removed = 0;
    if (removeOrphans && !refused) for (const place of PLACES) removed += await removeIn(place);
    return { missing, orphans, orphanBytes, removed, refused };
  };
}

const WORDS: Readonly<Record<Place, string>> = {
  media: 'folders of media and captions',
  uploads: 'uploads',
  artwork: 'pictures',
};

export function megabytes(bytes: number): number {
  return Math.round(bytes / 100_000) / 10;
}

function playedWords(slugs: readonly string[]): string {
  return slugs.length > 0 ? `played by ${slugs.join(', ')}` : 'played by no title';
}

function ownFiles(asset: CheckedAsset): Wanted[] {
  const others = [
    ...asset.captions.map(({ language }) => `${CAPTIONS_FOLDER}/${captionFile(language)}`),
    ...(asset.hasStoryboard ? [STORYBOARD_PATH] : []),
    ...(asset.posters ?? []).map(({ file }) => `${POSTERS_FOLDER}/${file}`),
  ];
  return [
    ...renditionFiles(asset.renditions),
    ...trackFiles(asset.audio?.tracks),
    ...others.map((path) => ({ path })),
  ];
}

/** The files of all tracks but the first. */
function trackFiles(tracks: readonly AudioTrack[] = []): Wanted[] {
  return tracks.flatMap(({ language, renditions = [] }) =>
    renditionFiles(renditions, trackName(language)),
  );
}

function renditionFiles(renditions: readonly Rendition[], track?: string): Wanted[] {
  return renditions.flatMap(({ height, segments }) => {
    const folder = renditionFolder(height, track);
    const parts = segments.map(({ bytes }, index) => ({
      path: `${folder}/${segmentFile(index)}`,
      bytes,
    }));
    return [{ path: `${folder}/${INIT_FILE}` }, ...parts];
  });
}

/** Looks at all rows, some at a time, a page after the other. Returns the sum. */
async function inPages<Row>(
  read: (after: string) => Promise<readonly Row[]>,
  idOf: (row: Row) => string,
  look: (row: Row) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (let after = ''; ; ) {
    const page = await read(after);
    const last = page.at(-1);
    if (last === undefined) return sum;
    after = idOf(last);
    const rest = page.values();
    const worker = async (): Promise<void> => {
      for (const row of rest) {
        const found = await look(row);
        sum += found;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }
}

/** The files of a place by their folder, which a store lists one after the other. */
async function* grouped(
  listed: ReturnType<FileStore['list']>,
  place: Place,
): AsyncGenerator<Found> {
  let open: Found | undefined;
  for await (const { key, size, modified } of listed) {
    const id = idIn(place, key);
    if (open && open.id !== id) {
      yield open;
      open = undefined;
    }
    open = {
      id,
      bytes: (open?.bytes ?? 0) + size,
      files: (open?.files ?? 0) + 1,
      newest: open && open.newest > modified ? open.newest : modified,
    };
  }
  if (open) yield open;
}

/** `media/ID/…` and `uploads/ID/…`, or `artwork/ID.jpg`. */
function idIn(place: Place, key: string): string {
  const [name = ''] = key.slice(place.length + 1).split('/', 1);
  return place === 'artwork' ? name.replace(/\.jpg$/, '') : name;
}

async function* batched(all: AsyncIterable<Found>): AsyncGenerator<readonly Found[]> {
  let batch: Found[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length < HELD_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
