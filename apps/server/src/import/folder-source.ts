import { lstat, readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { ARTWORK_USES, type ArtworkUse } from '@bonisa/contract/studio/artwork-fields';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import { languageName } from '@bonisa/domain/language';
import { slugOf } from '../catalogue/editing/entry-kinds.ts';
import { type Attachment, separateArtwork } from './attachments.ts';
import { ImportError, inOrder, rowsOfDocument } from './import-row.ts';

/**
 * Reads a folder of films, and the folders in it: `name.mp4` with what stands beside it.
 * `name.json` has the fields of the video, `name.jpg` is its picture (`name.poster.jpg` for one
 * use), `name.zu.vtt` or `.srt` are its captions. In a folder with a single film, `poster.jpg` is
 * its picture, for all uses if it is the only one. `catalogue.json` of the first folder has all
 * other entries. Links are not followed.
 */

const FILMS = new Set(['.mp4', '.m4v', '.mov', '.mkv', '.webm', '.ts']);
const PICTURES = new Set(['.jpg', '.jpeg', '.png', '.webp', '.avif']);
const CAPTIONS = new Set(['.vtt', '.srt']);
const MOST_FILES = 50_000;
const MOST_SIDECAR_BYTES = 1024 * 1024;
const DOCUMENT = 'catalogue.json';
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}$/i;

export interface FolderContent {
  readonly rows: readonly ImportRow[];
  readonly attachments: readonly Attachment[];
  /** Files that belong to no film. */
  readonly unused: readonly string[];
}

export async function readFilmFolder(folder: string): Promise<FolderContent> {
  const files = await filesIn(folder);
  const rows: ImportRow[] = [];
  const attachments: Attachment[] = [];
  const used = new Set<string>([DOCUMENT]);
  if (files.includes(DOCUMENT)) {
    const document = rowsOfDocument(await readJson(folder, DOCUMENT), DOCUMENT);
    const separated = separateArtwork(document, folder);
    rows.push(...separated.rows);
    attachments.push(...separated.attachments);
  }
  for (const beside of Map.groupBy(files, dirname).values()) {
    const films = beside.filter((name) => FILMS.has(extname(name).toLowerCase()));
    for (const film of films) {
      const found = await readFilm(folder, film, { beside, isAlone: films.length === 1 });
      rows.push(found.row);
      attachments.push(...found.attachments);
      for (const name of found.used) used.add(name);
    }
  }
  if (rows.length === 0) throw new ImportError(`${folder}: no film and no ${DOCUMENT}`);
  return {
    rows: inOrder(rows),
    attachments,
    unused: files.filter((name) => !used.has(name)),
  };
}

/** The plain files of a folder and of the folders in it, by their path from it. */
async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = [];
  const read = async (inner: string, depth: number): Promise<void> => {
    for (const name of (await readdir(join(folder, inner))).toSorted()) {
      if (name.startsWith('.')) continue;
      const path = inner === '' ? name : join(inner, name);
      const found = await lstat(join(folder, path));
      if (found.isFile()) files.push(path);
      else if (found.isDirectory() && depth > 0) await read(path, depth - 1);
      if (files.length > MOST_FILES)
        throw new ImportError(`more than ${MOST_FILES} files in ${folder}`);
    }
  };
  await read('', 1);
  return files;
}

async function readFilm(
  folder: string,
  film: string,
  { beside, isAlone }: { readonly beside: readonly string[]; readonly isAlone: boolean },
) {
  const stem = film.slice(0, -extname(film).length);
  const name = stem.slice(stem.lastIndexOf('/') + 1);
  const sidecar = `${stem}.json`;
  const fields = beside.includes(sidecar) ? await readJson(folder, sidecar) : {};
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new ImportError(`${sidecar}: must be an object with the fields of a video`);
  const given = { title: titleOf(name), ...fields, kind: 'video' };
  const row = 'key' in given ? given : { ...given, key: slugOf(name) || name };
  const separated = separateArtwork([{ place: film, row }], join(folder, dirname(film)));
  const place = { place: film, kind: 'video', key: String(row.key) } as const;
  const files = beside.flatMap((one): (Attachment & { readonly name: string })[] => {
    const found = sidecarOf(one, stem, { beside, isAlone });
    return found ? [{ ...place, ...found, file: join(folder, one), name: one } as never] : [];
  });
  const [one] = separated.rows;
  return {
    row: one ?? { place: film, row },
    used: [film, sidecar, ...files.map((file) => file.name)],
    attachments: [
      { ...place, what: 'film', file: join(folder, film), title: String(row.title) } as const,
      ...files.map(({ name: _, ...file }) => asPicture(file)),
      ...separated.attachments,
    ],
  };
}

/** What a file beside a film is; undefined: nothing of this film's. */
function sidecarOf(
  file: string,
  stem: string,
  { beside, isAlone }: { readonly beside: readonly string[]; readonly isAlone: boolean },
) {
  const ending = extname(file).toLowerCase();
  const whole = file.slice(0, -ending.length);
  const part =
    whole === stem ? '' : whole.startsWith(`${stem}.`) ? whole.slice(stem.length + 1) : undefined;
  if (PICTURES.has(ending)) {
    const alone =
      isAlone && part === undefined ? whole.slice(whole.lastIndexOf('/') + 1) : undefined;
    const isOnly = beside.filter((one) => PICTURES.has(extname(one).toLowerCase())).length === 1;
    const use = alone === 'poster' && isOnly ? 'all' : useOf(part ?? alone);
    return use && { what: 'picture' as const, use, x: 0.5, y: 0.5 };
  }
  if (!CAPTIONS.has(ending) || !part || !LANGUAGE.test(part)) return undefined;
  return {
    what: 'captions' as const,
    language: part,
    label: languageName(part.split('-')[0] ?? part),
  };
}

function useOf(part: string | undefined): ArtworkUse | undefined {
  if (part === '') return 'all';
  if (part === undefined) return undefined;
  return ARTWORK_USES.find((use) => use === part);
}

function asPicture(file: Attachment & { readonly file?: string }): Attachment {
  if (file.what !== 'picture') return file;
  const { file: path = '', ...rest } = file;
  return { ...rest, from: { file: path } };
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
