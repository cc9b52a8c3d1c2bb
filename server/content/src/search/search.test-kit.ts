import type { OpenDatabase } from '@bonisa/kit/database/database';
import {
  ASSET,
  createTestCatalogue,
  type EntryRow,
  mediaReady,
  publishEntries,
  show,
  type TestCatalogue,
  video,
} from '../catalogue.test-kit.ts';

export type TestSearch = TestCatalogue;

/** An empty catalogue with its search, on a database that is emptied first. */
export async function createTestSearch(open: OpenDatabase): Promise<TestSearch> {
  return await createTestCatalogue(open);
}

const CHANNEL = { description: 'Far and near.', published: true, genre: 'drama' };
const NOTHING = { synopsis: 'Nothing.', description: 'Nothing at all.' };
const EPISODE = {
  ...{ show: 'the-shore', season: 1, assetId: ASSET, published: true },
  ...{ synopsis: 'The sea.', description: 'The sea comes and goes.' },
};

const VIDEOS = [
  ['good-news', 'Good News'],
  ['new-sounds', 'New Sounds'],
  ['isibane', 'Isibane'],
  ['isibane-sethu', 'Isibane Sethu'],
  ['our-isibane', 'Our Isibane'],
  ['river-sunrise', 'River Sunrise'],
  ['sunrise', 'Sun Rise'],
  ['the-long-river', 'The Long River'],
  ['jozi', "Jo'burg: Night-Shift"],
  ['tshivhidzo', 'Tshivhiḓzo tsha Ḽifhasi'],
  ['more', 'Môre is nog ’n dag'],
] as const;

const ROWS: readonly EntryRow[] = [
  { kind: 'genre', slug: 'drama', title: 'Drama' },
  { kind: 'genre', slug: 'nature', title: 'Nature', names: { af: 'Natuur' } },
  { kind: 'person', slug: 'nomsa-khumalo', name: 'Nomsa Khumalo' },
  { kind: 'person', slug: 'elodie-moreau', name: 'Élodie Môreau' },
  {
    kind: 'channel',
    ...CHANNEL,
    slug: 'ekhaya',
    title: 'Ekhaya',
    tagline: 'Stories from home.',
  },
  {
    kind: 'channel',
    ...CHANNEL,
    slug: 'veld',
    title: 'Veld en See',
    tagline: 'Out there.',
    position: 1,
  },
  {
    kind: 'category',
    channel: 'veld',
    slug: 'rivers',
    title: 'Rivers',
    tagline: 'All water.',
    genre: 'nature',
    published: true,
  },
  {
    kind: 'category',
    channel: 'ekhaya',
    slug: 'laughs',
    title: 'Laughs',
    names: { zu: 'Insini', af: 'Lekker lag', st: 'Ditsheho' },
    tagline: 'All fun.',
    genre: 'drama',
    published: true,
  },
  ...VIDEOS.map(([slug, title]) => {
    const credits = slug === 'sunrise' ? [{ person: 'nomsa-khumalo', role: 'cast' }] : [];
    const place = slug === 'good-news' ? { category: 'laughs' } : {};
    return video({ slug, title, credits, ...place, ...NOTHING });
  }),
  show({
    slug: 'the-shore',
    title: 'The Shore',
    channel: 'veld',
    category: 'rivers',
    genre: 'nature',
    synopsis: 'A lighthouse keeper.',
    description: 'Somebody keeps an isibane.',
    credits: [{ person: 'elodie-moreau', role: 'director' }],
  }),
  { kind: 'season', show: 'the-shore', ordinal: 1, published: true },
  { kind: 'episode', ...EPISODE, ordinal: 1, slug: 'tide', title: 'High Tide' },
  { kind: 'episode', ...EPISODE, ordinal: 2, slug: 'ebb', title: 'Ebb' },
  { kind: 'episode', ...EPISODE, ordinal: 3, slug: 'ebb-again', title: 'Ebb' },
];

/** A small catalogue with names that are easily confused. */
export async function fillForSearch({ catalogue, editing }: TestCatalogue): Promise<void> {
  await publishEntries(editing, ROWS);
  await mediaReady(catalogue);
}

/** A show whose episode tells of it with a word that is similar to a mistyped one of its name. */
export const NIGHT_SISTER: readonly EntryRow[] = [
  show({ ...NOTHING, slug: 'night-sister', title: 'Night Sister' }),
  video({ ...NOTHING, slug: 'nine-lives', title: 'Nine Lives' }),
  { kind: 'season', show: 'night-sister', ordinal: 1, published: true },
  ...[
    ['handover', 'Handover', 'A goat.'],
    ['first-day', 'First Day', 'For the first time in nine years she sees the day.'],
  ].map(
    ([slug = '', title = '', synopsis = ''], at): EntryRow => ({
      ...{ ...EPISODE, kind: 'episode', show: 'night-sister', ordinal: at + 1 },
      ...{ slug, title, synopsis },
    }),
  ),
];
