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

export interface ShotParts {
  readonly media: ShotMedia;
  /** The names of the shots. */
  readonly reels: readonly (readonly string[])[];
  /** Paints shots to files. */
  readonly paint: (tasks: readonly ReelTask[], options: { signal: AbortSignal }) => Promise<void>;
  /** The folder for shots that the media store has not taken in yet. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /**
   * Called with all shots that can be played: first with those that the store has, if any, then
   * after each reel that had to be painted (`isNew`).
   */
  readonly onReady: (ready: readonly ReadyShot[], isNew: boolean) => Promise<void>;
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
  const { reels, media, folder, signal, onReady, onFailure } = parts;
  const assets = new Map(await readyAssets(media));
  await removeUsed(media, folder);
  const readyShots = (): ReadyShot[] =>
    reels.flat().flatMap((name) => {
      const assetId = assets.get(name);
      return assetId === undefined ? [] : [{ name, assetId }];
    });
  if (readyShots().length > 0) await onReady(readyShots(), false);
  let packaging = Promise.resolve();
  for (const [index, reel] of reels.entries()) {
    const missing = reel.filter((name) => !assets.has(name));
    if (signal.aborted || missing.length === 0) continue;
    // Somebody waits for the first shots: they are painted one by one, and nothing beside them.
    const isAwaited = readyShots().length === 0;
    try {
      const shots = await takeIn(parts, missing, { together: !isAwaited });
      packaging = packaging
        .then(() => untilReady(parts, shots))
        .then(async () => {
          for (const { name, assetId } of shots) assets.set(name, assetId);
          await onReady(readyShots(), true);
        })
        .catch((error: unknown) => {
          if (!signal.aborted) onFailure(index + 1, error);
        });
      if (isAwaited) await packaging;
    } catch (error) {
      if (!signal.aborted) onFailure(index + 1, error);
    }
  }
  await packaging;
  return readyShots();
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

/** Paints shots, `together` or one after the other, and hands them over. Returns their assets. */
async function takeIn(
  { media, paint, folder, signal }: ShotParts,
  names: readonly string[],
  { together }: { together: boolean },
): Promise<readonly ReadyShot[]> {
  const missing = names.map((name) => ({ name, file: join(folder, `${name}.mp4`) }));
  const shots: ReadyShot[] = [];
  await mkdir(folder, { recursive: true });
  for (const painted of together ? [missing] : missing.map((one) => [one])) {
    await paint(painted, { signal });
    for (const { name, file } of painted) {
      const source = { file, title: `shot: ${name}`, reference: `${PREFIX}${name}` };
      shots.push({ name, assetId: (await media.ingest(source)).assetId });
    }
  }
  return shots;
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
