import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import { databaseTarget } from '../apps/server/src/import/database-target.ts';
import { inOrder } from '../apps/server/src/import/import-row.ts';
import { runImport } from '../apps/server/src/import/run-import.ts';
import {
  migrate,
  openPglite,
  openPostgres,
} from '../apps/server/src/platform/database/database.ts';

const USAGE = `usage: npm run bench:import -- [options]

Imports a generated catalogue into an empty database, in memory or at TEST_DATABASE_URL, and imports
it again. Target: 100,000 titles in ten minutes.
  --titles N   how many titles there are (100000)`;

const { values } = parseArgs({
  options: {
    titles: { type: 'string', default: '100000' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) console.log(USAGE);
else await measure(Number(values.titles));

async function measure(titles: number): Promise<void> {
  const url = process.env.TEST_DATABASE_URL;
  const open = url ? await openPostgres(url, { connections: 4 }) : await openPglite(undefined);
  try {
    await migrate(open);
    // No row of the generated catalogue names an uploaded picture.
    const files = { read: async () => undefined };
    const target = await databaseTarget(open, { dataDir: '' }, files);
    const rows = catalogueOf(titles);
    for (const run of ['first', 'again']) {
      const began = performance.now();
      const { created, unchanged } = await runImport({ rows, target });
      const seconds = (performance.now() - began) / 1000;
      const rate = Math.round(rows.length / seconds);
      console.log(
        `${run}: ${seconds.toFixed(1)} s, ${rate} rows/s (${created} created, ${unchanged} unchanged, ${url ? 'PostgreSQL' : 'PGlite'})`,
      );
    }
  } finally {
    await open.close();
  }
}

/** Ten genres, forty channels with six categories each, people, and titles: a tenth are shows. */
function catalogueOf(titles: number): ImportRow[] {
  const range = (length: number) => Array.from({ length }, (_, at) => at);
  const shown = { published: true };
  const place = { tagline: 'A place.', ...shown };
  const rows: Record<string, unknown>[] = [
    ...range(10).map((n) => ({ kind: 'genre', slug: `genre-${n}`, title: `Genre ${n}` })),
    ...range(titles / 20).map((n) => {
      return { kind: 'person', key: `p-${n}`, slug: `person-${n}`, name: `Person ${n}` };
    }),
    ...range(40).map((n) => ({
      kind: 'channel',
      key: `c-${n}`,
      slug: `channel-${n}`,
      title: `Channel ${n}`,
      description: 'Stories.',
      genre: `genre-${n % 10}`,
      ...place,
    })),
    ...range(240).map((n) => ({
      kind: 'category',
      channel: `c-${n % 40}`,
      slug: `category-${n}`,
      title: `Category ${n}`,
      genre: `genre-${n % 10}`,
      ...place,
    })),
  ];
  for (const n of range(titles)) {
    const isShow = n % 10 === 0;
    rows.push({
      kind: isShow ? 'show' : 'video',
      key: `t-${n}`,
      slug: `title-${n}`,
      title: `Story ${n} of ${n % 997}`,
      synopsis: 'What happens on one evening in one street.',
      description: 'A lamp, a window, and a street in which everybody knows everybody. '.repeat(4),
      year: 2000 + (n % 27),
      ratingAge: 'PG',
      ratingAdvice: ['L'],
      languages: ['zu', 'en'],
      genre: `genre-${n % 10}`,
      channel: `c-${n % 40}`,
      category: `category-${n % 40}`,
      credits: [
        { person: `p-${n % (titles / 20)}`, role: 'cast', character: 'Gogo' },
        { person: `p-${(n * 7 + 1) % (titles / 20)}`, role: 'director' },
      ],
      ...shown,
    });
    if (!isShow) continue;
    rows.push({ kind: 'season', show: `t-${n}`, ordinal: 1, ...shown });
    rows.push({
      kind: 'episode',
      key: `e-${n}`,
      show: `t-${n}`,
      season: 1,
      ordinal: 1,
      slug: `episode-${n}`,
      title: `Part ${n}`,
      synopsis: 'The first part.',
      description: 'The first part.',
      ...shown,
    });
  }
  return inOrder(rows.map((row, at) => ({ place: `row ${at}`, row: row as ImportRow['row'] })));
}
