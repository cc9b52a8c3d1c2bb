import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AssetFacts } from '@bonisa/content/catalogue.service';
import type { ReelTask } from './reel.process.ts';

/** A shot that can be played. */
export interface ReadyShot {
  readonly name: string;
  readonly assetId: string;
}

/** The part of the media store that the shots use, as an operator does. */
export interface ShotMedia {
  /** Takes in a file. Resolves before the file is packaged. */
  ingest(source: { file: string; title: string; reference: string }): Promise<{ assetId: string }>;
  /** Whether a file must stay, because a job still reads it. */
  isSourceNeeded(file: string): Promise<boolean>;
  /** Looks up assets. An unknown id is missing from the answer. */
  assetFacts(ids: readonly string[]): Promise<readonly AssetFacts[]>;
  /** The references of assets that begin with `prefix`, by asset. */
  assetsReferenced(prefix: string): Promise<ReadonlyMap<string, string>>;
}

/** A reel that is ready: its number from 1, and whether it had to be painted. */
export interface ReadyReel {
  readonly number: number;
  readonly isNew: boolean;
}

export interface ShotParts {
  readonly media: ShotMedia;
  /** The names of the shots. */
  readonly reels: readonly (readonly string[])[];
  /** Paints shots to files. */
  readonly paint: (tasks: readonly ReelTask[], options: { signal: AbortSignal }) => Promise<void>;
  /** The folder for shots that the media store has not taken in yet. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called after each reel with all shots that can be played by then. */
  readonly onReel: (ready: readonly ReadyShot[], reel: ReadyReel) => Promise<void>;
  /** Called for a reel that failed. The others go on, and the next start tries it again. */
  readonly onFailure: (reel: number, error: unknown) => void;
}

const PREFIX = 'demo:shot:';
/** How often to ask the media store whether a shot is ready, in milliseconds. */
const POLL_MS = 250;

/**
 * Paints the shots of the demo and hands them to the media store, reel after reel. The store
 * packages meanwhile what is painted already: neither waits for the other. Shots that the store has
 * are not painted again. Returns the shots that can be played.
 */
export async function loadShots(parts: ShotParts): Promise<readonly ReadyShot[]> {
  const { reels, media, folder, signal, onReel, onFailure } = parts;
  const known = await readyAssets(media);
  await removeUsed(media, folder);
  const ready: ReadyShot[] = [];
  let packaging = Promise.resolve();
  for (const [index, reel] of reels.entries()) {
    if (signal.aborted) break;
    try {
      const assets = await takeIn(parts, reel, { known, together: index > 0 });
      const shots = reel.map((name) => ({ name, assetId: assets.get(name) ?? '' }));
      packaging = packaging
        .then(() => untilReady(parts, shots))
        .then(async () => {
          ready.push(...shots);
          const isNew = shots.some(({ name }) => !known.has(name));
          await onReel(ready, { number: index + 1, isNew });
        })
        .catch((error: unknown) => {
          if (!signal.aborted) onFailure(index + 1, error);
        });
      // Somebody waits for the first reel, so the next does not begin beside it.
      if (index === 0) await packaging;
    } catch (error) {
      if (!signal.aborted) onFailure(index + 1, error);
    }
  }
  await packaging;
  return ready;
}

/** Removes the files that the store has packaged in every codec. */
async function removeUsed(media: Pick<ShotMedia, 'isSourceNeeded'>, folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const file of names.map((name) => join(folder, name)))
    if (!(await media.isSourceNeeded(file))) await rm(file, { force: true });
}

/** The assets of the shots that the store has, by name. */
async function readyAssets(media: ShotMedia): Promise<ReadonlyMap<string, string>> {
  const references = await media.assetsReferenced(PREFIX);
  const facts = await media.assetFacts([...references.keys()]);
  return new Map(
    facts
      .filter(({ state }) => state === 'ready')
      .map(({ assetId }) => [references.get(assetId)?.slice(PREFIX.length) ?? '', assetId]),
  );
}

/**
 * Paints what is missing of a reel, `together` or one after the other, and hands it over. Returns
 * the assets by name.
 */
async function takeIn(
  { media, paint, folder, signal }: ShotParts,
  reel: ShotParts['reels'][number],
  { known, together }: { known: ReadonlyMap<string, string>; together: boolean },
): Promise<ReadonlyMap<string, string>> {
  const assets = new Map(known);
  const missing = reel
    .filter((name) => !known.has(name))
    .map((name) => ({ name, file: join(folder, `${name}.mp4`) }));
  if (missing.length === 0) return assets;
  await mkdir(folder, { recursive: true });
  for (const painted of together ? [missing] : missing.map((one) => [one])) {
    await paint(painted, { signal });
    for (const { name, file } of painted) {
      const source = { file, title: `shot: ${name}`, reference: `${PREFIX}${name}` };
      assets.set(name, (await media.ingest(source)).assetId);
    }
  }
  return assets;
}

async function untilReady(
  { media, signal, folder }: ShotParts,
  shots: readonly ReadyShot[],
): Promise<void> {
  for (const { name, assetId } of shots) {
    for (;;) {
      const [facts] = await media.assetFacts([assetId]);
      if (facts?.state === 'ready') break;
      if (facts?.state !== 'pending')
        throw new Error(`The media store could not take the shot ${name} in.`);
      await pause(POLL_MS, undefined, { signal });
    }
    const file = join(folder, `${name}.mp4`);
    if (!(await media.isSourceNeeded(file))) await rm(file, { force: true });
  }
}
