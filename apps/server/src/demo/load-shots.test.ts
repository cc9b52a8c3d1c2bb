import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssetFacts } from '@bonisa/content/catalogue.service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadShots, type ShotParts } from './load-shots.ts';

const REELS = [
  ['one', 'two'],
  ['three', 'four'],
];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shots-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A media store in memory, whose assets are ready at once. */
function store() {
  const references = new Map<string, string>();
  const states = new Map<string, AssetFacts['state']>();
  return {
    references,
    states,
    async ingest({ reference }: { reference: string }) {
      const known = [...references].find(([, name]) => name === reference)?.[0];
      const assetId = known ?? `asset-${references.size}`;
      references.set(assetId, reference);
      states.set(assetId, 'ready');
      return { assetId };
    },
    isSourceNeeded: async (file: string) => needed.has(file),
    async assetFacts(ids: readonly string[]): Promise<AssetFacts[]> {
      const facts = { durationMs: 8000, renditions: [], captions: [] };
      return ids.map((assetId) => ({ assetId, state: states.get(assetId) ?? 'failed', ...facts }));
    },
    async assetsReferenced(prefix: string) {
      return new Map([...references].filter(([, reference]) => reference.startsWith(prefix)));
    },
  };
}

/** Files that a job still reads. */
const needed = new Set<string>();

function parts(media: ReturnType<typeof store>, changes: Partial<ShotParts> = {}) {
  const painted: string[][] = [];
  const reels: string[] = [];
  const failures: number[] = [];
  return {
    painted,
    reels,
    failures,
    all: {
      media,
      reels: REELS,
      paint: async (tasks) => {
        painted.push(tasks.map(({ name }) => name));
        for (const { file } of tasks) await writeFile(file, 'shot');
      },
      folder,
      signal: new AbortController().signal,
      onReady: async (ready, isNew) => {
        reels.push(`${isNew ? 'new' : 'known'}: ${ready.map(({ name }) => name)}`);
      },
      onFailure: (reel) => failures.push(reel),
      ...changes,
    } satisfies ShotParts,
  };
}

describe('loading the shots of the demo', () => {
  it('paints reel after reel, the first shot by shot, reports each, and leaves no file behind', async () => {
    const { all, painted, reels } = parts(store());
    const shots = await loadShots(all);
    expect(painted).toEqual([['one'], ['two'], ['three', 'four']]);
    expect(reels).toEqual(['new: one,two', 'new: one,two,three,four']);
    expect(shots.map(({ assetId }) => assetId)).toEqual([0, 1, 2, 3].map((at) => `asset-${at}`));
    expect(await readdir(folder)).toEqual([]);
  });

  it('paints nothing on a second start, and only what is missing after a crash', async () => {
    const media = store();
    await loadShots(parts(media).all);
    const second = parts(media);
    expect(await loadShots(second.all)).toHaveLength(4);
    expect(second.painted).toEqual([]);
    expect(second.reels).toEqual(['known: one,two,three,four']);
    media.states.set('asset-1', 'failed');
    const third = parts(media);
    await loadShots(third.all);
    expect(third.painted).toEqual([['two']]);
    expect(third.reels).toEqual(['known: one,three,four', 'new: one,two,three,four']);
  });

  it('leaves a file that a job still reads until the next start', async () => {
    const media = store();
    const file = join(folder, 'two.mp4');
    needed.add(file);
    await loadShots(parts(media).all);
    expect(await readdir(folder)).toEqual(['two.mp4']);
    needed.delete(file);
    await loadShots(parts(media).all);
    expect(await readdir(folder)).toEqual([]);
  });

  it('goes on after a reel that cannot be painted or packaged', async () => {
    const media = store();
    const broken = parts(media, {
      paint: async (tasks) => {
        if (tasks.some(({ name }) => name === 'one')) throw new Error('no paint');
      },
    });
    expect((await loadShots(broken.all)).map(({ name }) => name)).toEqual(['three', 'four']);
    expect(broken.failures).toEqual([1]);
    const refused = parts(store(), {
      media: { ...store(), assetFacts: async () => [] },
    });
    expect(await loadShots(refused.all)).toEqual([]);
    expect(refused.failures).toEqual([1, 2]);
  });

  it('stops on request', async () => {
    const stop = new AbortController();
    const { all, painted } = parts(store(), { signal: stop.signal });
    stop.abort();
    expect(await loadShots(all)).toEqual([]);
    expect(painted).toEqual([]);
  });
});
