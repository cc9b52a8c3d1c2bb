import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AssetFacts } from '../catalogue/catalogue.service.ts';
import { createTestCatalogue, type TestCatalogue } from '../catalogue/catalogue.test-kit.ts';
import { createTestDatabase } from '../platform/database.test-kit.ts';
import type { OpenDatabase } from '../platform/database.ts';
import { type DemoData, everyPlayer, playersOf } from './demo-data.ts';
import {
  type DemoClips,
  type DemoParts,
  type DemoProgress,
  loadDemo,
  loadRows,
} from './load-demo.ts';

const CLIPS = ['one', 'two', 'three'];
const FACTS = {
  year: 2026,
  ratingAge: 'PG',
  ratingAdvice: [],
  languages: ['zu'],
  genre: 'drama',
  channel: 'ekhaya',
  description: 'A story.',
} as const;
const title = (slug: string) => ({
  ...FACTS,
  ratingAdvice: [],
  languages: ['zu'],
  slug,
  title: slug,
  synopsis: `About ${slug}.`,
});
const video = (slug: string, clip: string) => ({ ...title(slug), clip });

/** Five videos and a show of two seasons on three clips. */
const DATA: DemoData = {
  genres: [{ slug: 'drama', title: 'Drama' }],
  people: [{ slug: 'lindiwe', name: 'Lindiwe' }],
  channels: [
    {
      slug: 'ekhaya',
      title: 'Ekhaya',
      tagline: 'Home.',
      description: 'Home.',
      genre: 'drama',
      published: true,
    },
  ],
  categories: [
    {
      channel: 'ekhaya',
      slug: 'family',
      title: 'Family',
      tagline: 'Love.',
      genre: 'drama',
      published: true,
    },
  ],
  videos: [
    video('a', 'one'),
    video('b', 'two'),
    video('c', 'one'),
    video('d', 'three'),
    video('e', 'two'),
  ],
  shows: [
    {
      ...title('lamp'),
      category: 'family',
      credits: [{ person: 'lindiwe', role: 'cast', character: 'Gogo' }],
      clips: ['one', 'two'],
      seasons: [
        {
          episodes: [
            { title: 'Dark', synopsis: 'It is dark.' },
            { title: 'Light', synopsis: 'There is light.' },
          ],
        },
        {
          title: 'The second winter',
          episodes: [{ title: 'Cold', synopsis: 'It is cold.', slug: 'cold' }],
        },
      ],
    },
  ],
  shelves: [
    { slug: 'first', title: 'First', format: 'poster', titles: ['a', 'lamp'], published: true },
  ],
  slides: [{ title: 'lamp', eyebrow: 'New', published: true }],
  liveCategories: [{ slug: 'talk', title: 'Talk', published: true }],
  liveChannels: [
    {
      slug: 'radio-lamp',
      title: 'Radio Lamp',
      tagline: 'Talk.',
      description: 'Talk.',
      category: 'talk',
      genre: 'drama',
      languages: ['zu'],
      published: true,
      slots: [0, 1, 2, 3, 4, 5, 6].map((day) => ({
        startsAt: day * 1440,
        minutes: 1440,
        title: 'All day',
        synopsis: 'News.',
        ratingAge: 'A',
        ratingAdvice: [],
      })),
    },
  ],
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
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => open.close());

/** A media store in memory: what it takes in is ready at once, unless told otherwise. */
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

function clips(
  make: DemoClips<never>['make'] = async (_, file) => await writeFile(file, 'clip'),
): DemoClips<never> {
  return { all: CLIPS.map((name) => ({ name, title: name })), make };
}

function parts(
  media: ReturnType<typeof store>,
  changes: Partial<DemoParts<never>> = {},
): DemoParts<never> {
  const onFailure = (clip: string, error: unknown): never => {
    throw new Error(`${clip} failed`, { cause: error });
  };
  return {
    data: DATA,
    catalogue: kit.catalogue,
    media,
    clips: clips(),
    folder,
    signal: new AbortController().signal,
    onFailure,
    ...changes,
  };
}

const titlesShown = async (): Promise<number> =>
  (await kit.pageData.channels()).channels.reduce((sum, { titleCount }) => sum + titleCount, 0);

/**
 * Which media plays for each clip's titles, in the order of the clips: one for each, if all is
 * well.
 */
async function mediaOfClips(): Promise<string[][]> {
  return await Promise.all(
    CLIPS.map(async (clip) => {
      const { videos, episodes } = await kit.catalogue.assetsOf(playersOf(DATA, clip));
      return [...new Set([...videos.values(), ...episodes.values()])].map(String);
    }),
  );
}

describe('loading the demo', () => {
  it('shows titles as their clips become ready, and says how far it is', async () => {
    const media = store();
    const seen: number[] = [];
    const steps: DemoProgress[] = [];
    const make: DemoClips<never>['make'] = async (_, file, { onProgress }) => {
      seen.push(await titlesShown());
      onProgress(1);
      await writeFile(file, 'clip');
    };
    await loadDemo(parts(media, { clips: clips(make), onProgress: (step) => steps.push(step) }));
    // The first clip stands in for all the others.
    expect(seen).toEqual([0, TITLES, TITLES]);
    const home = await kit.pageData.home();
    expect(home.slides.map(({ slug }) => slug)).toEqual(['lamp']);
    expect(home.shelves.map(({ items }) => items.length)).toEqual([2]);
    expect(home.live.map(({ slug }) => slug)).toEqual(['radio-lamp']);
    expect(await kit.pageData.show('lamp', { season: 2 })).toMatchObject({
      season: { title: 'The second winter' },
      episodes: [{ slug: 'cold' }],
      credits: [{ character: 'Gogo' }],
    });
    expect(steps.map(({ step }) => step)).toEqual([
      'catalogue',
      ...CLIPS.flatMap(() => ['making', 'packing', 'ready']),
    ]);
    expect(await readdir(folder)).toEqual([]);
    expect(await mediaOfClips()).toEqual(media.ready().map((id) => [id]));
    expect((await kit.catalogue.assetsOf(everyPlayer(DATA))).episodes.size).toBe(3);
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
      await editor.createChannel({
        slug: 'mine',
        title: 'Mine',
        tagline: 'Mine.',
        description: 'Mine.',
        genre: 'drama',
        published: true,
      });
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

    // The second clip is taken in and given to its titles, then the process dies while it is
    // packed.
    media.state = 'pending';
    const dies = new AbortController();
    await loadDemo(
      parts(media, {
        signal: dies.signal,
        onProgress: ({ step }) => step === 'packing' && dies.abort(),
      }),
    );
    expect(media.taken).toHaveLength(2);
    for (const [id, facts] of media.assets) media.assets.set(id, { ...facts, state: 'ready' });
    media.state = 'ready';

    await loadDemo(parts(media));
    expect(media.taken).toHaveLength(CLIPS.length);
    expect(await titlesShown()).toBe(TITLES);
    expect(await mediaOfClips()).toEqual(media.ready().map((id) => [id]));
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
    await loadRows(kit.catalogue, DATA);
    media.state = 'failed';
    const failed: string[] = [];
    await loadDemo(parts(media, { onFailure: (clip) => failed.push(clip) }));
    expect(failed).toEqual(CLIPS);
    media.state = 'ready';
    await loadDemo(parts(media));
    expect(await titlesShown()).toBe(TITLES);
    expect(await mediaOfClips()).toEqual(media.ready().map((id) => [id]));
  });
});
