import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DemoClip } from '@bonisa/demo-content/demo-clips';
import type { DemoContent } from '@bonisa/demo-content/demo-content';
import type { AssetFacts, CatalogueService } from '../catalogue/catalogue.service.ts';
import type { Assets, MediaOwners } from '../catalogue/catalogue-editing.repository.ts';

/** The part of the media store that the demo uses, as an operator does. */
export interface DemoMedia {
  /** Takes in a file. Resolves before the file is packaged. */
  ingest(
    source: { readonly file: string } & Pick<DemoClip, 'title' | 'captions'>,
  ): Promise<{ readonly assetId: string }>;
  /** Looks up assets. An unknown id is missing from the answer. */
  assetFacts(ids: readonly string[]): Promise<readonly AssetFacts[]>;
}

/** Paints a clip to `file`. */
export type MakeClip = (
  name: string,
  file: string,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<void>;

/** The progress of one clip. `share` runs from 0 to 1. */
export type ClipProgress = {
  readonly clip: string;
  readonly number: number;
  readonly of: number;
} & (
  | { readonly step: 'making'; readonly share: number }
  | { readonly step: 'packing' }
  | { readonly step: 'ready' }
);

export interface ClipParts {
  readonly clipOf: DemoContent['clipOf'];
  readonly catalogue: Pick<CatalogueService, 'change' | 'assetsOf' | 'catchUp'>;
  readonly media: DemoMedia;
  /** The clips to load. The first one stands in for those that are not ready. */
  readonly clips: readonly Pick<DemoClip, 'name' | 'title' | 'captions'>[];
  readonly make: MakeClip;
  /** The folder for clips that the media store has not taken in yet. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ClipProgress) => void;
  /** Called for a clip that failed. The other clips go on, and the next start tries it again. */
  readonly onFailure: (clip: string, error: unknown) => void;
}

/** How often to ask the media store whether a clip is ready, in milliseconds. */
const POLL_MS = 250;

/**
 * Gives the demo's titles their media, clip after clip. With the first clip every title can be
 * watched: it stands in until the title's own clip is ready. An interrupted load resumes, and a
 * title to which an editor has given other media keeps it.
 */
export async function loadClips(parts: ClipParts): Promise<void> {
  const { clips, signal, onFailure } = parts;
  let standIn: string | undefined;
  for (const [index, clip] of clips.entries()) {
    if (signal.aborted) return;
    try {
      const assetId = await loadClip(
        parts,
        clip,
        { clip: clip.name, number: index + 1, of: clips.length },
        standIn,
      );
      if (index === 0) standIn = assetId;
    } catch (error) {
      if (signal.aborted) return;
      onFailure(clip.name, error);
    }
  }
}

type Clip = ClipParts['clips'][number];
type Place = Pick<ClipProgress, 'clip' | 'number' | 'of'>;

/** Returns the asset of the clip, or `undefined` if no title of the catalogue plays the clip. */
async function loadClip(
  parts: ClipParts,
  clip: Clip,
  place: Place,
  standIn: string | undefined,
): Promise<string | undefined> {
  const { catalogue, media, folder, onProgress } = parts;
  const own = await catalogue.assetsOf(playersOf(parts.clipOf, clip.name));
  const given = [...own.videos.values(), ...own.episodes.values()];
  if (given.length === 0) return undefined;
  const known = given.find((assetId) => assetId !== null && assetId !== standIn) ?? undefined;
  const state = known && (await media.assetFacts([known]))[0]?.state;
  const usable = state === 'ready' || state === 'pending' ? known : undefined;
  // Only titles without media, with the stand-in or with a lost asset get the clip: an editor may
  // have given the others media of their own.
  const isWaiting = (assetId: string | null): boolean =>
    assetId === null || assetId === standIn || (!usable && assetId === known);
  if (state === 'ready' && !given.some(isWaiting)) return known;

  const assetId = usable ?? (await ingest(parts, clip, place));
  onProgress?.({ step: 'packing', ...place });
  await untilReady(parts, assetId);
  const waiting = place.number === 1 ? await catalogue.assetsOf(everyPlayer(parts.clipOf)) : own;
  // The facts come first, so that no title refers to an asset that cannot be played.
  await catalogue.catchUp(media.assetFacts, [assetId]);
  await catalogue.change((editor) => editor.giveMedia(thoseWaiting(waiting, isWaiting), assetId));
  await rm(join(folder, `${clip.name}.mp4`), { force: true });
  onProgress?.({ step: 'ready', ...place });
  return assetId;
}

/** Lists the videos and episodes that play a clip. */
export function playersOf({ videos, episodes }: ClipParts['clipOf'], clip: string): MediaOwners {
  const slugsOf = (clips: ReadonlyMap<string, string>): string[] =>
    [...clips].filter(([, name]) => name === clip).map(([slug]) => slug);
  return { videos: slugsOf(videos), episodes: slugsOf(episodes) };
}

/** Lists all videos and episodes of the demo. */
export function everyPlayer({ videos, episodes }: ClipParts['clipOf']): MediaOwners {
  return { videos: [...videos.keys()], episodes: [...episodes.keys()] };
}

function thoseWaiting(
  { videos, episodes }: Assets,
  isWaiting: (assetId: string | null) => boolean,
): MediaOwners {
  const among = (assets: ReadonlyMap<string, string | null>): string[] =>
    [...assets].filter(([, assetId]) => isWaiting(assetId)).map(([slug]) => slug);
  return { videos: among(videos), episodes: among(episodes) };
}

/** Makes a clip, unless its file exists already, and hands it to the media store. */
async function ingest(parts: ClipParts, clip: Clip, place: Place): Promise<string> {
  const { make, media, folder, signal, onProgress } = parts;
  const file = join(folder, `${clip.name}.mp4`);
  if (!(await exists(file))) {
    await mkdir(folder, { recursive: true });
    const unfinished = join(folder, `${clip.name}.unfinished.mp4`);
    await make(clip.name, unfinished, {
      onProgress: (share) => onProgress?.({ step: 'making', share, ...place }),
      signal,
    });
    await rename(unfinished, file);
  }
  const { assetId } = await media.ingest({ file, title: clip.title, captions: clip.captions });
  return assetId;
}

async function untilReady({ media, signal }: ClipParts, assetId: string): Promise<void> {
  for (;;) {
    const [facts] = await media.assetFacts([assetId]);
    if (facts?.state === 'ready') return;
    if (facts?.state !== 'pending') throw new Error('The media store could not take the clip in.');
    await pause(POLL_MS, undefined, { signal });
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
