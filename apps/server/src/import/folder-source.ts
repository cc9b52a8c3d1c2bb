import { lstat, readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { slugOf } from '../catalogue/editing/entry-kinds.ts';
import { ImportError, type ImportRow, inOrder, rowsOfDocument } from './import-row.ts';

/**
 * Reads a folder of films: `name.mp4` with `name.json` beside it, which has the fields of the
 * video. `catalogue.json` in the folder has all other entries. Links are not followed.
 */

const FILMS = new Set(['.mp4', '.m4v', '.mov', '.mkv', '.webm', '.ts']);
const MOST_FILES = 50_000;
const MOST_SIDECAR_BYTES = 1024 * 1024;
const DOCUMENT = 'catalogue.json';

export interface FolderContent {
  readonly rows: readonly ImportRow[];
  /** Files that the import of entries leaves alone: films, captions and pictures. */
  readonly media: readonly string[];
}

export async function readFilmFolder(folder: string): Promise<FolderContent> {
  const names = (await readdir(folder)).toSorted();
  if (names.length > MOST_FILES)
    throw new ImportError(`more than ${MOST_FILES} files in ${folder}`);
  const files: string[] = [];
  for (const name of names) if ((await lstat(join(folder, name))).isFile()) files.push(name);
  const rows: ImportRow[] = [];
  if (files.includes(DOCUMENT))
    rows.push(...rowsOfDocument(await readJson(folder, DOCUMENT), DOCUMENT));
  for (const name of files) {
    if (!FILMS.has(extname(name).toLowerCase())) continue;
    const stem = name.slice(0, -extname(name).length);
    const sidecar = `${stem}.json`;
    const fields = files.includes(sidecar) ? await readJson(folder, sidecar) : {};
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      throw new ImportError(`${sidecar}: must be an object with the fields of a video`);
    const row = { title: titleOf(stem), ...fields, kind: 'video' };
    rows.push({ place: name, row: 'key' in row ? row : { ...row, key: slugOf(stem) || stem } });
  }
  if (rows.length === 0) throw new ImportError(`${folder}: no film and no ${DOCUMENT}`);
  const media = files.filter((name) => !name.endsWith('.json'));
  return { rows: inOrder(rows), media };
}

async function readJson(folder: string, name: string): Promise<unknown> {
  const file = join(folder, name);
  const most = name === DOCUMENT ? Number.POSITIVE_INFINITY : MOST_SIDECAR_BYTES;
  if ((await lstat(file)).size > most) throw new ImportError(`${name}: is too large`);
  return parseJson(await readFile(file, 'utf8'), name);
}

/** Throws an ImportError that names the file. */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch (error) {
    throw new ImportError(`${name}: is no JSON: ${(error as Error).message}`, error);
  }
}

/** `the-long_walk (2024)` becomes `The long walk (2024)`. */
function titleOf(stem: string): string {
  const words = stem.replace(/[._-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
