/**
 * `npm run db:regenerate`: makes the migrations of the next release again from the tables in code.
 * Released migrations stand; what is written by hand (`*_by_hand.sql`: triggers and functions,
 * which drizzle cannot express) comes after the generated one.
 * `--check`: changes nothing, and fails where the tables differ from what the migrations make.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { findingIndexes, namingKeys } from './migrations.ts';
import { FOLDER, migrationFiles, ROOT, readReleased } from './migrations-folder.ts';

interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

const BY_HAND = /_by_hand\.sql$/;

function generate(folder: string, ...args: string[]): void {
  const drizzle = join(ROOT, 'node_modules/drizzle-kit/bin.cjs');
  const tables = ['--dialect', 'postgresql', '--schema', './server/*/src/**/*.tables.ts'];
  const all = ['generate', ...tables, '--out', relative(ROOT, folder), ...args];
  execFileSync(process.execPath, [drizzle, ...all], { cwd: ROOT, stdio: 'pipe' });
}

/** The snapshots of migrations that no release has, in their order. */
function snapshotsAfter(folder: string, names: ReadonlySet<string>): string[] {
  const prefixes = new Set([...names].map((name) => name.slice(0, 4)));
  return readdirSync(join(folder, 'meta'))
    .filter((name) => name.endsWith('_snapshot.json') && !prefixes.has(name.slice(0, 4)))
    .sort();
}

/** Takes everything away that no release has: files, snapshots and entries of the journal. */
function keepReleased(folder: string, names: ReadonlySet<string>): void {
  for (const { name } of migrationFiles(folder)) if (!names.has(name)) rmSync(join(folder, name));
  for (const name of snapshotsAfter(folder, names)) rmSync(join(folder, 'meta', name));
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  const entries = journal.entries.filter(({ tag }) => names.has(`${tag}.sql`));
  writeFileSync(file, `${JSON.stringify({ ...journal, entries }, null, 2)}\n`);
}

/** Makes the migrations of the next release in a folder. */
function regenerate(folder: string): void {
  const released = new Set(Object.keys(readReleased()));
  const byHand = migrationFiles(folder).filter(
    ({ name }) => BY_HAND.test(name) && !released.has(name),
  );
  keepReleased(folder, released);
  generate(folder, '--name', 'next');
  const made = migrationFiles(folder).at(-1);
  if (made && !released.has(made.name))
    writeFileSync(join(folder, made.name), namingKeys(findingIndexes(made.text)));
  for (const { name, text } of byHand) {
    generate(folder, '--custom', '--name', basename(name, '.sql').slice(5));
    const made = migrationFiles(folder).at(-1)?.name ?? name;
    writeFileSync(join(folder, made), text);
  }
  // The next change is compared with the newest snapshot, and made again from the released one.
  for (const name of snapshotsAfter(folder, released).slice(0, -1))
    rmSync(join(folder, 'meta', name));
}

if (process.argv.includes('--check')) {
  const folder = mkdtempSync(join(tmpdir(), 'bonisa-migrations-'));
  try {
    cpSync(FOLDER, folder, { recursive: true });
    const before = migrationFiles(folder).length;
    generate(folder, '--name', 'missing');
    const more = migrationFiles(folder).slice(before);
    for (const { text } of more)
      console.error(`the tables in code differ; run npm run db:regenerate:\n${text}`);
    if (more.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
} else regenerate(FOLDER);
