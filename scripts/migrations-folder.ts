/** The folder of the migrations, with the released ones and the reasons to contract beside them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contractions, MigrationFile, Released } from './migrations.ts';

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

const record = (file: string): Record<string, string> =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

export const readReleased = (): Released => record(RELEASED);
export const readContractions = (): Contractions => record(CONTRACTIONS);
