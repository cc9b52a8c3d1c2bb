import type { CategoryInput, ChannelInput, GenreInput } from '../catalogue/catalogue.input.ts';

/**
 * What the demo's titles are sorted into: genres, channels and categories. Everything is invented.
 */

const GENRES = [
  ['drama', 'Drama'],
  ['comedy', 'Comedy'],
  ['romance', 'Romance'],
  ['crime', 'Crime'],
  ['thriller', 'Thriller'],
  ['history', 'History'],
  ['music', 'Music'],
  ['gospel', 'Gospel'],
  ['documentary', 'Documentary'],
  ['nature', 'Nature'],
  ['sport', 'Sport'],
  ['food', 'Food'],
  ['lifestyle', 'Lifestyle'],
  ['reality', 'Reality'],
  ['talk', 'Talk'],
  ['learning', 'Learning'],
  ['kids', 'Kids'],
] as const;

export type DemoGenre = (typeof GENRES)[number][0];

export const DEMO_GENRES: readonly GenreInput[] = GENRES.map(([slug, title], position) => ({
  slug,
  title,
  position,
}));

const CHANNELS = [
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
    description:
      'Open it at the bus stop, at work or when everybody else has gone to bed. Comedy, cooking and real lives in small helpings.',
    genre: 'comedy',
    artEmblem: 'pot',
    artGround: 'diamonds',
  },
  {
    slug: 'ngoma',
    title: 'Ngoma',
    tagline: 'Drums, choirs, guitars and the people behind them.',
    description:
      'From a bedroom in the township to a choir on a hill: music that is made here, and the Sundays that it is sung on.',
    genre: 'music',
    artEmblem: 'record',
    artGround: 'rings',
  },
  {
    slug: 'veld-en-see',
    title: 'Veld en See',
    tagline: 'Mountains, cattle, fynbos and long roads.',
    description:
      'Slow pictures of a large country, and of people who know its weather by heart. With sport on Saturdays.',
    genre: 'documentary',
    artEmblem: 'mountain',
    artGround: 'hills',
  },
  {
    slug: 'khanya',
    title: 'Khanya',
    tagline: 'For small people who are up too early.',
    description:
      'Songs, animals and questions in all the languages of the playground. Nothing that needs a grown-up to explain it.',
    genre: 'kids',
    artEmblem: 'sun',
    artGround: 'rays',
  },
  {
    slug: 'lekgotla',
    title: 'Lekgotla',
    tagline: 'Pull up a chair. Everybody gets a turn to speak.',
    description:
      'The day’s news without the shouting, and conversations that are allowed to take their time. Somebody has put the kettle on, and the nurse, the grandmother and the taxi driver are all on the sofa.',
    genre: 'talk',
    artEmblem: 'tree',
    artGround: 'rings',
  },
  {
    slug: 'tumelo',
    title: 'Tumelo',
    tagline: 'Sunday clothes, quiet minutes and songs that carry.',
    description:
      'Sermons from small pulpits, praise with the windows open, and neighbours of every faith who tell what they hold on to. Come as you are; somebody has kept you a seat.',
    genre: 'gospel',
    artEmblem: 'star',
    artGround: 'rays',
  },
  {
    slug: 'pfunzo',
    title: 'Pfunzo',
    tagline: 'The teacher you wish you had, as often as you need her.',
    description:
      'Short lessons by people who love what they teach: fractions with vetkoek, electricity with a torch, a tongue-twister in every language. For exams, for work, or because you always wondered.',
    genre: 'learning',
    artEmblem: 'lamp',
    artGround: 'print',
  },
] as const satisfies readonly (Omit<ChannelInput, 'position' | 'published'> & {
  genre: DemoGenre;
})[];

export type DemoChannel = (typeof CHANNELS)[number]['slug'];

export const DEMO_CHANNELS: readonly ChannelInput[] = CHANNELS.map((channel, position) => ({
  ...channel,
  published: true,
  position,
}));

type CategoryRow = readonly [
  slug: string,
  title: string,
  tagline: string,
  genre: DemoGenre,
  emblem: string,
  ground: string,
];

