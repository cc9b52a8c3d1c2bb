import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AssetFacts } from '../catalogue/catalogue.service.ts';
import { createTestCatalogue, type TestCatalogue, video } from '../catalogue/catalogue.test-kit.ts';
import { createTestDatabase } from '../platform/database.test-kit.ts';
import type { OpenDatabase } from '../platform/database.ts';
import {
  type ClipParts,
  type ClipProgress,
  everyPlayer,
  loadClips,
  type MakeClip,
  playersOf,
} from './load-clips.ts';

const CLIPS = ['one', 'two', 'three'];

/** Five videos, and a show of three episodes that play two clips in turn. */
const CLIP_OF: ClipParts['clipOf'] = {
  videos: new Map([
    ['a', 'one'],
    ['b', 'two'],
    ['c', 'one'],
    ['d', 'three'],
    ['e', 'two'],
  ]),
  episodes: new Map([
    ['dark', 'one'],
    ['light', 'two'],
    ['cold', 'one'],
  ]),
};
const TITLES = 6;

let open: OpenDatabase;
let kit: TestCatalogue;
let folder: string;
beforeAll(async () => {
  open = await createTestDatabase();
});
beforeEach(async () => {
  kit = await createTestCatalogue(open);
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  await kit.catalogue.change(async (editor) => {
    await editor.createGenre({ slug: 'drama', title: 'Drama' });
    await editor.createChannel({
      slug: 'ekhaya',
      title: 'Ekhaya',
      tagline: 'Home.',
      description: 'Home.',
      genre: 'drama',
      published: true,
    });
    for (const slug of CLIP_OF.videos.keys())
      await editor.createVideo(video({ slug, assetId: null }));
    const { assetId: _, ...show } = video({ slug: 'lamp' });
    await editor.createShow(show);
    await editor.createSeason({ show: 'lamp', ordinal: 1, published: true });
    for (const [index, slug] of [...CLIP_OF.episodes.keys()].entries())
      await editor.createEpisode({
        show: 'lamp',
        season: 1,
        ordinal: index + 1,
        slug,
        title: slug,
        synopsis: slug,
        description: slug,
        published: true,
      });
  });
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => open.close());

/** A media store in memory. An asset gets the state `state`, which is `ready` at first. */
function store() {
  const assets = new Map<string, AssetFacts>();
  const byTitle = new Map<string, string>();
  const taken: string[] = [];
  return {
    assets,
    taken,
    ready: () =>
      [...assets.values()].filter(({ state }) => state === 'ready').map(({ assetId }) => assetId),
    state: 'ready' as AssetFacts['state'],
    async ingest({ file, title }: { file: string; title: string }) {
      const known = byTitle.get(title);
      if (known && assets.get(known)?.state !== 'failed') return { assetId: known };
      const assetId = `01890000-0000-7000-8000-${String(taken.length).padStart(12, '0')}`;
      taken.push(file);
      byTitle.set(title, assetId);
      assets.set(assetId, {
        assetId,
        state: this.state,
        durationMs: 24_000,
        renditions: [{ height: 360, bytes: 1_200_000 }],
        captions: [],
      });
      return { assetId };
    },
    async assetFacts(ids: readonly string[]) {
      return ids.flatMap((id) => assets.get(id) ?? []);
    },
  };
}

const make: MakeClip = (_, file) => writeFile(file, 'clip');

function parts(media: ReturnType<typeof store>, changes: Partial<ClipParts> = {}): ClipParts {
  return {
    clipOf: CLIP_OF,
    catalogue: kit.catalogue,
    media,
    clips: CLIPS.map((name) => ({ name, title: name, captions: [] })),
    make,
    folder,
    signal: new AbortController().signal,
    onFailure: (clip, error) => {
      throw new Error(`${clip} failed`, { cause: error });
    },
    ...changes,
  };
}

const titlesShown = async (): Promise<number> =>
  (await kit.pageData.channels()).channels.reduce((sum, { titleCount }) => sum + titleCount, 0);

/** The assets of each clip's titles. Each list has one asset when the load is complete. */
async function assetsOfClips(): Promise<string[][]> {
  return await Promise.all(
    CLIPS.map(async (clip) => {
      const { videos, episodes } = await kit.catalogue.assetsOf(playersOf(CLIP_OF, clip));
      return [...new Set([...videos.values(), ...episodes.values()])].map(String);
    }),
  );
}

describe('loading the clips of the demo', () => {
  it('shows all titles with the first clip, and reports each step', async () => {
    const media = store();
    const seen: number[] = [];
    const steps: ClipProgress[] = [];
    await loadClips(
      parts(media, {
        make: async (_, file, { onProgress }) => {
          seen.push(await titlesShown());
          onProgress(1);
          await writeFile(file, 'clip');
        },
        onProgress: (step) => steps.push(step),
      }),
    );
    expect(seen).toEqual([0, TITLES, TITLES]);
    expect(steps.map(({ step, number, of }) => `${step} ${number}/${of}`)).toEqual(
      CLIPS.flatMap((_, at) => ['making', 'packing', 'ready'].map((step) => `${step} ${at + 1}/3`)),
    );
    expect(await readdir(folder)).toEqual([]);
    expect(await assetsOfClips()).toEqual(media.ready().map((id) => [id]));
    expect((await kit.catalogue.assetsOf(everyPlayer(CLIP_OF))).episodes.size).toBe(3);
  });

  it('does nothing the second time', async () => {
    const media = store();
    await loadClips(parts(media));
    const version = kit.catalogue.currentVersion();
    await loadClips(parts(media));
    expect(media.taken).toHaveLength(CLIPS.length);
    expect(kit.catalogue.currentVersion()).toBe(version);
  });

  it('leaves a catalogue alone that has none of the demo’s titles', async () => {
    const media = store();
    const clipOf = { videos: new Map([['other', 'one']]), episodes: new Map() };
    const version = kit.catalogue.currentVersion();
    await loadClips(parts(media, { clipOf }));
    expect(media.taken).toEqual([]);
    expect(kit.catalogue.currentVersion()).toBe(version);
  });

  it('resumes after a stop while a clip is painted and after one while it is packaged', async () => {
    const media = store();
    const stop = new AbortController();
    const stopped: MakeClip = async (name, file) => {
      if (name === CLIPS[1]) {
        stop.abort();
        throw new Error('stopped');
      }
      await writeFile(file, 'clip');
    };
    await loadClips(parts(media, { make: stopped, signal: stop.signal }));
    expect(media.taken).toHaveLength(1);

    media.state = 'pending';
    const dies = new AbortController();
    await loadClips(
      parts(media, {
        signal: dies.signal,
        onProgress: ({ step }) => step === 'packing' && dies.abort(),
      }),
    );
    expect(media.taken).toHaveLength(2);
    for (const [id, facts] of media.assets) media.assets.set(id, { ...facts, state: 'ready' });
    media.state = 'ready';

    await loadClips(parts(media));
    expect(media.taken).toHaveLength(CLIPS.length);
    expect(await titlesShown()).toBe(TITLES);
    expect(await assetsOfClips()).toEqual(media.ready().map((id) => [id]));
  });

  it('goes on after a clip that fails, and makes that clip at the next start', async () => {
    const media = store();
    const failed: string[] = [];
    const failing: MakeClip = async (name, file) => {
      if (name === CLIPS[1]) throw new Error('no');
      await writeFile(file, 'clip');
    };
    await loadClips(parts(media, { make: failing, onFailure: (clip) => failed.push(clip) }));
    expect([failed, media.taken.length]).toEqual([[CLIPS[1]], CLIPS.length - 1]);
    await loadClips(parts(media));
    expect(media.taken).toHaveLength(CLIPS.length);
  });

  it('makes a clip again that the media store could not take in', async () => {
    const media = store();
    media.state = 'failed';
    const failed: string[] = [];
    await loadClips(parts(media, { onFailure: (clip) => failed.push(clip) }));
    expect(failed).toEqual(CLIPS);
    media.state = 'ready';
    await loadClips(parts(media));
    expect(await titlesShown()).toBe(TITLES);
    expect(await assetsOfClips()).toEqual(media.ready().map((id) => [id]));
  });
});
