/** The folder of the migrations, with the released ones and the reasons to contract beside them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contractions, MigrationFile, Released } from './migrations.ts';
import type { Release } from './releases.ts';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const FOLDER = join(ROOT, 'server/kit/src/migrations');
export const RELEASED = join(FOLDER, 'released.json');
const CONTRACTIONS = join(FOLDER, 'contractions.json');

/** The migrations in their order. */
export function migrationFiles(folder: string = FOLDER): MigrationFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** All releases, the oldest first. */
export const readReleases = (): Release[] => JSON.parse(readFileSync(RELEASED, 'utf8'));
/** The migrations of all releases. */
export const readReleased = (): Released =>
  Object.assign({}, ...readReleases().map(({ migrations }) => migrations));
export const readContractions = (): Contractions =>
  existsSync(CONTRACTIONS) ? JSON.parse(readFileSync(CONTRACTIONS, 'utf8')) : {};
