import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AssetFacts, Catalogue } from '../catalogue/catalogue.service.ts';
import { DEMO_CATEGORIES, DEMO_CHANNELS, DEMO_GENRES, DEMO_SHELVES, DEMO_SLIDES } from './demo-catalogue.ts';
import { DEMO_VIDEOS } from './demo-videos.ts';

/** What the demo needs of the media store: the same doors that an operator uses. */
export interface DemoMedia<Captions> {
  /** Takes a file in; answers before it is worked on. */
  ingest(source: { file: string; title: string; captions?: Captions }): Promise<{ readonly assetId: string }>;
  /** An id that is not known is missing from the answer. */
  assetFacts(ids: readonly string[]): Promise<readonly AssetFacts[]>;
}

/** The clips that can be made, and how. */
export interface DemoClips<Captions> {
  readonly all: readonly { readonly name: string; readonly title: string; readonly captions?: Captions }[];
  make(name: string, file: string, options: { onProgress: (share: number) => void; signal: AbortSignal }): Promise<void>;
}

/** How far the demo is; `share` runs from 0 to 1 within a step. */
export type DemoProgress =
  | { readonly step: 'catalogue'; readonly titles: number }
  | { readonly step: 'making'; readonly clip: string; readonly share: number; readonly number: number; readonly of: number }
  | { readonly step: 'packing' | 'ready'; readonly clip: string; readonly number: number; readonly of: number };

export interface DemoParts<Captions> {
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
 * Loads the demo: the catalogue's rows into an empty catalogue (all or none), then clip after clip its media. An existing
 * catalogue is left as it is; a load that was interrupted goes on where it was. Titles appear as their clips become ready.
 */
export async function loadDemo<Captions>(parts: DemoParts<Captions>): Promise<void> {
  await loadRows(parts.catalogue);
  parts.onProgress?.({ step: 'catalogue', titles: DEMO_VIDEOS.length });
  await parts.catalogue.catchUp(parts.media.assetFacts);
  await loadClips(parts);
}

/** Writes the demo's channels, videos, shelves and slides, in one change; nothing where there is any channel already. */
export async function loadRows(catalogue: Pick<Catalogue, 'isEmpty' | 'change'>): Promise<void> {
  if (!(await catalogue.isEmpty())) return;
  await catalogue.change(async (editor) => {
    for (const genre of DEMO_GENRES) await editor.createGenre(genre);
    for (const channel of DEMO_CHANNELS) await editor.createChannel(channel);
    for (const category of DEMO_CATEGORIES) await editor.createCategory(category);
    for (const [position, { clip: _, ...video }] of DEMO_VIDEOS.entries()) await editor.createVideo({ ...video, position, published: true });
    for (const shelf of DEMO_SHELVES) await editor.createShelf(shelf);
    for (const slide of DEMO_SLIDES) await editor.createSlide(slide);
  });
}

async function loadClips<Captions>(parts: DemoParts<Captions>): Promise<void> {
  const { clips, signal, onFailure } = parts;
  for (const [index, clip] of clips.all.entries()) {
    if (signal.aborted) return;
    try {
      await loadClip(parts, clip, { number: index + 1, of: clips.all.length });
    } catch (error) {
      if (signal.aborted) return;
      onFailure(clip.name, error);
    }
  }
}

async function loadClip<Captions>(
  parts: DemoParts<Captions>,
  clip: DemoClips<Captions>['all'][number],
  place: { number: number; of: number },
): Promise<void> {
  const { catalogue, media, folder, onProgress } = parts;
  const slugs = DEMO_VIDEOS.filter((video) => video.clip === clip.name).map(({ slug }) => slug);
  const assets = await catalogue.assetsOf(slugs);
  const known = [...assets.values()].find((assetId) => assetId !== null);
  const state = known && (await media.assetFacts([known]))[0]?.state;
  const usable = state === 'ready' || state === 'pending' ? known : undefined;
  // What an editor has given other media, or taken out, is left as it is: only what has none, or only the lost one, is ours.
  const waiting = [...assets].filter(([, assetId]) => assetId === null || (!usable && assetId === known)).map(([slug]) => slug);
  if (assets.size === 0 || (state === 'ready' && waiting.length === 0)) return;

  const assetId = usable ?? (await ingest(parts, clip, place));
  if (waiting.length > 0) await catalogue.change((editor) => editor.giveMedia(waiting, assetId));
  onProgress?.({ step: 'packing', clip: clip.name, ...place });
  await untilReady(parts, assetId);
  await catalogue.catchUp(media.assetFacts);
  await rm(join(folder, `${clip.name}.mp4`), { force: true });
  onProgress?.({ step: 'ready', clip: clip.name, ...place });
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
    const told = (share: number): void => onProgress?.({ step: 'making', clip: clip.name, share, ...place });
    await clips.make(clip.name, unfinished, { onProgress: told, signal });
    await rename(unfinished, file);
  }
  const { assetId } = await media.ingest({ file, title: clip.title, ...(clip.captions === undefined ? {} : { captions: clip.captions }) });
  return assetId;
}

async function untilReady<Captions>({ media, signal }: DemoParts<Captions>, assetId: string): Promise<void> {
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
