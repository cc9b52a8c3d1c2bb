import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../platform/database.test-kit.ts';
import type { OpenDatabase } from '../platform/database.ts';
import { checkedContent, importContent } from './catalogue.import.ts';
import {
  ASSET,
  createTestCatalogue,
  mediaReady,
  type TestCatalogue,
} from './catalogue.test-kit.ts';

const TITLE = {
  title: 'Lamp',
  synopsis: 'One lamp.',
  description: 'One lamp in a window.',
  year: 2026,
  ratingAge: 'PG',
  ratingAdvice: [],
  languages: ['zu'],
  genre: 'drama',
  channel: 'ekhaya',
  published: true,
};
const CHANNEL = { title: 'Ekhaya', tagline: 'Home.', genre: 'drama', published: true };

const CONTENT = {
  genres: [{ slug: 'drama', title: 'Drama' }],
  people: [{ slug: 'lindiwe', name: 'Lindiwe' }],
  channels: [{ ...CHANNEL, slug: 'ekhaya', description: 'Home.' }],
  categories: [{ ...CHANNEL, channel: 'ekhaya', slug: 'family' }],
  shows: [
    {
      ...TITLE,
      slug: 'lamp',
      category: 'family',
      credits: [{ person: 'lindiwe', role: 'cast', character: 'Gogo' }],
    },
  ],
  seasons: [
    { show: 'lamp', ordinal: 1, published: true },
    { show: 'lamp', ordinal: 2, title: 'The second winter', published: true },
  ],
  episodes: [
    {
      show: 'lamp',
      season: 2,
      ordinal: 1,
      slug: 'cold',
      title: 'Cold',
      synopsis: 'It is cold.',
      description: 'It is cold.',
      assetId: ASSET,
      published: true,
    },
  ],
  videos: [{ ...TITLE, slug: 'umuzi', title: 'Umuzi', assetId: ASSET }],
  shelves: [
    { slug: 'first', title: 'First', format: 'poster', titles: ['umuzi', 'lamp'], published: true },
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

let open: OpenDatabase;
let kit: TestCatalogue;
beforeAll(async () => {
  open = await createTestDatabase();
});
beforeEach(async () => {
  kit = await createTestCatalogue(open);
});
afterAll(() => open.close());

it('imports every kind of entry, which the pages then show', async () => {
  expect(await importContent(kit.catalogue, checkedContent(CONTENT))).toBe(true);
  await mediaReady(kit.catalogue);
  const home = await kit.pageData.home();
  expect(home.slides.map(({ slug }) => slug)).toEqual(['lamp']);
  expect(home.shelves.map(({ items }) => items.length)).toEqual([2]);
  expect(home.live.map(({ slug }) => slug)).toEqual(['radio-lamp']);
  expect(await kit.pageData.show('lamp', { season: 2 })).toMatchObject({
    season: { title: 'The second winter' },
    episodes: [{ slug: 'cold' }],
    credits: [{ character: 'Gogo' }],
  });
});

it('changes nothing when the catalogue has a channel already', async () => {
  const content = checkedContent(CONTENT);
  await importContent(kit.catalogue, content);
  const version = kit.catalogue.currentVersion();
  expect(await importContent(kit.catalogue, content)).toBe(false);
  expect(kit.catalogue.currentVersion()).toBe(version);
});

it('names the list, the place and the field of a wrong value', () => {
  const videos = [CONTENT.videos[0], { ...CONTENT.videos[0], synopsis: 'x'.repeat(161) }];
  expect(() => checkedContent({ ...CONTENT, videos })).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      fields: [expect.objectContaining({ field: 'videos.1.synopsis' })],
    }),
  );
});

it('imports nothing when an entry refers to another one that does not exist', async () => {
  const slides = [{ title: 'nothing', eyebrow: 'New', published: true }];
  const content = checkedContent({ ...CONTENT, slides });
  await expect(importContent(kit.catalogue, content)).rejects.toMatchObject({ code: 'not_found' });
  expect(await kit.catalogue.isEmpty()).toBe(true);
});
