import type { ShelfInput, SlideInput } from '../catalogue/catalogue.input.ts';
import { DEMO_CATEGORIES, DEMO_CHANNELS, type DemoChannel } from './demo-frame.ts';
import { DEMO_SHOWS } from './demo-shows.ts';
import { DEMO_VIDEOS } from './demo-videos.ts';

/**
 * What an editor would have put out: shelves of the home page and of the channels, and the slides.
 */

type Format = ShelfInput['format'];
type ShelfRow = readonly [slug: string, title: string, format: Format, titles: string];

const HOME: readonly ShelfRow[] = [
  [
    'fresh-today',
    'Fresh today',
    'landscape',
    'rank-marshal umthunzi-womuthi isibane please-hold eighty-nine-kilometres bedroom-bassline kettle-first chess-on-crates dumisani-fm why-kganya lobola-by-instalment two-mothers-one-matric-dance',
  ],
  [
    'mzansi-drama',
    'Mzansi drama',
    'poster',
    'bohobe highveld-nights kwa-mathandi die-blou-hek isibane night-sister kobo-ya-ntate ndyangu karoo-cold-case umhlaba-wetfu sihlangu saturday-side',
  ],
  [
    'one-more-episode',
    'Just one more episode',
    'landscape',
    'night-sister amanzi-amnyama room-to-let studio-b four-farms-one-cloud umthunzi-womuthi two-doors-one-kitchen spoor pots-dont-lie eleven-oclock-stokvel',
  ],
  [
    'laugh-a-little',
    'Laugh a little',
    'poster',
    'malome-o-a-itse please-hold onalenna-soft-landing aunty-saros-function-hall rank-marshal die-buurtwag gershwin-vs-the-wind eleven-oclock-stokvel umakoti-uyagijima die-beste-rusie koko-says-hi',
  ],
  [
    'songs-and-sundays',
    'Songs and Sundays',
    'landscape',
    'ingoma-yecawa kwa-gogo-sessions amaphimbo mmino-wa-rona forty-nurses-singing yard-session-basadi-brass from-the-second-verse khwaere-ya-bosiu konsertina-kilometers ha-yimbelela',
  ],
  [
    'after-the-children',
    'When the children are asleep',
    'poster',
    'the-ninth-floor-is-closed number-seventeen isikhwama-esibomvu soutpan vusiku-bya-xigubu the-last-lift-club geen-ontvangs stage-six ntate-o-kae ngwana-wa-noka',
  ],
  [
    'something-on-the-stove',
    'Something on the stove',
    'landscape',
    'pots-dont-lie braai-brigade tin-fish-five-ways ouma-rina-se-spens dombolo-from-scratch the-three-legged-judge dijo-tsa-gae melktert-by-moonlight the-bunny-trail bread-line',
  ],
  [
    'under-a-big-sky',
    'Under a big sky',
    'poster',
    'inkunzi-emnyama spoor seliba-sa-pula thavha die-fynbos-fluister bird-number-four-hundred lwendo laagwater kelp-standing-up four-farms-one-cloud sardine-week',
  ],
  [
    'ten-minutes-of-heart',
    'Ten minutes and a lump in the throat',
    'landscape',
    'change-for-a-hundred two-sugars inkhanyeti the-library-in-the-bus-shelter pelo-ye-tshweu it-went-well grandpa-passed-matric what-was-left minutes-of-the-burial-society lights-on-at-ward-seven',
  ],
  [
    'dust-and-whistles',
    'Dust and whistles',
    'landscape',
    'the-long-throw ringside-at-sis-thandis netball-under-floodlights saturday-side berg-before-breakfast tape-ball-test the-last-bus-to-the-line die-tandem goalkeepers-union',
  ],
  [
    'small-people',
    'Small people',
    'poster',
    'under-the-marula noko-noko good-morning-mzansi ten-vetkoek-in-the-pan die-maanmuis nomvula-nemvula the-clapping-bus the-hen-who-had-a-meeting the-vet-is-in dung-beetle-ph-d thula-lwandle',
  ],
  [
    'learn-it-tonight',
    'Learn it tonight',
    'landscape',
    'the-vetkoek-formula x-is-only-a-taxi say-my-name-right weld-like-nomasonto history-with-receipts sign-with-lee-ann under-the-sink-science will-you-write-a-will door-sized-garden one-page-about-you',
  ],
];

