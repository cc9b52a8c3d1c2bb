import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CatalogueEditor } from '../catalogue/catalogue.editor.ts';
import type { AssetFacts, Catalogue } from '../catalogue/catalogue.service.ts';
import type { Assets, MediaOwners } from '../catalogue/catalogue-editing.repository.ts';
import { type DemoData, episodeSlug, everyPlayer, playersOf } from './demo-data.ts';
import type { DemoShow } from './demo-title.ts';

/** What the demo needs of the media store: the same doors that an operator uses. */
export interface DemoMedia<Captions> {
  /** Takes a file in; answers before it is worked on. */
  ingest(source: {
    file: string;
    title: string;
    captions?: Captions;
  }): Promise<{ readonly assetId: string }>;
  /** An id that is not known is missing from the answer. */
  assetFacts(ids: readonly string[]): Promise<readonly AssetFacts[]>;
}

/** The clips that can be made, and how. */
export interface DemoClips<Captions> {
  readonly all: readonly {
    readonly name: string;
    readonly title: string;
    readonly captions?: Captions;
  }[];
  make(
    name: string,
    file: string,
    options: { onProgress: (share: number) => void; signal: AbortSignal },
  ): Promise<void>;
}

/** How far the demo is; `share` runs from 0 to 1 within a step. */
export type DemoProgress =
  | { readonly step: 'catalogue'; readonly titles: number }
  | {
      readonly step: 'making';
      readonly clip: string;
      readonly share: number;
      readonly number: number;
      readonly of: number;
    }
  | {
      readonly step: 'packing' | 'ready';
      readonly clip: string;
      readonly number: number;
      readonly of: number;
    };

export interface DemoParts<Captions> {
  readonly data: DemoData;
  readonly catalogue: Pick<Catalogue, 'isEmpty' | 'change' | 'assetsOf' | 'catchUp'>;
  readonly media: DemoMedia<Captions>;
  readonly clips: DemoClips<Captions>;
  /** Where clips are made before the media store has taken them in. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: DemoProgress) => void;
  /** Told of a clip that could not be made; the others go on, and the next start tries it again. */
  readonly onFailure: (clip: string, error: unknown) => void;
}

/** How often the media store is asked whether a clip is ready, in milliseconds. */
const ASK_EVERY = 250;

/**
 * Loads the demo: the catalogue's rows into an empty catalogue (all or none), then clip after clip
 * its media. An existing catalogue is left as it is; a load that was interrupted goes on where it
 * was. With the first clip every title can be watched: it stands in for the others, whose titles
 * get their own as it becomes ready.
 */
export async function loadDemo<Captions>(parts: DemoParts<Captions>): Promise<void> {
  await loadRows(parts.catalogue, parts.data);
  parts.onProgress?.({
    step: 'catalogue',
    titles: parts.data.videos.length + parts.data.shows.length,
  });
  await parts.catalogue.catchUp(parts.media.assetFacts);
  await loadClips(parts);
}

/** Writes the demo's rows in one change; nothing where there is any channel already. */
export async function loadRows(
  catalogue: Pick<Catalogue, 'isEmpty' | 'change'>,
  data: DemoData,
): Promise<void> {
  if (!(await catalogue.isEmpty())) return;
  await catalogue.change(async (editor) => {
    for (const genre of data.genres) await editor.createGenre(genre);
    for (const person of data.people) await editor.createPerson(person);
    for (const channel of data.channels) await editor.createChannel(channel);
    for (const category of data.categories) await editor.createCategory(category);
    for (const [position, show] of data.shows.entries()) await loadShow(editor, show, position);
    for (const [position, { clip: _, ...video }] of data.videos.entries())
      await editor.createVideo({ ...video, position, published: true });
    for (const shelf of data.shelves) await editor.createShelf(shelf);
    for (const slide of data.slides) await editor.createSlide(slide);
    for (const category of data.liveCategories) await editor.createLiveCategory(category);
    for (const channel of data.liveChannels) await editor.createLiveChannel(channel);
  });
}

async function loadShow(
  editor: CatalogueEditor,
  { clips: _, seasons, ...show }: DemoShow,
  position: number,
): Promise<void> {
  await editor.createShow({ ...show, position, published: true });
  for (const [index, season] of seasons.entries()) {
    await editor.createSeason({
      show: show.slug,
      ordinal: index + 1,
      title: season.title ?? null,
      published: true,
    });
    for (const [place, episode] of season.episodes.entries()) {
      const at = { season: index + 1, ordinal: place + 1 };
      await editor.createEpisode({
        ...at,
        show: show.slug,
        slug: episodeSlug(show.slug, at, episode),
        title: episode.title,
        synopsis: episode.synopsis,
        description: episode.description ?? episode.synopsis,
        published: true,
      });
    }
  }
}

