import { ASSET } from '../catalogue.test-kit.ts';

/** Rows of a small catalogue with every kind. The channel `ekhaya` has the key `c-1`. */

const TITLE = {
  title: 'Lamp',
  synopsis: 'One lamp.',
  description: 'One lamp in a window.',
  year: 2026,
  ratingAge: 'PG',
  ratingAdvice: [],
  languages: ['zu'],
  genre: 'drama',
  channel: 'c-1',
  published: true,
};
const CHANNEL = { title: 'Ekhaya', tagline: 'Home.', genre: 'drama', published: true };

/** A published video of the channel, on {@link ASSET}. */
export function videoRow(fields: object) {
  return { kind: 'video', ...TITLE, title: 'Umuzi', slug: 'umuzi', assetId: ASSET, ...fields };
}

export const ROWS: readonly { readonly kind: string; readonly [field: string]: unknown }[] = [
  { kind: 'genre', ...{ slug: 'drama', title: 'Drama' } },
  { kind: 'person', ...{ slug: 'lindiwe', name: 'Lindiwe' } },
  { kind: 'channel', key: 'c-1', ...CHANNEL, slug: 'ekhaya', description: 'Home.' },
  { kind: 'category', ...CHANNEL, channel: 'c-1', slug: 'family' },
  {
    kind: 'show',
    ...TITLE,
    slug: 'lamp',
    category: 'family',
    credits: [{ person: 'lindiwe', role: 'cast', character: 'Gogo' }],
  },
  { kind: 'season', show: 'lamp', ordinal: 1, published: true },
  { kind: 'season', show: 'lamp', ordinal: 2, published: true },
  {
    kind: 'episode',
    key: 'e-1',
    show: 'lamp',
    season: 2,
    ordinal: 1,
    slug: 'cold',
    title: 'Cold',
    synopsis: 'It is cold.',
    description: 'It is cold.',
    assetId: ASSET,
    segments: [{ kind: 'intro', start: 0, end: 4 }],
    published: true,
  },
  videoRow({ key: 'v-1' }),
  {
    kind: 'shelf',
    slug: 'first',
    title: 'First',
    format: 'poster',
    titles: ['v-1', 'lamp'],
    published: true,
  },
  { kind: 'slide', title: 'lamp', eyebrow: 'New', published: true },
  { kind: 'liveCategory', slug: 'talk', title: 'Talk', published: true },
  {
    kind: 'liveChannel',
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
];
