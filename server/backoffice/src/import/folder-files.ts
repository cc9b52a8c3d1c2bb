import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Attachment, fileOf } from './attachments.ts';
import { ImportError } from './import-row.ts';
import { readText } from './text-encoding.ts';

/** The files of an import's folder. */

const MOST_FILES = 50_000;
/** A folder of shows has folders of seasons in it. */
const MOST_LEVELS = 4;
const MOST_SIDECAR_BYTES = 1024 * 1024;

export interface FolderFiles {
  readonly folder: string;
  /**
   * The path of each file from the folder, as people type it (NFC) and as the disk has it: a Mac
   * writes letters and their marks apart.
   */
  readonly names: ReadonlyMap<string, string>;
  /** What in the folder is not looked at, each with its reason. */
  readonly leftOut: readonly string[];
}

/** Whether two names are the same on a disk that does not tell capitals from small letters. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The plain files of a folder and of the folders in it. Links are not followed. */
export async function filesIn(folder: string): Promise<FolderFiles> {
  const names = new Map<string, string>();
  const leftOut: string[] = [];
  let hidden = 0;
  const read = async (inner: string, depth: number): Promise<void> => {
    for (const name of (await readdir(join(folder, inner))).toSorted()) {
      const path = inner === '' ? name : join(inner, name);
      if (name.startsWith('.')) {
        hidden += 1;
        continue;
      }
      const found = await lstat(join(folder, path));
      if (found.isDirectory()) {
        if (depth > 0) await read(path, depth - 1);
        else leftOut.push(`${path}: is below ${MOST_LEVELS} folders`);
      } else if (!found.isFile()) leftOut.push(`${path}: is a link or no plain file`);
      if (!found.isFile()) continue;
      const typed = path.normalize();
      if (names.has(typed)) throw new ImportError(`${typed}: there are two files of this name`);
      names.set(typed, path);
      if (names.size > MOST_FILES)
        throw new ImportError(`more than ${MOST_FILES} files in ${folder}`);
    }
  };
  await read('', MOST_LEVELS);
  if (hidden > 0) leftOut.push(`${hidden} hidden files or folders, whose names begin with a dot`);
  return { folder, names, leftOut };
}

/** The attachment with the name that its file has on the disk. */
export function onDisk(
  one: Attachment,
  { folder, names }: Pick<FolderFiles, 'folder' | 'names'>,
): Attachment {
  const given = fileOf(one);
  const found = given === undefined ? undefined : names.get(nameIn(folder, given));
  if (found === undefined || 'url' in one) return one;
  const file = join(folder, found);
  return one.what === 'picture' ? { ...one, from: { file } } : { ...one, file };
}

/** How the folder's list calls a file. */
export function nameIn(folder: string, file: string): string {
  return relative(folder, file).normalize();
}

/** The JSON of a file; `most`: its bytes. Throws an ImportError that names the file. */
export async function readJson(
  { folder, names }: FolderFiles,
  name: string,
  most = MOST_SIDECAR_BYTES,
): Promise<unknown> {
  const file = join(folder, names.get(name) ?? name);
  if ((await lstat(file)).size > most) throw new ImportError(`${name}: is too large`);
  return parseJson(readText(await readFile(file), name, 'json').text, name);
}

/** Throws an ImportError that names the file. */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\u{feff}/u, ''));
  } catch (error) {
    throw new ImportError(`${name}: is no JSON: ${placeIn((error as Error).message)}`, error);
  }
}

/** Where JSON breaks off, of the engine's message: its other words are those of a programmer. */
function placeIn(message: string): string {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  if (line) return `line ${line}, column ${column}`;
  const [, near] = /^Unexpected token (.*) is not valid JSON$/s.exec(message) ?? [];
  return near ? `unexpected ${near}` : 'it ends too early';
}
