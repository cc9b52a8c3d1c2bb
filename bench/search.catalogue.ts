import { seededRandom } from '@bonisa/artwork/seeded-random';
import type pg from 'pg';
import { capital, makePeople, makeVocabularies, wordOf } from './search.words.ts';

/**
 * A large catalogue, generated from a seed and written straight into the tables, because the import
 * is not measured here.
 */

const GENRES = [
  'Drama',
  'Comedy',
  'Nature',
  'Music',
  'Sport',
  'History',
  'Children',
  'Cooking',
  'Travel',
  'Faith',
  'Crime',
  'Romance',
];
const CHANNELS = 40;
const CATEGORIES_A_CHANNEL = 6;
/** Every tenth title is a show with this many episodes. */
const SHOW_EVERY = 10;
const EPISODES = 3;
const CHUNK = 5000;
const ASSET = '01890000-0000-7000-8000-000000000001';

export interface GeneratedCatalogue {
  readonly titles: readonly { readonly id: number; readonly title: string }[];
  readonly people: readonly string[];
}

/**
 * Fills an empty database with `count` titles and one person for every twenty. Returns the data for
 * the queries.
 */
export async function makeCatalogue(
  pool: pg.Pool,
  { count, seed, now }: { count: number; seed: string; now: Date },
): Promise<GeneratedCatalogue> {
  const random = seededRandom(seed);
  const vocabularies = makeVocabularies(seed);
  const people = makePeople(vocabularies, Math.ceil(count / 20), random);
  const sentence = (words: number): string =>
    Array.from({ length: words }, () => wordOf(random.pick(vocabularies), random)).join(' ');
  const at = `'${now.toISOString()}'::timestamptz`;
  const insert = async (
    rows: readonly object[],
    statement: (records: string) => string,
  ): Promise<void> => {
    for (let from = 0; from < rows.length; from += CHUNK) {
      await pool.query(statement('jsonb_to_recordset($1::jsonb)'), [
        JSON.stringify(rows.slice(from, from + CHUNK)),
      ]);
    }
  };

  await pool.query(`insert into catalogue_assets (id, duration_ms, renditions, captions, ready_at)
    values ('${ASSET}', 60000, '[{"height": 360, "bytes": 4000000}]', '{en}', ${at})`);
  await insert(
    GENRES.map((title) => ({ slug: title.toLowerCase(), title })),
    (rows) =>
      `insert into genres (slug, title, position) select slug, title, 0 from ${rows} as r(slug text, title text)`,
  );
  const place = { accent: '#ff6a3d', thumbhash: 'AAAA', published: true, position: 0 };
  const art = `accent, thumbhash, published, position, created_at, updated_at`;
  const artColumns = `accent text, thumbhash text, published bool, position int`;
  const channels = Array.from({ length: CHANNELS }, (_, n) => ({
    ...place,
    slug: `channel-${n}`,
    title: capital(sentence(2)),
    genre_id: 1 + (n % GENRES.length),
  }));
  await insert(
    channels,
    (rows) => `insert into channels (slug, title, tagline, description, genre_id, ${art})
      select slug, title, title, title, genre_id, accent, thumbhash, published, position, ${at}, ${at} from ${rows} as r(slug text, title text, genre_id int, ${artColumns})`,
  );
  const categories = channels.flatMap((_, n) =>
    Array.from({ length: CATEGORIES_A_CHANNEL }, (__, m) => ({
      ...place,
      slug: `category-${m}`,
      title: capital(sentence(1)),
      channel_id: n + 1,
    })),
  );
  await insert(
    categories,
    (rows) => `insert into categories (channel_id, slug, title, tagline, genre_id, ${art})
      select channel_id, slug, title, title, 1, accent, thumbhash, published, position, ${at}, ${at} from ${rows} as r(channel_id int, slug text, title text, ${artColumns})`,
  );
  await insert(
    people.map((name, n) => ({ slug: `person-${n}`, name })),
    (rows) =>
      `insert into people (slug, name, created_at, updated_at) select slug, name, ${at}, ${at} from ${rows} as r(slug text, name text)`,
  );

  const titles = Array.from({ length: count }, (_, n) => {
    const vocabulary = random.pick(vocabularies);
    const words = Array.from({ length: random.between(1, 4) }, () => wordOf(vocabulary, random));
    const channel = random.between(0, CHANNELS - 1);
    const isShow = n % SHOW_EVERY === 0;
    return {
      ...place,
      id: n + 1,
      kind: isShow ? 'show' : 'video',
      slug: `title-${n}`,
      title: capital(words.join(' ')),
      synopsis: sentence(12),
      description: sentence(40),
      languages: [vocabulary.language],
      genre_id: random.between(1, GENRES.length),
      channel_id: channel + 1,
      category_id: channel * CATEGORIES_A_CHANNEL + random.between(1, CATEGORIES_A_CHANNEL),
      asset_id: isShow ? null : ASSET,
    };
  });
  await insert(
    titles,
    (
      rows,
    ) => `insert into titles (id, kind, slug, title, synopsis, description, year, rating_age, rating_advice, languages, genre_id, channel_id, category_id, asset_id, ${art})
      overriding system value
      select id, kind, slug, title, synopsis, description, 2026, 'PG', '{}', languages, genre_id, channel_id, category_id, asset_id, accent, thumbhash, published, position, ${at}, ${at}
      from ${rows} as r(id int, kind text, slug text, title text, synopsis text, description text, languages text[], genre_id int, channel_id int, category_id int, asset_id uuid, ${artColumns})`,
  );
  await insert(
    titles.flatMap(({ id }) => {
      const cast = new Set(
        Array.from({ length: random.between(1, 4) }, () => random.between(1, people.length)),
      );
      return [...cast].map((person_id, position) => ({ title_id: id, person_id, position }));
    }),
    (rows) => `insert into credits (title_id, person_id, role, position)
      select title_id, person_id, 'cast', position from ${rows} as r(title_id int, person_id int, position int)`,
  );
  await pool.query(`insert into seasons (show_id, ordinal, published, created_at, updated_at)
    select id, 1, true, ${at}, ${at} from titles where kind = 'show' order by id`);
  const seasons = (await pool.query<{ id: number }>('select id from seasons')).rows;
  await insert(
    seasons.flatMap(({ id }) =>
      Array.from({ length: EPISODES }, (_, n) => ({
        season_id: id,
        ordinal: n + 1,
        title: capital(sentence(2)),
        synopsis: sentence(10),
      })),
    ),
    (
      rows,
    ) => `insert into episodes (season_id, ordinal, slug, title, synopsis, description, asset_id, thumbhash, published, created_at, updated_at)
      select season_id, ordinal, 'episode-' || season_id || '-' || ordinal, title, synopsis, synopsis, '${ASSET}'::uuid, 'AAAA', true, ${at}, ${at}
      from ${rows} as r(season_id int, ordinal int, title text, synopsis text)`,
  );
  return { titles: titles.map(({ id, title }) => ({ id, title })), people };
}

/** The data for the queries of a catalogue that {@link makeCatalogue} has written. */
export async function readCatalogue(pool: pg.Pool): Promise<GeneratedCatalogue> {
  const titles = await pool.query<{ id: number; title: string }>(
    'select id, title from titles order by id',
  );
  const people = await pool.query<{ name: string }>('select name from people order by id');
  return { titles: titles.rows, people: people.rows.map(({ name }) => name) };
}
