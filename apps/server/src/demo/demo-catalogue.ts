import type { CategoryInput, ChannelInput, GenreInput, ShelfInput, SlideInput } from '../catalogue/catalogue.input.ts';
import { DEMO_VIDEOS } from './demo-videos.ts';

/** The demo's channels, shelves and slides. Everything is invented: names, titles and people. The videos stand in `demo-videos.ts`. */

export const DEMO_GENRES: readonly GenreInput[] = [
  ['drama', 'Drama'],
  ['comedy', 'Comedy'],
  ['romance', 'Romance'],
  ['crime', 'Crime'],
  ['music', 'Music'],
  ['gospel', 'Gospel'],
  ['documentary', 'Documentary'],
  ['sport', 'Sport'],
  ['food', 'Food'],
  ['reality', 'Reality'],
  ['kids', 'Kids'],
].map(([slug = '', title = ''], position) => ({ slug, title, position }));

export const DEMO_CHANNELS: readonly ChannelInput[] = (
  [
    {
      slug: 'ekhaya',
      title: 'Ekhaya',
      tagline: 'Stories from home, and from what happens when you leave it.',
      description:
        'Families that love too loudly, neighbours who see everything, secrets that come back on the last taxi. Ekhaya is where our dramas live.',
      genre: 'drama',
      artEmblem: 'house',
      artGround: 'gables',
    },
    {
      slug: 'skhaftin',
      title: 'Skhaftin',
      tagline: 'A lunch tin full of jokes, pots and ordinary people.',
      description: 'Open it at the bus stop, at work or when everybody else has gone to bed. Comedy, cooking and real lives in small helpings.',
      genre: 'comedy',
      artEmblem: 'pot',
      artGround: 'diamonds',
    },
    {
      slug: 'ngoma',
      title: 'Ngoma',
      tagline: 'Drums, choirs, guitars and the people behind them.',
      description: 'From a bedroom in the township to a choir on a hill: music that is made here, and the Sundays that it is sung on.',
      genre: 'music',
      artEmblem: 'record',
      artGround: 'rings',
    },
    {
      slug: 'veld-en-see',
      title: 'Veld en See',
      tagline: 'Mountains, cattle, fynbos and long roads.',
      description: 'Slow pictures of a large country, and of people who know its weather by heart. With sport on Saturdays.',
      genre: 'documentary',
      artEmblem: 'mountain',
      artGround: 'hills',
    },
    {
      slug: 'khanya',
      title: 'Khanya',
      tagline: 'For small people who are up too early.',
      description: 'Songs, animals and questions in all the languages of the playground. Nothing that needs a grown-up to explain it.',
      genre: 'kids',
      artEmblem: 'sun',
      artGround: 'rays',
    },
  ] as const
).map((channel, position) => ({ ...channel, published: true, position }));

export const DEMO_CATEGORIES: readonly CategoryInput[] = [
  ['ekhaya', 'family', 'Family ties'],
  ['ekhaya', 'secrets', 'Secrets and crimes'],
  ['skhaftin', 'laughs', 'Laughs'],
  ['skhaftin', 'pots-and-people', 'Pots and people'],
  ['ngoma', 'new-sounds', 'New sounds'],
  ['ngoma', 'choirs', 'Choirs'],
  ['veld-en-see', 'wild', 'Wild places'],
  ['veld-en-see', 'saturday', 'Saturday sport'],
  ['khanya', 'stories', 'Stories'],
].map(([channel = '', slug = '', title = ''], position) => ({ channel, slug, title, position, published: true }));

const HOME_SHELVES: readonly Omit<ShelfInput, 'position' | 'published'>[] = [
  {
    slug: 'fresh-today',
    title: 'Fresh today',
    format: 'landscape',
    videos: [
      'rank-marshal',
      'isibane',
      'the-long-throw',
      'sihlangu',
      'dumisani-fm',
      'thando-on-platform-nine',
      'good-morning-mzansi',
      'spaza-queens',
    ],
  },
  {
    slug: 'mzansi-drama',
    title: 'Mzansi drama',
    format: 'poster',
    videos: ['highveld-nights', 'kwa-mathandi', 'isibane', 'karoo-cold-case', 'intombi-yasemzini', 'sihlangu', 'thando-on-platform-nine'],
  },
  {
    slug: 'laugh-a-little',
    title: 'Laugh a little',
    format: 'poster',
    videos: ['malome-o-a-itse', 'rank-marshal', 'braai-brigade', 'spaza-queens'],
  },
  {
    slug: 'songs-and-sundays',
    title: 'Songs and Sundays',
    format: 'landscape',
    videos: ['ingoma-yecawa', 'dumisani-fm', 'mmino-wa-rona', 'khwaere-ya-bosiu'],
  },
  {
    slug: 'under-a-big-sky',
    title: 'Under a big sky',
    format: 'poster',
    videos: ['inkunzi-emnyama', 'seliba-sa-pula', 'die-fynbos-fluister', 'lwendo', 'the-long-throw', 'berg-before-breakfast'],
  },
  {
    slug: 'small-people',
    title: 'Small people',
    format: 'poster',
    videos: ['under-the-marula', 'good-morning-mzansi', 'nomvula-nemvula'],
  },
];

const CHANNEL_SHELVES: readonly Omit<ShelfInput, 'position' | 'published'>[] = DEMO_CHANNELS.map(({ slug, title }) => ({
  slug: `start-with-${slug}`,
  title: `Start with ${title}`,
  format: 'landscape',
  channel: slug,
  videos: DEMO_VIDEOS.filter((video) => video.channel === slug).map((video) => video.slug),
}));

export const DEMO_SHELVES: readonly ShelfInput[] = [...HOME_SHELVES, ...CHANNEL_SHELVES].map((shelf, position) => ({
  ...shelf,
  position,
  published: true,
}));

export const DEMO_SLIDES: readonly SlideInput[] = [
  ['isibane', 'New drama · isiZulu'],
  ['rank-marshal', 'Comedy · isiZulu and English'],
  ['inkunzi-emnyama', 'Documentary · isiZulu'],
  ['karoo-cold-case', 'Crime · Afrikaans'],
  ['ingoma-yecawa', 'Gospel · isiXhosa'],
].map(([video = '', eyebrow = ''], position) => ({ video, eyebrow, position, published: true }));
