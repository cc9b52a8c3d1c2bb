import { isAbsolute, relative, resolve, sep } from 'node:path';
import { PICTURED_KINDS } from '@bonisa/contract/studio/artwork.calls';
import {
  ARTWORK_FIELDS,
  ARTWORK_USES,
  type ArtworkUse,
} from '@bonisa/contract/studio/artwork-fields';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import { ImportError, keyOf } from './import-row.ts';

/** Files that an import gives to entries besides their fields: pictures, films, captions. */

/** A file of this machine, or a picture at an address of the public internet. */
export type AttachedFile = { readonly file: string } | { readonly url: string };

export type Attachment = {
  readonly place: string;
  readonly kind: string;
  /** The key of the entry. */
  readonly key: string;
} & (
  | {
      readonly what: 'picture';
      readonly use: ArtworkUse;
      readonly x: number;
      readonly y: number;
      readonly from: AttachedFile;
    }
  | {
      readonly what: 'film';
      readonly file: string;
      readonly title: string;
      /** The name of the asset; without it the bytes of the file make one. */
      readonly reference?: string;
    }
  | {
      readonly what: 'fetched film';
      /** An https address of the public internet. */
      readonly url: string;
      readonly title: string;
      readonly reference: string;
    }
  | {
      readonly what: 'captions';
      readonly file: string;
      readonly language: string;
      readonly label: string;
    }
  | {
      readonly what: 'fetched captions';
      /** An address of the public internet. */
      readonly url: string;
      readonly language: string;
      readonly label: string;
    }
);

/** A film of this machine. */
export type FilmFile = Extract<Attachment, { what: 'film' }>;
/** What captions are and whose, wherever their words come from. */
export type CaptionsOfEntry = Pick<
  Extract<Attachment, { what: 'captions' }>,
  'kind' | 'key' | 'language' | 'label'
>;
/** A film at an address. */
export type FilmAtAddress = Extract<Attachment, { what: 'fetched film' }>;

export interface Separated {
  readonly rows: readonly ImportRow[];
  readonly attachments: readonly Attachment[];
}

export interface SeparateOptions {
  /** Files are not at hand: they are collected here, each with its place, instead of refused. */
  readonly leftOut?: string[];
}

const FIELDS = ['artwork', 'artworkFocal'];

/**
 * Takes `artwork` out of rows: `{file|url|id, focal?}`, the same by use, or the file or address
 * alone. An `id` of an uploaded picture becomes a field of the row. Files are named from `folder`
 * and must lie within it. Throws an ImportError with all problems.
 */
export function separateArtwork(
  rows: readonly ImportRow[],
  folder: string | undefined,
  { leftOut }: SeparateOptions = {},
): Separated {
  const problems: string[] = [];
  const attachments: Attachment[] = [];
  const left = rows.map((one): ImportRow => {
    const { row, place } = one;
    if (!FIELDS.some((field) => field in row)) return one;
    const { artwork, artworkFocal, ...fields } = row as ImportRow['row'] & Record<string, unknown>;
    const refuse = (problem: string): void => void problems.push(`${place}: artwork: ${problem}`);
    const key = keyOf(fields);
    const uploaded: Record<string, object> = {};
    if (artwork === undefined || artwork === null) return { place, row: fields };
    if (!(PICTURED_KINDS as readonly string[]).includes(row.kind))
      refuse(`a ${row.kind} has no pictures`);
    else if (key === undefined) refuse('the entry must have a key or a slug');
    else
      for (const [use, value] of Object.entries(byUse(artwork))) {
        const file = leftOut && fileIn(value);
        if (file !== undefined) {
          leftOut?.push(`${place}: ${file}`);
          continue;
        }
        const read = readPicture(use, value, artworkFocal, folder);
        if (typeof read === 'string') refuse(read);
        else if ('picture' in read && read.picture)
          uploaded[ARTWORK_FIELDS[read.use]] = read.picture;
        else attachments.push({ place, kind: row.kind, key, what: 'picture', ...read });
      }
    return { place, row: { ...fields, ...uploaded } };
  });
  if (problems.length > 0) throw new ImportError(problems);
  return { rows: left, attachments };
}