const OF_CHANNEL: Readonly<Record<DemoChannel, readonly ShelfRow[]>> = {
  ekhaya: [
    [
      'ekhaya-kitchen-tables',
      'Said at the kitchen table',
      'poster',
      'isibane bohobe kobo-ya-ntate two-doors-one-kitchen the-big-room samoosa-season two-sugars',
    ],
    [
      'ekhaya-whodunnit',
      'Who did it?',
      'landscape',
      'amanzi-amnyama karoo-cold-case the-bookkeeper-of-biggarsberg soutpan isikhwama-esibomvu unyana-wolahleko ngwana-wa-noka',
    ],
  ],
  skhaftin: [
    [
      'skhaftin-lunch-break',
      'As long as a lunch break',
      'landscape',
      'rank-marshal please-hold mama-ka-everyone room-to-let rajesh-reads-the-manual spaza-queens phakathi-kwethu',
    ],
    [
      'skhaftin-payday',
      'Until payday',
      'poster',
      'tin-fish-five-ways first-salary queue-for-you boss-after-five the-kota-accountant nine-metres-square shweshwe-second-life',
    ],
  ],
  ngoma: [
    [
      'ngoma-yard',
      'Recorded in the yard',
      'landscape',
      'yard-session-fulufhelo kwa-gogo-sessions yard-session-the-uncles yard-session-umculo-kagogo yard-session-devan-unplugged yard-session-mieke-and-the-train',
    ],
    [
      'ngoma-on-your-feet',
      'On your feet',
      'poster',
      'eight-counts pantsula-at-platform-two gumboot-grammar konsertina-kilometers sokkie-saturday tshigombela-disco-ball',
    ],
    [
      'ngoma-late',
      'Late and low',
      'landscape',
      'late-at-the-lemon-tree blue-hour-in-gqeberha marabi-for-maria the-piano-on-the-stoep khwaere-ya-bosiu',
    ],
  ],
  'veld-en-see': [
    [
      'veld-salt-water',
      'Salt water',
      'landscape',
      'ulwandle-luyathetha laagwater kelp-standing-up the-penguin-ambulance sardine-week bergriver-bokkoms',
    ],
    [
      'veld-against-the-odds',
      'Against the odds',
      'poster',
      'the-long-throw eighty-nine-kilometres girls-of-the-long-jump-pit ringside-at-sis-thandis the-rowing-club-of-dry-dam die-tandem',
    ],
  ],
  khanya: [
    [
      'khanya-loud',
      'Loud, please',
      'landscape',
      'the-clapping-bus ten-vetkoek-in-the-pan wash-your-hands-hippo the-hooter-song dumelang-dikgomo good-morning-mzansi',
    ],
    [
      'khanya-soft',
      'Soft, please',
      'poster',
      'die-maanmuis thula-lwandle ngwedis-blanket die-slaaptrein who-switches-off-jozi ndlopfu-remembers',
    ],
  ],
  lekgotla: [
    [
      'lekgotla-more-tea',
      'Is there more tea?',
      'landscape',
      'kettle-first five-gogos-one-question room-for-one-more men-who-plait dipuisano-tsa-hoseng the-translators-sofa',
    ],
    [
      'lekgotla-true',
      'True, every word',
      'poster',
      'the-shift crane-number-four the-woman-who-draws-graves from-hargeisa-to-bellville it-went-well the-river-came-back',
    ],
  ],
  tumelo: [
    [
      'tumelo-loud-hallelujah',
      'Hallelujah, louder',
      'landscape',
      'from-the-second-verse tambourine-tuesday hallelujah-in-the-rain lofsang-op-die-stoep ha-yimbelela',
    ],
    [
      'tumelo-stillness',
      'When you need stillness',
      'poster',
      'one-candle before-the-porridge stilte-by-die-dam night-shift-psalm die-lee-stoel',
    ],
  ],
  pfunzo: [
    [
      'pfunzo-exam',
      'The exam is on Monday',
      'landscape',
      'the-vetkoek-formula x-is-only-a-taxi percentages-or-who-took-my-twenty a-torch-explains-electricity trigonometry-on-the-roof under-the-sink-science',
    ],
    [
      'pfunzo-saturday-job',
      'A job for Saturday',
      'poster',
      'measure-twice paint-a-house-in-one-saturday the-hem-that-holds weld-like-nomasonto grass-knot-basket',
    ],
  ],
};

/**
 * A channel's first shelf: from every category the first show and the first video, so that nobody
 * misses what there is.
 */
function startWith(channel: string, title: string): Omit<ShelfInput, 'position' | 'published'> {
  const first = DEMO_CATEGORIES.filter((category) => category.channel === channel).flatMap(
    ({ slug }) =>
      [DEMO_SHOWS, DEMO_VIDEOS].flatMap(
        (titles) =>
          titles.find((one) => one.channel === channel && one.category === slug)?.slug ?? [],
      ),
  );
  return {
    slug: `start-with-${channel}`,
    title: `Start with ${title}`,
    format: 'landscape',
    channel,
    titles: first,
  };
}

const shelf = ([slug, title, format, titles]: ShelfRow): Omit<
  ShelfInput,
  'position' | 'published'
> => {
  return { slug, title, format, titles: titles.split(' ') };
};

export const DEMO_SHELVES: readonly ShelfInput[] = [
  ...HOME.map(shelf),
  ...DEMO_CHANNELS.flatMap(({ slug, title }) => [
    startWith(slug, title),
    ...OF_CHANNEL[slug as DemoChannel].map((row) => ({ ...shelf(row), channel: slug })),
  ]),
].map((one, position) => ({ ...one, position, published: true }));

export const DEMO_SLIDES: readonly SlideInput[] = [
  ['isibane', 'New drama · isiZulu'],
  ['please-hold', 'Comedy series · two seasons'],
  ['inkunzi-emnyama', 'Documentary · isiZulu'],
  ['night-sister', 'Three seasons of nights'],
  ['karoo-cold-case', 'Crime · Afrikaans'],
  ['amaphimbo', 'Choirs · isiXhosa'],
].map(([title = '', eyebrow = ''], position) => ({ title, eyebrow, position, published: true }));
