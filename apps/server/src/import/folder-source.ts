import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { ARTWORK_USES, type ArtworkUse } from '@bonisa/contract/studio/artwork-fields';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import { languageName } from '@bonisa/domain/language';
import { slugOf } from '../catalogue/editing/entry-kinds.ts';
import { type Attachment, fileOf, type Separated, separateArtwork } from './attachments.ts';
import { separateFilms } from './film-fields.ts';
import { ImportError, inOrder, rowsOfDocument } from './import-row.ts';
import {
  type EpisodePlace,
  episodeNamed,
  keyOfFolder,
  SEASON_SIDECAR,
  SHOW_SIDECAR,
  showFolders,
} from './show-folders.ts';
import { readText } from './text-encoding.ts';

/**
 * Reads a folder of films, and the folders in it: `name.mp4` with what stands beside it.
 * `name.json` has the fields of the video, `name.jpg` is its picture (`name.poster.jpg` for one
 * use), `name.zu.vtt` or `.srt` are its captions. In a folder with a single film, `poster.jpg` is
 * its picture, for all uses if it is the only one. `catalogue.json` of the first folder has all
 * other entries. Shows and seasons are folders (`show-folders.ts`). Links are not followed.
 */

const FILMS = new Set(['.mp4', '.m4v', '.mov', '.mkv', '.webm', '.ts']);
const PICTURES = new Set(['.jpg', '.jpeg', '.png', '.webp', '.avif']);
const CAPTIONS = new Set(['.vtt', '.srt']);
const MOST_FILES = 50_000;
/** A folder of shows has folders of seasons in it. */
const MOST_LEVELS = 4;
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
  const take = (found: Found): void => {
    rows.push(...found.rows);
    attachments.push(...found.attachments);
    for (const name of found.used) used.add(name);
  };
  if (files.includes(DOCUMENT)) {
    const document = rowsOfDocument(await readJson(folder, DOCUMENT), DOCUMENT);
    const films = separateFilms(document, folder);
    const separated = separateArtwork(films.rows, folder);
    take({ ...separated, used: [] });
    attachments.push(...films.attachments);
    for (const name of namesOf(attachments, folder)) used.add(name);
  }
  // The films that the document names are those of its entries.
  const left = files.filter((name) => !(isFilm(name) && used.has(name)));
  const episodesOf = showFolders(left, isFilm);
  const shows = new Map<string, string>();
  for (const [inner, beside] of Map.groupBy(left, dirname)) {
    const films = beside.filter(isFilm);
    const place = episodesOf(inner);
    if (!place) {
      for (const film of films)
        take(await readFilm(folder, film, { beside, isAlone: films.length === 1 }));
      continue;
    }
    const show = shows.get(place.show) ?? keyIn(await takeShow(place.show));
    shows.set(place.show, show);
    const seasons = new Set<number>(place.season === undefined ? [] : [place.season]);
    for (const film of films) {
      const found = await readEpisode(folder, film, { beside, place, show });
      seasons.add(found.season);
      take(found);
    }
    const own = place.season === undefined ? [] : beside;
    for (const season of seasons)
      take(await readSeason(folder, inner, { beside: own, season, show }));
  }
  if (rows.length === 0) throw new ImportError(`${folder}: no film and no ${DOCUMENT}`);
  return {
    rows: inOrder(onceBySeason(rows)),
    attachments,
    unused: files.filter((name) => !used.has(name)),
  };

  async function takeShow(inner: string): Promise<Found> {
    const beside = left.filter((name) => dirname(name) === inner);
    const found = await readShow(folder, inner, beside);
    take(found);
    return found;
  }
}

/** The files of attachments, as the folder names them. */
function namesOf(attachments: readonly Attachment[], folder: string): string[] {
  return attachments
    .map(fileOf)
    .filter((file) => file !== undefined)
    .map((file) => relative(folder, file));
}

interface Found extends Separated {
  /** The files that belong to it. */
  readonly used: readonly string[];
}

function keyIn({ rows }: Found): string {
  return String(rows[0]?.row.key);
}

/** A show may have the films of one season in two folders; its row is the same. */
function onceBySeason(rows: readonly ImportRow[]): ImportRow[] {
  const seen = new Set<string>();
  return rows.filter(({ row }) => {
    if (row.kind !== 'season') return true;
    const name = `${row.show}/${row.ordinal}`;
    return !seen.has(name) && seen.add(name);
  });
}

/** A show with the fields of `show.json`; `poster.jpg` and so on are its pictures. */
async function readShow(folder: string, inner: string, beside: readonly string[]): Promise<Found> {
  const sidecar = join(inner, SHOW_SIDECAR);
  const fields = await fieldsIn(folder, sidecar, beside);
  const name = basename(resolve(folder, inner));
  const given = { title: titleOf(name), key: keyOfFolder(name), ...fields, kind: 'show' };
  const pictures = picturesOf(beside, ({ name }) => useOf(name));
  return separatedWith({ place: inner, row: given }, folder, [sidecar], pictures);
}