async function loadClips<Captions>(parts: DemoParts<Captions>): Promise<void> {
  const { clips, signal, onFailure } = parts;
  let standIn: string | undefined;
  for (const [index, clip] of clips.all.entries()) {
    if (signal.aborted) return;
    try {
      const assetId = await loadClip(
        parts,
        clip,
        { number: index + 1, of: clips.all.length },
        standIn,
      );
      if (index === 0) standIn = assetId;
    } catch (error) {
      if (signal.aborted) return;
      onFailure(clip.name, error);
    }
  }
}

/** Answers the clip's media; `undefined` where nothing of the catalogue plays it. */
async function loadClip<Captions>(
  parts: DemoParts<Captions>,
  clip: DemoClips<Captions>['all'][number],
  place: { number: number; of: number },
  standIn: string | undefined,
): Promise<string | undefined> {
  const { catalogue, media, folder, onProgress } = parts;
  const own = await catalogue.assetsOf(playersOf(parts.data, clip.name));
  const given = [...own.videos.values(), ...own.episodes.values()];
  if (given.length === 0) return undefined;
  const known = given.find((assetId) => assetId !== null && assetId !== standIn) ?? undefined;
  const state = known && (await media.assetFacts([known]))[0]?.state;
  const usable = state === 'ready' || state === 'pending' ? known : undefined;
  // What an editor has given other media, or taken out, is left as it is: only what has none, the
  // stand-in or the lost one is ours.
  const isWaiting = (assetId: string | null): boolean =>
    assetId === null || assetId === standIn || (!usable && assetId === known);
  if (state === 'ready' && !given.some(isWaiting)) return known;

  const assetId = usable ?? (await ingest(parts, clip, place));
  onProgress?.({ step: 'packing', clip: clip.name, ...place });
  await untilReady(parts, assetId);
  const waiting = place.number === 1 ? await catalogue.assetsOf(everyPlayer(parts.data)) : own;
  // The facts go in first: no title may be without media that can be played, not even for a moment.
  await catalogue.catchUp(media.assetFacts, [assetId]);
  await catalogue.change((editor) => editor.giveMedia(thoseWaiting(waiting, isWaiting), assetId));
  await rm(join(folder, `${clip.name}.mp4`), { force: true });
  onProgress?.({ step: 'ready', clip: clip.name, ...place });
  return assetId;
}

function thoseWaiting(
  { videos, episodes }: Assets,
  isWaiting: (assetId: string | null) => boolean,
): MediaOwners {
  const among = (assets: ReadonlyMap<string, string | null>): string[] =>
    [...assets].filter(([, assetId]) => isWaiting(assetId)).map(([slug]) => slug);
  return { videos: among(videos), episodes: among(episodes) };
}

/** Makes a clip, unless an earlier start has, and hands it in. */
async function ingest<Captions>(
  parts: DemoParts<Captions>,
  clip: DemoClips<Captions>['all'][number],
  place: { number: number; of: number },
): Promise<string> {
  const { clips, media, folder, signal, onProgress } = parts;
  const file = join(folder, `${clip.name}.mp4`);
  if (!(await exists(file))) {
    await mkdir(folder, { recursive: true });
    const unfinished = join(folder, `${clip.name}.unfinished.mp4`);
    const told = (share: number): void =>
      onProgress?.({ step: 'making', clip: clip.name, share, ...place });
    await clips.make(clip.name, unfinished, { onProgress: told, signal });
    await rename(unfinished, file);
  }
  const { assetId } = await media.ingest({
    file,
    title: clip.title,
    ...(clip.captions === undefined ? {} : { captions: clip.captions }),
  });
  return assetId;
}

async function untilReady<Captions>(
  { media, signal }: DemoParts<Captions>,
  assetId: string,
): Promise<void> {
  for (;;) {
    const [facts] = await media.assetFacts([assetId]);
    if (facts?.state === 'ready') return;
    if (facts?.state !== 'pending') throw new Error('The media store could not take the clip in.');
    await pause(ASK_EVERY, undefined, { signal });
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
