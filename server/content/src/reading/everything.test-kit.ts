import {
  ASSET,
  type EntryRow,
  fill,
  mediaReady,
  OTHER_ASSET,
  show,
  type TestCatalogue,
  video,
} from '../catalogue.test-kit.ts';

/** Media for one entry alone: the test can remove it. */
export const EPISODE_ASSET = '01890000-0000-7000-8000-000000000003';

const by = (character: string) => [
  { person: 'thandeka', role: 'cast', character },
  { person: 'thandeka', role: 'writer' },
];
const PLACE = { category: 'imindeni', genre: 'umlando' };
const SHELF = { format: 'landscape', titles: ['indaba', 'mvula'], published: true };
const SLOT = { synopsis: 'What is new.', ratingAge: 'PG', ratingAdvice: [] };
const LIVE = {
  tagline: 'All day.',
  description: 'All day long.',
  genre: 'drama',
  languages: ['zu'],
  published: true,
};
const DAYS = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => [
  { ...SLOT, startsAt: day * 1440, minutes: 720, title: `Morning ${day}` },
  { ...SLOT, startsAt: day * 1440 + 720, minutes: 600, title: `Evening ${day}` },
]);

const season = (ordinal: number): EntryRow => {
  return { kind: 'season', show: 'indaba', ordinal, published: true };
};

function episode(slug: string, at: number, ordinal: number, assetId: string): EntryRow {
  const words = { synopsis: 'A word.', description: 'A word is said.' };
  const place = { show: 'indaba', season: at, ordinal, title: `Part ${at}.${ordinal}` };
  return { kind: 'episode', slug, ...place, ...words, assetId, published: true };
}

const ROWS: readonly EntryRow[] = [
  { kind: 'genre', slug: 'umlando', title: 'History' },
  { kind: 'person', slug: 'thandeka', name: 'Thandeka Ngubane' },
  {
    kind: 'category',
    channel: 'ekhaya',
    slug: 'imindeni',
    title: 'Families',
    tagline: 'All ages.',
    genre: 'drama',
    published: true,
  },
  video({
    ...PLACE,
    slug: 'mvula',
    title: 'Rain',
    assetId: OTHER_ASSET,
    year: 2020,
    credits: by('Ma Zulu'),
  }),
  show({ ...PLACE, slug: 'indaba', title: 'The Matter', year: 2024, credits: by('Auntie') }),
  season(2),
  season(1),
  season(0),
  episode('isibili-a', 2, 1, ASSET),
  episode('isiqalo-b', 1, 2, ASSET),
  episode('khanyisa', 1, 1, EPISODE_ASSET),
  episode('okunye-a', 0, 1, ASSET),
  episode('isibili-b', 2, 2, ASSET),
  {
    kind: 'shelf',
    ...SHELF,
    slug: 'phezulu',
    title: 'Above',
    titles: ['indaba', 'throw', 'mvula'],
    position: 1,
  },
  { kind: 'shelf', ...SHELF, slug: 'phansi', title: 'Below', channel: 'ekhaya' },
  { kind: 'slide', title: 'indaba', eyebrow: 'A show', published: true, position: 1 },
  { kind: 'slide', title: 'mvula', eyebrow: 'A film', published: true, position: 2 },
  { kind: 'liveCategory', slug: 'izindaba', title: 'News', published: true },
  { kind: 'liveCategory', slug: 'ezinye', title: 'Others', published: true, position: 1 },
  {
    kind: 'liveChannel',
    ...LIVE,
    slug: 'ukhozi',
    title: 'Eagle',
    category: 'izindaba',
    headline: 'Now on air',
    slots: DAYS,
  },
  { kind: 'liveChannel', ...LIVE, slug: 'inkanyezi', title: 'Star', category: 'ezinye' },
];

/**
 * One entry of each kind, named by a word that no other entry has, in the channel `ekhaya` in
 * addition to {@link fill}: the video `mvula`, the show `indaba` with the seasons 2, 1 and 0
 * (created in this order), its first episode `khanyisa`, the person `thandeka`, the category
 * `imindeni`, the shelves `phezulu` (home) and `phansi` (channel), and the live channel `ukhozi` in
 * the live category `izindaba`.
 */
export async function fillEverything({
  catalogue,
  editing,
}: Pick<TestCatalogue, 'catalogue' | 'editing'>): Promise<void> {
  await fill(editing, ROWS);
  for (const asset of [ASSET, OTHER_ASSET, EPISODE_ASSET]) await mediaReady(catalogue, asset);
}