async function readSeason(
  folder: string,
  inner: string,
  {
    beside,
    season,
    show,
  }: { readonly beside: readonly string[]; readonly season: number; readonly show: string },
): Promise<Found> {
  const sidecar = join(inner, SEASON_SIDECAR);
  const fields = await fieldsIn(folder, sidecar, beside);
  const row = { key: `${show}/${season}`, ...fields, kind: 'season', show, ordinal: season };
  return { rows: [{ place: inner, row }], attachments: [], used: [sidecar] };
}

async function readEpisode(
  folder: string,
  film: string,
  {
    beside,
    place,
    show,
  }: { readonly beside: readonly string[]; readonly place: EpisodePlace; readonly show: string },
): Promise<Found & { readonly season: number }> {
  const sidecar = `${stemOf(film)}.json`;
  const fields = await fieldsIn(folder, sidecar, beside);
  const { season, ordinal, title } = episodeNamed(film, place, fields);
  const key = `${show}/${season}/${ordinal}`;
  const row = { title, key, ...fields, kind: 'episode', show, season, ordinal };
  const found = filmWith(folder, film, { row, beside, isAlone: false });
  return { ...found, used: [...found.used, sidecar], season };
}

async function fieldsIn(
  folder: string,
  sidecar: string,
  beside: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const fields = beside.includes(sidecar) ? await readJson(folder, sidecar) : {};
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new ImportError(`${sidecar}: must be an object with fields of the entry`);
  return fields as Readonly<Record<string, unknown>>;
}

interface NamedPicture {
  readonly file: string;
  readonly use: ArtworkUse;
}

/** The pictures of a folder that `use` knows; one poster alone is for all uses. */
function picturesOf(
  beside: readonly string[],
  use: (file: { readonly name: string }) => ArtworkUse | undefined,
): NamedPicture[] {
  const all = beside.filter((one) => PICTURES.has(extname(one).toLowerCase()));
  const found = all.flatMap((file) => {
    const known = use({ name: basename(file, extname(file)) });
    return known ? [{ file, use: known }] : [];
  });
  const [only] = found;
  return found.length === 1 && only?.use === 'poster' ? [{ ...only, use: 'all' }] : found;
}

/** A row without what it names besides its fields, and the pictures that lie beside it. */
function separatedWith(
  one: ImportRow,
  folder: string,
  used: readonly string[],
  pictures: readonly NamedPicture[],
): Found {
  const separated = separateArtwork([one], join(folder, one.place));
  const { place, row } = one;
  const own = pictures.map(({ file, use }): Attachment => {
    const head = { place, kind: row.kind, key: String(row.key), what: 'picture' } as const;
    return { ...head, use, x: 0.5, y: 0.5, from: { file: join(folder, file) } };
  });
  return {
    rows: separated.rows,
    attachments: [...own, ...separated.attachments],
    used: [...used, ...pictures.map(({ file }) => file)],
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
  await read('', MOST_LEVELS);
  return files;
}

async function readFilm(
  folder: string,
  film: string,
  { beside, isAlone }: { readonly beside: readonly string[]; readonly isAlone: boolean },
): Promise<Found> {
  const name = basename(stemOf(film));
  const sidecar = `${stemOf(film)}.json`;
  const fields = await fieldsIn(folder, sidecar, beside);
  const row = { title: titleOf(name), key: slugOf(name) || name, ...fields, kind: 'video' };
  const found = filmWith(folder, film, { row, beside, isAlone });
  return { ...found, used: [...found.used, sidecar] };
}

/** A film with its row, and the pictures and captions of its name. */
function filmWith(
  folder: string,
  film: string,
  {
    row,
    beside,
    isAlone,
  }: {
    readonly row: ImportRow['row'] & Readonly<Record<string, unknown>>;
    readonly beside: readonly string[];
    readonly isAlone: boolean;
  },
): Found {
  const separated = separateArtwork([{ place: film, row }], join(folder, dirname(film)));
  const place = { place: film, kind: row.kind, key: String(row.key) };
  const files = beside.flatMap((one): (Attachment & { readonly name: string })[] => {
    const found = sidecarOf(one, stemOf(film), { beside, isAlone });
    return found ? [{ ...place, ...found, file: join(folder, one), name: one } as never] : [];
  });
  return {
    rows: separated.rows,
    used: [film, ...files.map((file) => file.name)],
    attachments: [
      { ...place, what: 'film', file: join(folder, film), title: String(row.title) } as const,
      ...files.map(({ name: _, ...file }) => asPicture(file)),
      ...separated.attachments,
    ],
  };
}

const isFilm = (file: string): boolean => FILMS.has(extname(file).toLowerCase());
const stemOf = (film: string): string => film.slice(0, -extname(film).length);

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
  return parseJson(readText(await readFile(file), name, 'json').text, name);
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
