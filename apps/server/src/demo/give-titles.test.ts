import type { AssetFacts } from '@bonisa/content/catalogue.service';
import {
  createTestCatalogue,
  mediaReady,
  publishEntries,
  type TestCatalogue,
  video,
} from '@bonisa/content/catalogue.test-kit';
import { readCaptionWords } from '@bonisa/demo-content/shots/caption-words';
import { planSegments } from '@bonisa/demo-content/shots/segment-plan';
import { segmentsFault } from '@bonisa/domain/playback/title-segments';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { newId } from '@bonisa/kit/ids';
import type { CompositionInput } from '@bonisa/media/composition.service';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { giveFewShots, giveTitles, type TitleParts } from './give-titles.ts';
import type { ReadyShot } from './load-shots.ts';

const STORIES: TitleParts['stories'] = ['a', 'b', 'c'].map((slug) => ({
  owner: 'videos',
  slug,
  title: slug.toUpperCase(),
  genre: slug === 'c' ? 'sport' : 'drama',
  form: 'film',
  language: slug === 'c' ? 'af' : 'en',
  art: { slug, title: slug.toUpperCase(), genre: 'drama', artEmblem: null, artGround: null },
  text: `The story of ${slug}. It ends well.`,
  names: ['Lindiwe'],
  shots:
    slug === 'c' ? ['football', 'sunrise', 'runners'] : ['kitchen', slug === 'a' ? 'sea' : 'farm'],
}));
const SHOTS: readonly ReadyShot[] = [
  'kitchen',
  'sea',
  'farm',
  'football',
  'sunrise',
  'runners',
].map((name) => ({ name, assetId: `part-of-${name}` }));
const shotsOf = (...names: string[]) => SHOTS.filter(({ name }) => names.includes(name));

let open: OpenDatabase;
let kit: TestCatalogue;
beforeAll(async () => {
  open = await createTestDatabase();
});
beforeEach(async () => {
  kit = await createTestCatalogue(open);
  await publishEntries(kit.editing, [
    { kind: 'genre', slug: 'drama', title: 'drama' },
    { kind: 'genre', slug: 'sport', title: 'sport' },
    {
      kind: 'channel',
      slug: 'ekhaya',
      title: 'Ekhaya',
      tagline: 'Home.',
      description: 'Home.',
      genre: 'drama',
      published: true,
    },
    ...STORIES.map(({ slug, genre }) => video({ slug, genre, assetId: null })),
  ]);
});
afterAll(() => open.close());

/** Compositions in memory. */
function parts() {
  const made = new Map<string, { assetId: string; input: CompositionInput }>();
  const all: TitleParts = {
    stories: STORIES,
    words: readCaptionWords(),
    catalogue: kit.catalogue,
    editing: kit.editing,
    media: {
      async compose(input) {
        const known = made.get(input.reference) ?? { assetId: newId(), input };
        made.set(input.reference, known);
        return known;
      },
      assetsReferenced: async (prefix) =>
        new Map(
          [...made.values()]
            .filter(({ input }) => input.reference.startsWith(prefix))
            .map(({ assetId, input }) => [assetId, input.reference]),
        ),
      assetFacts: async (ids) => ids.map(factsOf),
    },
    signal: new AbortController().signal,
  };
  return { all, made };
}

function factsOf(assetId: string): AssetFacts {
  const renditions = [{ height: 360, bytes: 1_200_000 }];
  return { assetId, state: 'ready', durationMs: 120_000, renditions, captions: [] };
}

const giveFilms = (films: Readonly<Record<string, string>>) =>
  publishEntries(
    kit.editing,
    Object.entries(films).map(([key, assetId]) => ({ kind: 'video', key, assetId })),
  );
const given = async () =>
  (await kit.catalogue.assetsOf({ videos: STORIES.map(({ slug }) => slug), episodes: [] })).videos;
const version = async () => (await kit.pageData.channels()).channels[0]?.titleCount;

