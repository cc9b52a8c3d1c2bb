import { readFile } from 'node:fs/promises';
import { seededRandom } from '@bonisa/artwork/seeded-random';
import { createReadingRepository } from '@bonisa/content/catalogue-reading.repository';
import { createCards } from '@bonisa/content/reading/cards.service';
import { ensureIndex } from '@bonisa/content/search/search-index';
import { systemClock } from '@bonisa/kit/clock/clock';
import {
  type Database,
  migrate,
  type OpenDatabase,
  openPostgres as openDatabase,
} from '@bonisa/kit/database/database';
import type pg from 'pg';
import { createSearchRepository } from '../server/content/src/search/search.repository.ts';
import { createSearch, type Search } from '../server/content/src/search/search.service.ts';
import { conclude, type Figure } from './goals.ts';
import { cpuOfTree, loadNow, machine } from './machine.ts';
import { openPostgres, SERVER_MEANING } from './postgres.ts';
import { readOptions, wholeOption } from './program.ts';
import { type GeneratedCatalogue, makeCatalogue, readCatalogue } from './search.catalogue.ts';
import { SORTS } from './search.queries.ts';
import { percentile, shown } from './statistics.ts';
import { table } from './table.ts';

/** Over all searches of one client, in milliseconds. */
const MAX_P95_MS = 30;
/** Issue 'Honest speed', section 2: with 50 clients. */
const MAX_P99_AT_ONCE_MS = 20;
/** The share of misspelt names that must still be found. */
const TARGET_CORRECTED = 0.9;
const SEED = 'bonisa search';

const { values: options, say } = readOptions({
  name: 'search',
  about: `Measures searching, on a PostgreSQL server of this machine. Wanted: a p95 of at most ${MAX_P95_MS} ms
for one client, a p99 of at most ${MAX_P99_AT_ONCE_MS} ms for many.`,
  options: {
    'database-url': { type: 'string' },
    filled: { type: 'string' },
    titles: { type: 'string', default: '100000' },
    queries: { type: 'string', default: '200' },
    'at-once': { type: 'string', default: '50' },
  },
  meanings: {
    '--database-url URL': SERVER_MEANING,
    '--filled URL': 'a database that is kept; the first run fills it',
    '--titles N': 'how many titles there are (100000)',
    '--queries N': 'queries of each sort (200)',
    '--at-once N': 'clients that search at the same time, after the single one (50)',
  },
});

await main();

interface SearchTimes {
  readonly name: string;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** The share of queries that found the intended title; `undefined` where none is intended. */
  readonly found?: number | undefined;
}

async function main(): Promise<void> {
  if (options.filled !== undefined) return await measureOn(options.filled);
  const server = await openPostgres(options['database-url']);
  if (!server) throw new Error('No PostgreSQL server here: give one with --database-url.');
  try {
    await measureOn(await server.createDatabase('search'));
  } finally {
    await server.stop();
  }
}

/** Measures on a database, which is filled first if it is empty. */
async function measureOn(url: string): Promise<void> {
  // As many as a process has in production.
  const open = await openDatabase(url, { connections: 15 });
  try {
    const { db, pool } = open;
    if (!pool) throw new Error('a server has a pool');
    await migrate(open);
    const server = await serverOf(pool);
    const kept = await readCatalogue(pool);
    const { made, indexSeconds } =
      kept.titles.length > 0 ? { made: kept, indexSeconds: undefined } : await fill(open);
    const { searches, beside, crowd } = await measureAll(db, pool, made, {
      queries: wholeOption('queries', options.queries),
      atOnce: wholeOption('at-once', options['at-once']),
      cpuNow: () => [cpuOfTree(process.pid) ?? 0, cpuOfTree(server.pid) ?? 0],
    });
    const about = {
      machine: machine(),
      postgres: server.version,
      titles: made.titles.length,
      indexSeconds,
      load: loadNow(),
    };
    say(report(about, searches, beside));
    say(crowdInWords(crowd));
    const figures = [...figuresAsked(searches, beside), figureOfCrowd(crowd)];
    conclude(options, figures, { ...about, searches, beside, crowd });
  } finally {
    await open.close();
  }
}

