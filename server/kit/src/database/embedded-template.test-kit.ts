/**
 * A migrated, empty embedded database, from which tests and the products that they start get
 * copies. Making it takes six seconds of processor time, so it stays in `node_modules/.cache` until
 * its sources change.
 */
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { MIGRATIONS, migrate, openPglite, PGLITE_EXTENSIONS } from './database.ts';

const MODULES = join(import.meta.dirname, '../../../../node_modules');
const TEMPLATES = join(MODULES, '.cache', 'bonisa-test-database');
/** The files of a template: what a DATA_DIR contains, and the same database for memory. */
const IN_DATA_DIR = ['database', 'database.made.json'];
const IN_MEMORY = 'database.tar';

/** The template in memory, read once in each process. */
let template: Blob | undefined;

/** Opens a copy of the template in memory. */
export async function openTemplate(): Promise<PGlite> {
  template ??= new Blob([await readFile(join(inject('embeddedTemplate'), IN_MEMORY))]);
  return await PGlite.create({ loadDataDir: template, extensions: PGLITE_EXTENSIONS });
}

/** Copies the template into a DATA_DIR, for a product that has not been started there yet. */
export function copyTemplateTo(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  for (const name of IN_DATA_DIR)
    cpSync(join(inject('embeddedTemplate'), name), join(dataDir, name), { recursive: true });
}

/** The folder of the template; makes it where the cache has none of these sources. */
export async function embeddedTemplate(): Promise<string> {
  const folder = join(TEMPLATES, hashOfSources());
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${randomUUID()}`;
  mkdirSync(unfinished, { recursive: true });
  await makeTemplate(unfinished);
  try {
    await rename(unfinished, folder);
  } catch (error) {
    // A concurrent run has made the same one.
    rmSync(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

async function makeTemplate(folder: string): Promise<void> {
  const open = await openPglite(join(folder, 'database'));
  await migrate(open);
  if (!open.pglite) throw new Error('expected PGlite');
  await dropUnused(open.pglite);
  const dump = await open.pglite.dumpDataDir('none');
  await open.close();
  await writeFile(join(folder, IN_MEMORY), Buffer.from(await dump.arrayBuffer()));
}

/**
 * Drops all databases but the one in use: PostgreSQL's own templates are half of the files and a
 * third of the loading time.
 */
async function dropUnused(pglite: PGlite): Promise<void> {
  await pglite.exec(
    "update pg_database set datistemplate = false where datname in ('template0', 'template1')",
  );
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`);
}

/** The migrations, PGlite's version, and this file, which decides what a template contains. */
function hashOfSources(): string {
  const migrations = readdirSync(MIGRATIONS, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:sql|json)$/.test(name))
    .sort()
    .map((name) => join(MIGRATIONS, name));
  const pglite = join(MODULES, '@electric-sql/pglite/package.json');
  const hash = createHash('sha256');
  for (const file of [...migrations, pglite, import.meta.filename])
    hash.update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 32);
}
