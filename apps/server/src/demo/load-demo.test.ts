import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AssetFacts } from '../catalogue/catalogue.service.ts';
import { createTestCatalogue, type TestCatalogue } from '../catalogue/catalogue.test-kit.ts';
import { createTestDatabase } from '../platform/database.test-kit.ts';
import type { OpenDatabase } from '../platform/database.ts';
import { pieceNamed } from './clips/repertoire.ts';
import { DEMO_CHANNELS, DEMO_SHELVES } from './demo-catalogue.ts';
import { DEMO_VIDEOS } from './demo-videos.ts';
import { type DemoClips, type DemoParts, type DemoProgress, loadDemo, loadRows } from './load-demo.ts';

const CLIPS = [...new Set(DEMO_VIDEOS.map(({ clip }) => clip))];

let open: OpenDatabase;
let kit: TestCatalogue;
let folder: string;
beforeAll(async () => {
  open = await createTestDatabase();
});
beforeEach(async () => {
  kit = await createTestCatalogue(open);
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => open.close());

/** A media store in memory: what it takes in is ready at once, unless told otherwise. */
function store() {
  const assets = new Map<string, AssetFacts>();
  const taken: string[] = [];
  return {
    assets,
    taken,
    state: 'ready' as AssetFacts['state'],
    async ingest({ file }: { file: string }) {
      const assetId = `01890000-0000-7000-8000-${String(taken.length).padStart(12, '0')}`;
      taken.push(file);
      assets.set(assetId, { assetId, state: this.state, durationMs: 24_000, rungs: [{ height: 360, bytes: 1_200_000 }], captions: [] });
      return { assetId };
    },
    async assetFacts(ids: readonly string[]) {
      return ids.flatMap((id) => assets.get(id) ?? []);
    },
  };
}

function clips(make: DemoClips<never>['make'] = async (_, file) => await writeFile(file, 'clip')): DemoClips<never> {
  return { all: CLIPS.map((name) => ({ name, title: name })), make };
}

function parts(media: ReturnType<typeof store>, changes: Partial<DemoParts<never>> = {}): DemoParts<never> {
  const onFailure = (clip: string, error: unknown): never => {
    throw new Error(`${clip} failed`, { cause: error });
  };
  return { catalogue: kit.catalogue, media, clips: clips(), folder, signal: new AbortController().signal, onFailure, ...changes };
}

describe('the demo’s data', () => {
  it('is large enough, and the first clip serves about half of it', () => {
    expect(DEMO_CHANNELS.length).toBeGreaterThanOrEqual(3);
    expect(DEMO_SHELVES.filter(({ channel }) => !channel).length).toBeGreaterThanOrEqual(4);
    expect(DEMO_VIDEOS.length).toBeGreaterThanOrEqual(16);
    const first = DEMO_VIDEOS.filter(({ clip }) => clip === CLIPS[0]).length;
    expect(first / DEMO_VIDEOS.length).toBeGreaterThan(0.4);
    expect(new Set(DEMO_VIDEOS.map(({ languages }) => languages[0])).size).toBeGreaterThanOrEqual(6);
  });

  it('names clips that there are, and only titles that there are', () => {
    expect(CLIPS.length).toBeGreaterThanOrEqual(4);
    for (const name of CLIPS) expect(pieceNamed(name)).toBeDefined();
    const slugs = new Set(DEMO_VIDEOS.map(({ slug }) => slug));
    expect(slugs.size).toBe(DEMO_VIDEOS.length);
    expect(DEMO_SHELVES.flatMap(({ videos }) => videos).filter((slug) => !slugs.has(slug))).toEqual([]);
    const shelved = new Set(DEMO_SHELVES.filter(({ channel }) => !channel).flatMap(({ videos }) => videos));
    expect([...slugs].filter((slug) => !shelved.has(slug))).toEqual([]);
  });
});

describe('loading the demo', () => {
  it('shows titles as their clips become ready, and says how far it is', async () => {
    const media = store();
    const seen: number[] = [];
    const steps: DemoProgress[] = [];
    const make: DemoClips<never>['make'] = async (_, file, { onProgress }) => {
      seen.push((await kit.pageData.channels()).channels.reduce((sum, { titleCount }) => sum + titleCount, 0));
      onProgress(1);
      await writeFile(file, 'clip');
    };
    await loadDemo(parts(media, { clips: clips(make), onProgress: (step) => steps.push(step) }));
    expect(seen[0]).toBe(0);
    expect(seen[1]).toBe(DEMO_VIDEOS.filter(({ clip }) => clip === CLIPS[0]).length);
    const home = await kit.pageData.home();
    expect(home.channels.reduce((sum, { titleCount }) => sum + titleCount, 0)).toBe(DEMO_VIDEOS.length);
    expect(home.slides.length).toBeGreaterThan(3);
    expect(home.shelves.length).toBe(DEMO_SHELVES.filter(({ channel }) => !channel).length);
    expect(steps.map(({ step }) => step)).toEqual(['catalogue', ...CLIPS.flatMap(() => ['making', 'packing', 'ready'])]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('does nothing the second time', async () => {
    const media = store();
    await loadDemo(parts(media));
    const version = kit.catalogue.currentVersion();
    await loadDemo(parts(media));
    expect(media.taken).toHaveLength(CLIPS.length);
    expect(kit.catalogue.currentVersion()).toBe(version);
  });

  it('leaves another catalogue alone', async () => {
    await kit.catalogue.change(async (editor) => {
      await editor.createGenre({ slug: 'drama', title: 'Drama' });
      await editor.createChannel({ slug: 'mine', title: 'Mine', tagline: 'Mine.', description: 'Mine.', genre: 'drama', published: true });
    });
    const media = store();
    await loadDemo(parts(media));
    expect(media.taken).toEqual([]);
    expect(kit.catalogue.currentVersion()).toBe(1);
  });

  it('goes on where it was stopped: in the making, in the packing, and before the catalogue was told', async () => {
    const media = store();
    const stop = new AbortController();
    const stopped: DemoClips<never>['make'] = async (name, file) => {
      if (name === CLIPS[1]) {
        stop.abort();
        throw new Error('stopped');
      }
      await writeFile(file, 'clip');
    };
    await loadDemo(parts(media, { clips: clips(stopped), signal: stop.signal }));
    expect(media.taken).toHaveLength(1);

    // The second clip is taken in and given to its titles, then the process dies while it is packed.
    media.state = 'pending';
    const dies = new AbortController();
    await loadDemo(parts(media, { signal: dies.signal, onProgress: ({ step }) => step === 'packing' && dies.abort() }));
    expect(media.taken).toHaveLength(2);
    for (const [id, facts] of media.assets) media.assets.set(id, { ...facts, state: 'ready' });
    media.state = 'ready';

    await loadDemo(parts(media));
    expect(media.taken).toHaveLength(CLIPS.length);
    expect((await kit.pageData.home()).channels.reduce((sum, { titleCount }) => sum + titleCount, 0)).toBe(DEMO_VIDEOS.length);
  });

  it('goes on with the others when a clip cannot be made, and makes it at the next start', async () => {
    const media = store();
    const failed: string[] = [];
    const make: DemoClips<never>['make'] = async (name, file) => {
      if (name === CLIPS[1]) throw new Error('no');
      await writeFile(file, 'clip');
    };
    await loadDemo(parts(media, { clips: clips(make), onFailure: (clip) => failed.push(clip) }));
    expect([failed, media.taken.length]).toEqual([[CLIPS[1]], CLIPS.length - 1]);
    await loadDemo(parts(media));
    expect(media.taken).toHaveLength(CLIPS.length);
  });

  it('makes a clip anew that the media store could not take in', async () => {
    const media = store();
    await loadRows(kit.catalogue);
    media.state = 'failed';
    const failed: string[] = [];
    await loadDemo(parts(media, { onFailure: (clip) => failed.push(clip) }));
    expect(failed).toEqual(CLIPS);
    media.state = 'ready';
    await loadDemo(parts(media));
    expect((await kit.pageData.home()).channels.reduce((sum, { titleCount }) => sum + titleCount, 0)).toBe(DEMO_VIDEOS.length);
  });
});