describe('giving the titles of the demo their media', () => {
  it('plans opening, recap and credits that every episode may have, however short', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (seconds) => {
        const segments = planSegments(seconds, 'episode');
        expect(segmentsFault(segments, seconds)).toBeUndefined();
        expect(segments).toHaveLength(seconds < 32 ? 0 : 3);
      }),
    );
  });

  it('shows the beginning of a title of which the first shots are there, and then its film', async () => {
    const { all, made } = parts();
    const partsOf = async (slug: string) => {
      const assetId = (await given()).get(slug);
      return [...made.values()].find((one) => one.assetId === assetId)?.input.parts;
    };
    await giveTitles(all, shotsOf('kitchen', 'sunrise'));
    expect(await partsOf('a')).toEqual(['part-of-kitchen']);
    expect(await partsOf('c')).toBeUndefined();
    expect(await version()).toBe(2);
    await giveTitles(all, shotsOf('kitchen', 'sunrise', 'sea', 'football'));
    expect(await partsOf('a')).toEqual(['part-of-kitchen', 'part-of-sea']);
    expect(await partsOf('b')).toEqual(['part-of-kitchen']);
    expect(await partsOf('c')).toEqual(['part-of-football', 'part-of-sunrise']);
    await giveTitles(all, SHOTS);
    expect(await partsOf('c')).toEqual(['part-of-football', 'part-of-sunrise', 'part-of-runners']);
  });

  it('gives every title the same few shots where there are no more', async () => {
    const { all, made } = parts();
    await giveFewShots(all, shotsOf('sea', 'farm'));
    expect([...made.values()].map(({ input }) => input.parts)).toEqual(
      STORIES.map(() => ['part-of-sea', 'part-of-farm']),
    );
    expect(new Set((await given()).values()).size).toBe(STORIES.length);
  });

  it('gives each title a composition of its own, with captions of its story', async () => {
    const { all, made } = parts();
    await giveTitles(all, SHOTS);
    const assets = await given();
    expect(new Set(assets.values()).size).toBe(STORIES.length);
    const own = [...made.values()].find(({ assetId }) => assetId === assets.get('a'))?.input;
    expect(own?.reference).toMatch(/^demo:title:a:/);
    expect(own?.captions?.[0]?.vtt).toContain('The story of a.');
  });

  it('captions a title in its own language first and in English second', async () => {
    const { all, made } = parts();
    await giveTitles(all, SHOTS);
    const tracksOf = (slug: string) =>
      [...made.values()]
        .find(({ input }) => input.reference.startsWith(`demo:title:${slug}:`))
        ?.input.captions?.map(({ language, label }) => `${language} ${label}`);
    expect(tracksOf('a')).toEqual(['en-ZA English']);
    expect(tracksOf('c')).toEqual(['af-ZA Afrikaans', 'en-ZA English']);
  });

  it('changes nothing on a second start, and does not go back to a beginning', async () => {
    const { all, made } = parts();
    await giveTitles(all, SHOTS);
    const [before, count] = [await given(), made.size];
    await giveTitles(all, shotsOf('kitchen'));
    await giveTitles(all, SHOTS);
    expect(await given()).toEqual(before);
    expect(made.size).toBe(count);
  });

  it('keeps media that an editor has given, and mends media that are lost', async () => {
    const { all } = parts();
    const [editors, lost] = [newId(), newId()];
    await giveFilms({ a: editors, b: lost });
    const media = {
      ...all.media,
      assetFacts: async (ids: readonly string[]) => ids.filter((id) => id !== lost).map(factsOf),
    };
    await giveTitles({ ...all, media }, SHOTS);
    const assets = await given();
    expect(assets.get('a')).toBe(editors);
    expect(assets.get('b')).not.toBe(lost);
  });

  it('keeps a film of an editor that is being packaged, and plays the beginning meanwhile', async () => {
    const { all } = parts();
    await giveTitles(all, shotsOf('kitchen'));
    const editors = newId();
    await giveFilms({ a: editors });
    await giveTitles(all, SHOTS);
    expect((await given()).get('a')).toBe(editors);
    expect((await kit.catalogue.findPlayable('a'))?.assetId).not.toBe(editors);
    await mediaReady(kit.catalogue, editors);
    expect((await kit.catalogue.findPlayable('a'))?.assetId).toBe(editors);
  });

  it('leaves out a title that an editor deletes, and one that gets a film, while it composes', async () => {
    const { all } = parts();
    const editors = newId();
    const media = {
      ...all.media,
      async compose(input: CompositionInput) {
        if (input.title === 'A') await giveFilms({ b: editors });
        if (input.title === 'C')
          await publishEntries(kit.editing, [{ kind: 'video', key: 'c', delete: true }]);
        return await all.media.compose(input);
      },
    };
    await giveTitles({ ...all, media }, SHOTS);
    const assets = await given();
    expect([...assets.keys()].toSorted()).toEqual(['a', 'b']);
    expect([assets.get('a'), assets.get('b')]).toEqual([expect.any(String), editors]);
  });

  it('gives a title its film under the key by which it was loaded, whatever its address is', async () => {
    const { all } = parts();
    await publishEntries(kit.editing, [{ kind: 'video', key: 'a', slug: 'another' }]);
    await giveTitles(all, SHOTS);
    expect(await kit.catalogue.findPlayable('another')).toBeDefined();
  });
});