const CATEGORIES = {
  ekhaya: [
    [
      'family',
      'Family ties',
      'Blood, in-laws, and who gets the big room.',
      'drama',
      'house',
      'blanket',
    ],
    [
      'secrets',
      'Secrets and crimes',
      'Somebody on this street knows more than they say.',
      'crime',
      'eye',
      'rings',
    ],
    [
      'hearts',
      'Matters of the heart',
      'Lobola, long distance, and the one that nearly got away.',
      'romance',
      'heart',
      'diamonds',
    ],
    [
      'after-dark',
      'After dark',
      'Lock the gate first. Then press play.',
      'thriller',
      'mask',
      'gables',
    ],
    [
      'long-ago',
      'Long ago',
      'What our great-grandmothers could have told us.',
      'history',
      'shield',
      'print',
    ],
    [
      'short-films',
      'Short and true',
      'Whole lives in the time that it takes to boil mielies.',
      'drama',
      'lamp',
      'hills',
    ],
  ],
  skhaftin: [
    ['laughs', 'Laughs', 'Jokes with extra atchar.', 'comedy', 'taxi', 'rays'],
    ['stand-up', 'On the mic', 'One person, one light, no excuses.', 'comedy', 'radio', 'chevrons'],
    [
      'pots-and-people',
      'Pots and people',
      'Where it smells good, somebody is telling a story.',
      'food',
      'pot',
      'diamonds',
    ],
    [
      'home-cooks',
      'Home cooks',
      'No chef’s hats. Plenty of second helpings.',
      'food',
      'sun',
      'print',
    ],
    [
      'side-hustles',
      'Side hustles',
      'By day a job, by night a plan.',
      'reality',
      'street',
      'blanket',
    ],
    [
      'fix-and-grow',
      'Fix it, wear it, grow it',
      'Old curtains, bare yards, and what can be done about them.',
      'lifestyle',
      'protea',
      'hills',
    ],
  ],
  ngoma: [
    [
      'new-sounds',
      'New sounds',
      'Hear it here before your cousin plays it to death.',
      'music',
      'record',
      'chevrons',
    ],
    [
      'choirs',
      'Choirs',
      'Four parts, two rows, one very strict conductor.',
      'gospel',
      'star',
      'rays',
    ],
    [
      'sessions',
      'Live in the yard',
      'A rug, a cable from the kitchen, and the whole band.',
      'music',
      'tree',
      'rings',
    ],
    [
      'dance-floor',
      'Dance floor',
      'Steps from the street, taught by those who made them up.',
      'music',
      'queen',
      'diamonds',
    ],
    [
      'jazz-and-strings',
      'Jazz and strings',
      'Late horns, slow fingers, and a teacher’s old violin.',
      'music',
      'lamp',
      'blanket',
    ],
    [
      'behind-the-song',
      'Behind the song',
      'Who wrote it, for whom, and what it cost.',
      'documentary',
      'radio',
      'print',
    ],
  ],
  'veld-en-see': [
    [
      'wild',
      'Wild places',
      'Sit still long enough and everything comes out.',
      'nature',
      'mountain',
      'hills',
    ],
    [
      'sea-and-shore',
      'Sea and shore',
      'Two oceans, and people who read both.',
      'nature',
      'sun',
      'rings',
    ],
    [
      'farm-and-field',
      'Farm and field',
      'Rain gauges, cattle and a great deal of hope.',
      'documentary',
      'bull',
      'blanket',
    ],
    [
      'long-roads',
      'Long roads',
      'Padkos is packed. We are not in a hurry.',
      'lifestyle',
      'taxi',
      'chevrons',
    ],
    [
      'saturday',
      'Saturday sport',
      'Dust, whistles, oranges at half-time.',
      'sport',
      'ball',
      'chevrons',
    ],
    ['champions', 'Unlikely champions', 'Nobody had put money on them.', 'sport', 'shield', 'rays'],
  ],
  khanya: [
    ['stories', 'Stories', 'Once upon a time, in eleven languages.', 'kids', 'tree', 'rays'],
    ['sing-along', 'Sing along', 'Clap, stamp, and wake up the dog.', 'kids', 'sun', 'rings'],
    [
      'make-and-try',
      'Make and try',
      'Glue, cardboard and something from the recycling.',
      'kids',
      'house',
      'diamonds',
    ],
    [
      'animal-friends',
      'Animal friends',
      'Tails, trunks and very good manners.',
      'nature',
      'bull',
      'hills',
    ],
    [
      'why-why-why',
      'Why? Why? Why?',
      'Questions from the back seat, answered at last.',
      'learning',
      'eye',
      'print',
    ],
    [
      'before-bed',
      'Before bed',
      'Soft voices, low lights, one last story.',
      'kids',
      'star',
      'gables',
    ],
  ],
  lekgotla: [
    ['morning-tea', 'Morning tea', 'The news, once the kettle has boiled.', 'talk', 'pot', 'rays'],
    [
      'the-long-sofa',
      'The long sofa',
      'Guests stay as long as the biscuits last.',
      'talk',
      'house',
      'print',
    ],
    [
      'rands-and-sense',
      'Rands and sense',
      'Money, without anybody making you feel small.',
      'learning',
      'street',
      'chevrons',
    ],
    [
      'ask-the-sister',
      'Ask the sister',
      'Your body, your head, and a nurse who has heard it all.',
      'lifestyle',
      'heart',
      'rings',
    ],
    [
      'good-news',
      'Good news',
      'It happened, it is true, and it went well.',
      'documentary',
      'sun',
      'blanket',
    ],
    [
      'real-lives',
      'Real lives',
      'An hour in somebody else’s shoes.',
      'documentary',
      'eye',
      'hills',
    ],
  ],
  tumelo: [
    [
      'sunday-word',
      'Sunday word',
      'Short sermons that stay until Thursday.',
      'gospel',
      'lamp',
      'rays',
    ],
    ['praise', 'Praise', 'Tambourines ready. Neighbours warned.', 'gospel', 'star', 'rings'],
    [
      'testimonies',
      'What carried me',
      'People who came through, and how.',
      'documentary',
      'heart',
      'hills',
    ],
    [
      'quiet-minutes',
      'Five quiet minutes',
      'Before the phone, before the porridge, before the world.',
      'gospel',
      'sun',
      'hills',
    ],
    [
      'many-paths',
      'Many paths',
      'Mosque, temple, mountain, kraal: neighbours show us theirs.',
      'documentary',
      'mountain',
      'gables',
    ],
  ],
  pfunzo: [
    [
      'maths',
      'Maths without tears',
      'It was never you. It was how they said it.',
      'learning',
      'shield',
      'diamonds',
    ],
    [
      'science',
      'Try it at home',
      'Experiments that use what is under the sink.',
      'learning',
      'lamp',
      'chevrons',
    ],
    [
      'languages',
      'Say it in eleven',
      'Clicks, tones and how to greet anybody’s mother.',
      'learning',
      'mask',
      'rings',
    ],
    [
      'how-we-got-here',
      'How we got here',
      'History with names, faces and receipts.',
      'history',
      'eye',
      'blanket',
    ],
    [
      'with-your-hands',
      'With your hands',
      'Trades and crafts, from the first cut to the last coat.',
      'lifestyle',
      'protea',
      'print',
    ],
    [
      'first-payslip',
      'First payslip',
      'The CV, the interview, and what all those deductions are.',
      'learning',
      'street',
      'rays',
    ],
  ],
} as const satisfies Record<DemoChannel, readonly CategoryRow[]>;

/** A category's place: `ekhaya/family`. */
export type DemoCategory = {
  [Channel in DemoChannel]: `${Channel}/${(typeof CATEGORIES)[Channel][number][0]}`;
}[DemoChannel];

export const DEMO_CATEGORIES: readonly CategoryInput[] = Object.entries<readonly CategoryRow[]>(
  CATEGORIES,
).flatMap(([channel, rows]) =>
  rows.map(([slug, title, tagline, genre, artEmblem, artGround], position) => {
    return {
      channel,
      slug,
      title,
      tagline,
      genre,
      artEmblem,
      artGround,
      position,
      published: true,
    };
  }),
);