function byUse(artwork: unknown): Readonly<Record<string, unknown>> {
  const isOne =
    typeof artwork !== 'object' ||
    artwork === null ||
    ['file', 'url', 'id'].some((name) => name in artwork);
  return isOne ? { all: artwork } : (artwork as Record<string, unknown>);
}

function readPicture(use: string, value: unknown, focalOfRow: unknown, folder: string | undefined) {
  if (!(ARTWORK_USES as readonly string[]).includes(use))
    return `'${use}' is none of ${ARTWORK_USES.join(', ')}`;
  const given = typeof value === 'string' ? plainFile(value) : value;
  if (typeof given !== 'object' || given === null) return 'must be {file}, {url} or {id}';
  const { file, url, id, focal = focalOfRow } = given as Record<string, unknown>;
  const point = focalOf(focal);
  if (!point) return 'focal must be {x, y} between 0 and 1';
  const rest = { use: use as ArtworkUse, ...point };
  if (id !== undefined) return { use: rest.use, picture: { id, ...point } };
  if (typeof url === 'string' && /^https?:\/\//i.test(url)) return { ...rest, from: { url } };
  if (typeof file !== 'string') return 'must have a file, or the https address of a picture';
  const found = fileWithin(folder, file);
  return found ? { ...rest, from: { file: found } } : `${file} is not in the folder of the import`;
}

/** The file of this machine that is sent; undefined for an address. */
export function fileOf(one: Attachment): string | undefined {
  if (one.what === 'fetched film' || one.what === 'fetched captions') return undefined;
  if (one.what !== 'picture') return one.file;
  return 'file' in one.from ? one.from.file : undefined;
}

/** The file that a row names as a picture or a film, whether it is there or not. */
export function fileIn(value: unknown): string | undefined {
  const given = typeof value === 'string' ? plainFile(value) : value;
  if (typeof given !== 'object' || given === null || 'url' in given) return undefined;
  return 'file' in given && typeof given.file === 'string' ? given.file : undefined;
}

function plainFile(text: string): object {
  return /^https?:\/\//i.test(text) ? { url: text } : { file: text };
}

function focalOf(focal: unknown): { x: number; y: number } | undefined {
  if (focal === undefined || focal === null || focal === '') return { x: 0.5, y: 0.5 };
  const [x, y] =
    typeof focal === 'string'
      ? focal.split(/[;, ]+/).map(Number)
      : [(focal as { x?: unknown }).x, (focal as { y?: unknown }).y];
  const isShare = (value: unknown): value is number =>
    typeof value === 'number' && value >= 0 && value <= 1;
  return isShare(x) && isShare(y) ? { x, y } : undefined;
}

/** The path of a file within a folder; undefined for one outside. */
export function fileWithin(folder: string | undefined, name: string): string | undefined {
  if (folder === undefined || isAbsolute(name)) return undefined;
  const path = resolve(folder, name);
  const inner = relative(folder, path);
  return inner === '' || inner === '..' || inner.startsWith(`..${sep}`) ? undefined : path;
}

/** What became of a file that an import brings. */
export type Attached = 'given' | 'unchanged';

/** What became of the films of an import so far. */
export interface FilmsSoFar {
  /** One line for each that could not be packaged. */
  readonly failed: readonly string[];
  /** How many are not packaged yet. */
  readonly waiting: number;
}

/** Where the files of an import go. */
export interface AttachmentTarget {
  picture(attachment: Extract<Attachment, { what: 'picture' }>, bytes: Buffer): Promise<Attached>;
  /** Sends a film; goes on with one that was interrupted. */
  film(attachment: FilmFile, show: (share: number) => void): Promise<Attached>;
  /** Asks about all films that were given: packaging goes on after the import. */
  filmsSoFar(): Promise<FilmsSoFar>;
  /** Whether the entry has this very film: then it is not fetched again. */
  hasFilm(attachment: FilmAtAddress): Promise<boolean>;
  /** `vtt`: as the product stores them. */
  captions(given: CaptionsOfEntry, vtt: string): Promise<Attached>;
}
