import { parseArgs } from 'node:util';
import pg from 'pg';
import { loadNow, machine } from './machine.ts';
import { openPostgres } from './postgres.ts';
import { shown } from './statistics.ts';
import { table } from './table.ts';

const USAGE = `usage: npm run bench:partitions -- [options]

Measures what a month costs to write, to find and to purge, in one table and in a table that is
partitioned by month.
  --rows N             rows in a month, of which there are four (1000000)
  --database-url URL   a PostgreSQL server; without it one is made for this run`;

const MONTHS = ['2026-08', '2026-09', '2026-10', '2026-11', '2026-12'] as const;
const SLICE = 5000;
/** The columns of `playback_log` (`telemetry.tables.ts`). */
const COLUMNS = `id bigint not null, uuid uuid not null, video text not null, status text not null,
  duration double precision, paused_at double precision, finished_at double precision,
  subscriber_id bigint, platform text, site_version text, country text, locale text,
  at timestamptz not null`;

interface Measured {
  readonly seconds: number;
  readonly walMB: number;
}

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      'database-url': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const server = await openPostgres(values['database-url']);
  if (!server) throw new Error('No PostgreSQL server here: give one with --database-url.');
  const client = new pg.Client({ connectionString: await server.createDatabase('partitions') });
  try {
    await client.connect();
    const rows = Number(values.rows);
    const plain = await measure(client, 'plain', rows);
    const parted = await measure(client, 'parted', rows);
    const names = Object.keys(plain) as (keyof typeof plain)[];
    console.log(
      table(
        ['what', 'one table', 'by month'],
        names.map((name) => [name, plain[name] ?? '', parted[name] ?? '']),
      ),
    );
    console.log(JSON.stringify({ ...machine(), load: loadNow(), rows, postgres: server.version }));
  } finally {
    await client.end();
    await server.stop();
  }
}

async function measure(client: pg.Client, name: 'plain' | 'parted', rows: number) {
  const by = name === 'parted' ? ' partition by range (at)' : '';
  await client.query(`create table ${name} (${COLUMNS})${by}`);
  for (const columns of ['uuid, id', 'subscriber_id, id', 'at'])
    await client.query(`create index on ${name} (${columns})`);
  const spans = MONTHS.slice(0, -1).map((month, place) => [month, MONTHS[place + 1]] as const);
  if (name === 'parted')
    for (const [from, to] of spans)
      await client.query(
        `create table parted_${from.replace('-', '_')} partition of parted for values from ('${from}-01') to ('${to}-01')`,
      );
  const written: Measured[] = [];
  for (const [month] of spans)
    written.push(
      await timed(client, () =>
        client.query(fill(name), [`${month}-01`, rows]).then(() => undefined),
      ),
    );
  await client.query(`vacuum analyze ${name}`);
  const before = await sizeOf(client, name);
  const found = await explained(
    client,
    `select * from ${name} where subscriber_id = 77 order by id desc limit 50`,
  );
  const purged = await timed(client, () => purge(client, name));
  const vacuumed = await timed(client, () => client.query(`vacuum ${name}`).then(() => undefined));
  const last = written.at(-1) as Measured;
  return {
    'first month written, s': shown(written[0]?.seconds ?? 0),
    'fourth month written, s': shown(last.seconds),
    'its WAL, MB': shown(last.walMB),
    'four months with indexes, MB': shown(before / 1e6),
    'the newest 50 of a subscriber, ms': shown(found),
    'the oldest month purged, s': shown(purged.seconds),
    'its WAL while purged, MB': shown(purged.walMB + vacuumed.walMB),
    'vacuum afterwards, s': shown(vacuumed.seconds),
    'size afterwards, MB': shown((await sizeOf(client, name)) / 1e6),
  };
}

/** A month of entries in the order of time, of subscribers and players in no order. */
function fill(name: string): string {
  return `insert into ${name}
    select (extract(epoch from $1::timestamptz) * 1000)::bigint * 1000 + n, gen_random_uuid(), 'a-title-' || n % 5000,
      case n % 3 when 0 then 'started' when 1 then 'paused' else 'finished' end, 600, n % 600, null,
      (random() * 1000000)::bigint, 'web-mobile', '1.7', 'South Africa', 'za',
      $1::timestamptz + n * (interval '28 days' / $2::bigint)
    from generate_series(1::bigint, $2::bigint) n`;
}

async function purge(client: pg.Client, name: 'plain' | 'parted'): Promise<void> {
  if (name === 'parted') {
    await client.query('drop table parted_2026_08');
    return;
  }
  for (let gone = SLICE; gone === SLICE; ) {
    // As `purgeRows` does it.
    const { rowCount } = await client.query(
      `delete from plain where ctid = any(array(select ctid from plain where at < '2026-09-01' limit ${SLICE}))`,
    );
    gone = rowCount ?? 0;
  }
}

async function timed(client: pg.Client, work: () => Promise<void>): Promise<Measured> {
  const walNow = async (): Promise<number> =>
    Number(
      (await client.query("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as at"))
        .rows[0].at,
    );
  await client.query('checkpoint');
  const [wal, began] = [await walNow(), performance.now()];
  await work();
  const seconds = (performance.now() - began) / 1000;
  return { seconds, walMB: ((await walNow()) - wal) / 1e6 };
}

/** Milliseconds of a statement that was run before. */
async function explained(client: pg.Client, statement: string): Promise<number> {
  await client.query(statement);
  const { rows } = await client.query(`explain (analyze, format json) ${statement}`);
  return rows[0]['QUERY PLAN'][0]['Execution Time'];
}

async function sizeOf(client: pg.Client, name: string): Promise<number> {
  const { rows } = await client.query(
    'select sum(pg_total_relation_size(relid)) as bytes from pg_partition_tree($1)',
    [name],
  );
  // A table without partitions has no tree.
  const bytes = Number(rows[0].bytes);
  if (bytes > 0) return bytes;
  const whole = await client.query('select pg_total_relation_size($1::regclass) as bytes', [name]);
  return Number(whole.rows[0].bytes);
}
