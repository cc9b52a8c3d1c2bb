import { createHash } from 'node:crypto';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import {
  type Attachment,
  fileIn,
  fileWithin,
  type Separated,
  type SeparateOptions,
} from './attachments.ts';
import { ImportError, keyOf } from './import-row.ts';

/** The films that rows name: `film` is a file of the import's folder, or an https address. */

const LONGEST_TITLE = 200;
const KINDS = new Set(['video', 'episode']);

/**
 * Takes `film` out of rows: `{file}`, `{url, bytes?}`, or the file or address alone. Throws an
 * ImportError with all problems.
 */
export function separateFilms(
  rows: readonly ImportRow[],
  folder: string | undefined,
  { leftOut }: SeparateOptions = {},
): Separated {
  const problems: string[] = [];
  const attachments: Attachment[] = [];
  const left = rows.map((one): ImportRow => {
    const { row, place } = one;
    if (!('film' in row)) return one;
    const { film, ...fields } = row as ImportRow['row'] & Record<string, unknown>;
    const rest = { place, row: fields };
    if (film === undefined || film === null) return rest;
    const file = leftOut && fileIn(film);
    if (file !== undefined) {
      leftOut?.push(`${place}: ${file}`);
      return rest;
    }
    const key = keyOf(fields);
    const read = key === undefined ? 'the entry must have a key or a slug' : filmOf(film, folder);
    if (!KINDS.has(row.kind)) problems.push(`${place}: film: a ${row.kind} has no film`);
    else if (typeof read === 'string' || key === undefined)
      problems.push(`${place}: film: ${String(read)}`);
    else {
      const title = String(fields.title ?? key).slice(0, LONGEST_TITLE);
      const head = { place, kind: row.kind, key, title };
      attachments.push(
        'file' in read
          ? { ...head, what: 'film', file: read.file }
          : { ...head, what: 'fetched film', url: read.url, reference: nameOf(head, read) },
      );
    }
    return rest;
  });
  if (problems.length > 0) throw new ImportError(problems);
  return { rows: left, attachments };
}

interface FilmUrl {
  readonly url: string;
  readonly bytes: number;
}

function filmOf(value: unknown, folder: string | undefined): { file: string } | FilmUrl | string {
  const given = typeof value === 'string' ? plain(value) : value;
  if (typeof given !== 'object' || given === null) return 'must be {file} or {url}';
  const { file, url, bytes } = given as Record<string, unknown>;
  if (typeof url === 'string') {
    if (!isFilmAddress(url)) return 'must be at an https address';
    return { url, bytes: typeof bytes === 'number' ? bytes : 0 };
  }
  if (typeof file !== 'string') return 'must have a file, or the https address of a film';
  const found = fileWithin(folder, file);
  return found ? { file: found } : `${file} is not in the folder of the import`;
}

function plain(text: string): object {
  return /^[a-z]+:\/\//i.test(text) ? { url: text } : { file: text };
}

/** Whether a film may be fetched from there, as far as the address alone tells. */
export function isFilmAddress(url: string): boolean {
  const { protocol, username, password } = URL.parse(url) ?? {};
  return protocol === 'https:' && username === '' && password === '';
}

/**
 * Names the film of an entry by its address without the query, which often has a signature of the
 * hour, and by its size: the same feed again fetches nothing, another file is fetched.
 */
function nameOf({ kind, key }: { kind: string; key: string }, { url, bytes }: FilmUrl): string {
  const { origin, pathname } = new URL(url);
  const name = JSON.stringify([kind, key, origin, pathname, bytes]);
  return `import:${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
}
