import { readCaptionWords } from '@bonisa/demo-content/shots/caption-words';
import { planSegments } from '@bonisa/demo-content/shots/segment-plan';
import { segmentsFault } from '@bonisa/domain/playback/title-segments';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AssetFacts } from '../catalogue/catalogue.service.ts';
import { createTestCatalogue, type TestCatalogue, video } from '../catalogue/catalogue.test-kit.ts';
import type { CompositionInput } from '../media/composition.service.ts';
import { createTestDatabase } from '../platform/database/database.test-kit.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { giveStandIns, giveTitles, type TitleParts } from './give-titles.ts';
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
}));
const SHOTS: readonly ReadyShot[] = Array.from({ length: 40 }, (_, at) => ({
  name: `shot-${at}`,
  world: at % 2 ? 'home' : 'street',
  mood: 'bright',
  seconds: 8,
  assetId: `part-${at}`,
}));
const NO_CARDS = new Map<string, string>();

let open: OpenDatabase;
let kit: TestCatalogue;
beforeAll(async () => {
  open = await createTestDatabase();
});
beforeEach(async () => {
  kit = await createTestCatalogue(open);
  await kit.catalogue.change(async (editor) => {
    for (const slug of ['drama', 'sport']) await editor.createGenre({ slug, title: slug });
    await editor.createChannel({
      slug: 'ekhaya',
      title: 'Ekhaya',
      tagline: 'Home.',
      description: 'Home.',
      genre: 'drama',
      published: true,
    });
    for (const { slug, genre } of STORIES)
      await editor.createVideo(video({ slug, genre, assetId: null }));
  });
});
afterAll(() => open.close());

/** Compositions in memory. */
function parts() {
  const made = new Map<string, { assetId: string; input: CompositionInput }>();
  const all: TitleParts = {
    stories: STORIES,
    words: readCaptionWords(),
    catalogue: kit.catalogue,
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

const given = async () =>
  (await kit.catalogue.assetsOf({ videos: STORIES.map(({ slug }) => slug), episodes: [] })).videos;
const version = async () => (await kit.pageData.channels()).channels[0]?.titleCount;

describe('giving the titles of the demo their media', () => {
  it('plans opening, recap and credits that every episode may have, however short', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(6, 8, 10), { maxLength: 20 }), (parts) => {
        const segments = planSegments(parts, { form: 'episode', hasCard: false });
        const seconds = parts.reduce((sum, part) => sum + part, 0);
        expect(segmentsFault(segments, seconds)).toBeUndefined();
        expect(segments).toHaveLength(parts.length < 4 ? 0 : 3);
      }),
    );
  });

  it('shows every title with one stand-in for each genre while shots are missing', async () => {
    const { all, made } = parts();
    await giveStandIns(all, SHOTS.slice(0, 4));
    const assets = await given();
    expect(assets.get('a')).toBe(assets.get('b'));
    expect(assets.get('c')).not.toBe(assets.get('a'));
    expect(await version()).toBe(STORIES.length);
    await giveStandIns(all, SHOTS.slice(0, 16));
    expect((await given()).get('a')).not.toBe(assets.get('a'));
    expect(made.size).toBe(4);
  });

  it('gives each title a composition of its own, with captions of its story', async () => {
    const { all, made } = parts();
    await giveStandIns(all, SHOTS.slice(0, 4));
    await giveTitles(all, SHOTS, NO_CARDS);
    const assets = await given();
    expect(new Set(assets.values()).size).toBe(STORIES.length);
    const own = [...made.values()].find(({ assetId }) => assetId === assets.get('a'))?.input;
    expect(own?.reference).toMatch(/^demo:title:a:/);
    expect(own?.captions?.[0]?.vtt).toContain('The story of a.');
    expect(new Set(own?.parts).size).toBe(own?.parts.length);
  });

  it('captions a title in its own language first and in English second', async () => {
    const { all, made } = parts();
    await giveTitles(all, SHOTS, NO_CARDS);
    const tracksOf = (slug: string) =>
      [...made.values()]
        .find(({ input }) => input.reference.startsWith(`demo:title:${slug}:`))
        ?.input.captions?.map(({ language, label }) => `${language} ${label}`);
    expect(tracksOf('a')).toEqual(['en-ZA English']);
    expect(tracksOf('c')).toEqual(['af-ZA Afrikaans', 'en-ZA English']);
  });

  it('opens a title with its card once the card is ready', async () => {
    const { all, made } = parts();
    await giveTitles(all, SHOTS, NO_CARDS);
    const before = await given();
    await giveTitles(all, SHOTS, new Map([['b', 'card-of-b']]));
    const after = await given();
    expect(after.get('a')).toBe(before.get('a'));
    const own = [...made.values()].find(({ assetId }) => assetId === after.get('b'))?.input;
    expect(own?.parts[0]).toBe('card-of-b');
    expect(own?.segments).toEqual([{ kind: 'intro', start: 0, end: 4 }]);
  });

  it('changes nothing on a second start, and does not go back to a stand-in', async () => {
    const { all, made } = parts();
    await giveTitles(all, SHOTS, NO_CARDS);
    const [before, count] = [await given(), made.size];
    await giveStandIns(all, SHOTS.slice(0, 4));
    await giveTitles(all, SHOTS, NO_CARDS);
    expect(await given()).toEqual(before);
    expect(made.size).toBe(count);
  });

  it('keeps media that an editor has given, and mends media that are lost', async () => {
    const { all } = parts();
    const [editors, lost] = [newId(), newId()];
    await kit.catalogue.change(async (editor) => {
      await editor.giveMedia({ videos: ['a'], episodes: [] }, editors);
      await editor.giveMedia({ videos: ['b'], episodes: [] }, lost);
    });
    const media = {
      ...all.media,
      assetFacts: async (ids: readonly string[]) => ids.filter((id) => id !== lost).map(factsOf),
    };
    await giveTitles({ ...all, media }, SHOTS, NO_CARDS);
    const assets = await given();
    expect(assets.get('a')).toBe(editors);
    expect(assets.get('b')).not.toBe(lost);
  });
});