/** The version of a server of this machine, and its first process. */
async function serverOf(pool: pg.Pool): Promise<{ version: string; pid: number }> {
  const { rows } = await pool.query<{ version: string; backend: number }>(
    `select current_setting('server_version') as version, pg_backend_pid() as backend`,
  );
  const { version = 'unknown', backend = 0 } = rows[0] ?? {};
  const status = await readFile(`/proc/${backend}/status`, 'utf8');
  return { version, pid: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) };
}

async function fill(open: OpenDatabase) {
  const pool = open.pool as pg.Pool;
  const made = await makeCatalogue(pool, {
    count: wholeOption('titles', options.titles),
    seed: SEED,
    now: systemClock.now(),
  });
  await pool.query('analyze');
  const began = performance.now();
  await ensureIndex(open.long);
  const indexSeconds = (performance.now() - began) / 1000;
  await pool.query('vacuum analyze');
  return { made, indexSeconds };
}

async function measureAll(
  db: Database,
  pool: pg.Pool,
  made: GeneratedCatalogue,
  { queries, atOnce, cpuNow }: CrowdPlan & { readonly queries: number },
): Promise<{ searches: SearchTimes[]; beside: SearchTimes[]; crowd: Crowd }> {
  const { cardsOf } = createCards({ reading: createReadingRepository(db) });
  const search = createSearch({
    repository: createSearchRepository(db),
    cardsOf,
    liveChannels: async () => [],
    clock: systemClock,
  });
  const random = seededRandom(`${SEED} queries`);
  const searches: SearchTimes[] = [];
  const all: number[] = [];
  const texts: string[][] = [];
  for (const { name, make } of SORTS) {
    const asked = Array.from({ length: queries }, () => make(random, made));
    // Warm-up, so that the server has prepared the statements.
    for (const { text } of asked.slice(0, 10)) await search.find({ text });
    const { times, found } = await ask(search, asked);
    all.push(...times);
    texts.push(asked.map(({ text }) => text));
    searches.push(figuresOf(name, times, found));
  }
  searches.push(figuresOf('all searches', all));
  // One of each sort in turn.
  const mixed = Array.from({ length: queries }, (_, place) =>
    texts.flatMap((sort) => sort[place] ?? []),
  ).flat();
  const find = (text: string) => search.find({ text });
  const crowd = await measureCrowd(mixed, find, { atOnce, cpuNow });
  const typing = Array.from({ length: queries }, () => {
    const { title } = random.pick(made.titles);
    return title.slice(0, random.between(1, title.length));
  });
  searches.push(
    figuresOf('suggestions while typing', await timesOf(typing, (text) => search.suggest(text))),
  );

  const some = Array.from({ length: Math.min(queries, 100) }, () => random.pick(made.titles));
  const byKey = ({ id }: { id: number }) => pool.query('select * from titles where id = $1', [id]);
  const naive = ({ title }: { title: string }) =>
    pool.query(
      'select id from titles where title ilike $1 or synopsis ilike $1 order by title limit 20',
      [`%${title}%`],
    );
  const beside = [
    figuresOf('one row of titles by its key', await timesOf(some, byKey)),
    figuresOf("title or synopsis ilike '%…%', no index", await timesOf(some.slice(0, 30), naive)),
  ];
  return { searches, beside, crowd };
}

interface CrowdPlan {
  readonly atOnce: number;
  /** Milliseconds of processor time so far: of this process, and of the database. */
  readonly cpuNow: () => readonly [number, number];
}

/** Many clients, each of which searches again as soon as it is answered. */
interface Crowd extends SearchTimes {
  readonly atOnce: number;
  readonly perSecond: number;
  /** Milliseconds of processor time of a search: of this process, and of the database. */
  readonly cpu: readonly [number, number];
}

