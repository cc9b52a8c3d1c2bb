// Clocks that a drill sets while processes run: of the product's by a preload, of the database's
// server by libfaketime where that is installed, and by functions of its database elsewhere.
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'fake-clock.preload.ts')).href;
const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);
/** What tells the time in a statement; the product uses the first alone. */
const FUNCTIONS = ['clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'now'];
const SERVER = 'database';

export interface FakeClocks {
  /** The variables of a process whose clock has this name. */
  variables(name: string): Record<string, string>;
  /** The variables of the database's server, whose clock is `database`. */
  serverVariables(): Record<string, string>;
  /** Where the server's clock cannot be set: that of all statements of a database. */
  prepare(database: string): Promise<void>;
  /** Sets a clock, so many seconds from the true time. It holds within a second. */
  set(name: string, seconds: number): void;
  remove(): void;
}

/** Makes clocks. The monotonic clock stays true. */
export function createFakeClocks(): FakeClocks {
  const library = LIBRARIES.find((file) => existsSync(file));
  const folder = mkdtempSync(join(tmpdir(), 'bonisa-clocks-'));
  // The database's server runs as a user of its own.
  chmodSync(folder, 0o755);
  const fileOf = (name: string): string => join(folder, name);
  const set = (name: string, seconds: number): void => {
    // Nobody reads half a number.
    writeFileSync(fileOf(`${name}.new`), `${seconds < 0 ? '' : '+'}${seconds}\n`);
    renameSync(fileOf(`${name}.new`), fileOf(name));
  };
  return {
    set,
    variables: (name) => {
      set(name, 0);
      return { NODE_OPTIONS: `--import=${PRELOAD}`, DRILL_CLOCK_FILE: fileOf(name) };
    },
    serverVariables: (): Record<string, string> => {
      set(SERVER, 0);
      if (!library) return {};
      return {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: fileOf(SERVER),
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      };
    },
    prepare: async (database) => {
      process.stdout.write(
        `the database's clock: ${library ? 'of its server (libfaketime)' : 'of its statements'}\n`,
      );
      if (!library) await shadowClock(database, fileOf(SERVER));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Gives a database functions that tell another time than PostgreSQL's own of the same name, and
 * that each later connection finds first. Limits of the server (`statement_timeout`) stay true.
 */
async function shadowClock(database: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const name = pg.escapeIdentifier(client.database ?? '');
  const path = pg.escapeLiteral(file);
  await client.query(
    [
      'create schema drill_clock',
      ...FUNCTIONS.map(
        (one) => `create function drill_clock.${one}() returns timestamptz language sql volatile as
          $$ select pg_catalog.${one}() + (pg_read_file(${path}) || ' seconds')::interval $$`,
      ),
      // What is made later is made in `public`, as without it.
      `alter database ${name} set search_path = public, drill_clock, pg_catalog`,
    ].join(';\n'),
  );
  await client.end();
}