async function measureCrowd(
  texts: readonly string[],
  find: (text: string) => Promise<unknown>,
  { atOnce, cpuNow }: CrowdPlan,
): Promise<Crowd> {
  const left = texts.values();
  const times: number[] = [];
  const [before, began] = [cpuNow(), performance.now()];
  const client = async (): Promise<void> => {
    times.push(...(await timesOf(left, find)));
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  const seconds = (performance.now() - began) / 1000;
  const [own, database] = cpuNow();
  return {
    ...figuresOf('all searches, many at once', times),
    atOnce,
    perSecond: times.length / seconds,
    cpu: [(own - before[0]) / times.length, (database - before[1]) / times.length],
  };
}

/** What is asked of many clients, beside what they could get if the processors did nothing else. */
function figureOfCrowd({ name, p99, atOnce, cpu: [own, database] }: Crowd): Figure {
  const least = (atOnce * (own + database)) / machine().cores;
  return {
    ...{ name: `p99 of ${name}`, value: p99, unit: 'ms', goal: { atMost: MAX_P99_AT_ONCE_MS } },
    beside: { name: 'processor time of a search, times clients, by cores', value: least },
  };
}

function crowdInWords({ atOnce, perSecond, p50, p99, cpu: [own, database] }: Crowd): string {
  return `\n${atOnce} clients at once: ${shown(perSecond)} searches a second, p50 ${shown(p50)}, p99 ${shown(p99)} ms; processor time of a search ${shown(own)} ms of the process and ${shown(database)} of the database`;
}

async function ask(
  search: Search,
  asked: readonly { text: string; meant?: string }[],
): Promise<{ times: number[]; found?: number | undefined }> {
  let found = 0;
  const sure = asked.filter(({ meant }) => meant !== undefined).length;
  const times = await timesOf(asked, async ({ text, meant }) => {
    const { results } = await search.find({ text });
    if (
      meant !== undefined &&
      results.some((card) => (card.kind === 'person' ? card.name : card.title) === meant)
    )
      found += 1;
  });
  return { times, found: sure === 0 ? undefined : found / sure };
}

/** One after the other: a single client. */
async function timesOf<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (const item of items) {
    const began = performance.now();
    await work(item);
    times.push(performance.now() - began);
  }
  return times;
}

function figuresOf(name: string, times: readonly number[], found?: number): SearchTimes {
  return {
    name,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    found,
  };
}

/** The target of all searches, and of each kind that means a title. */
function figuresAsked(searches: readonly SearchTimes[], [byKey]: readonly SearchTimes[]): Figure[] {
  const all = searches.find(({ name }) => name === 'all searches');
  return [
    {
      name: 'p95 of all searches',
      value: all?.p95 ?? Number.NaN,
      unit: 'ms',
      goal: { atMost: MAX_P95_MS },
      beside: { name: 'a row by its key', value: byKey?.p95 ?? Number.NaN },
    },
    ...searches.flatMap(({ name, found }): Figure[] =>
      found === undefined
        ? []
        : [
            {
              name: `found by ${name}`,
              value: found * 100,
              unit: '%',
              goal: { atLeast: TARGET_CORRECTED * 100 },
            },
          ],
    ),
  ];
}

function report(
  about: {
    machine: ReturnType<typeof machine>;
    postgres: string;
    titles: number;
    indexSeconds: number | undefined;
    load: number;
  },
  searches: readonly SearchTimes[],
  beside: readonly SearchTimes[],
): string {
  const { cores, processor, memoryGB, node, system } = about.machine;
  const { indexSeconds } = about;
  const indexed = indexSeconds === undefined ? '' : `, indexed in ${shown(indexSeconds)} s`;
  const row = ({ name, p50, p95, p99, found }: SearchTimes): string[] => [
    name,
    shown(p50),
    shown(p95),
    shown(p99),
    found === undefined ? '-' : `${shown(found * 100)} %`,
  ];
  return [
    `${cores} cores (${processor}), ${memoryGB} GB, ${system}, Node ${node}, PostgreSQL ${about.postgres}; load ${about.load}`,
    `${about.titles.toLocaleString('en-GB')} titles${indexed}; one client; times in milliseconds, cards included`,
    '',
    table(['searches', 'p50', 'p95', 'p99', 'found'], searches.map(row)),
    '',
    table(['beside it', 'p50', 'p95', 'p99', ''], beside.map(row)),
  ].join('\n');
}
