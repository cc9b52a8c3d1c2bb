import { basename, dirname, extname, join, resolve } from 'node:path';
import { ARTWORK_USES, type ArtworkUse } from '@bonisa/contract/studio/artwork-fields';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import { FILM_ENDINGS, filmNamed, stemOf } from '@bonisa/domain/catalogue/film-name';
import { slugOf } from '@bonisa/domain/catalogue/title-slug';
import { captionsBeside } from '@bonisa/domain/playback/sidecar-captions';
import { type Attachment, fileOf, type Separated, separateArtwork } from './attachments.ts';
import { type FolderFiles, filesIn, isSameName, nameIn, onDisk, readJson } from './folder-files.ts';
import { listed } from './import-limits.ts';
import { ImportError, inOrder, refuseRepeated, rowsOfDocument } from './import-row.ts';
import { separateFiles } from './separate-files.ts';
import {
  type EpisodePlace,
  episodeNamed,
  isLostEpisode,
  keyOfFolder,
  SEASON_SIDECAR,
  SHOW_SIDECAR,
  showFolders,
} from './show-folders.ts';

/**
 * Reads a folder of films, and the folders in it: `name.mp4` with what stands beside it.
 * `name.json` has the fields of the video, `name.jpg` is its picture (`name.poster.jpg` for one
 * use), `name.zu.vtt` or `.srt` are its captions. In a folder with a single film, `poster.jpg` is
 * its picture, for all uses if it is the only one. `catalogue.json` of the first folder has all
 * other entries. Shows and seasons are folders (`show-folders.ts`). Links are not followed.
 */

const PICTURES = new Set(['.jpg', '.jpeg', '.png', '.webp', '.avif']);
const DOCUMENT = 'catalogue.json';

export interface FolderContent {
  readonly rows: readonly ImportRow[];
  readonly attachments: readonly Attachment[];
  /** Files that are not used, each with its reason, and what else a person should know. */
  readonly unread: readonly string[];
}

export async function readFilmFolder(folder: string): Promise<FolderContent> {
  const disk = await filesIn(folder);
  const files = [...disk.names.keys()];
  const rows: ImportRow[] = [];
  const attachments: Attachment[] = [];
  const used = new Set<string>([DOCUMENT]);
  const unread: string[] = [];
  const problems: string[] = [];
  const take = (found: Found): void => {
    rows.push(...found.rows);
    attachments.push(...found.attachments);
    for (const name of found.used) used.add(name);
    unread.push(...(found.leftOut ?? []));
  };
  if (files.includes(DOCUMENT)) {
    const document = rowsOfDocument(
      await readJson(disk, DOCUMENT, Number.POSITIVE_INFINITY),
      DOCUMENT,
    );
    take({ ...separateFiles(document, folder), used: [] });
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
      for (const film of films) {
        take(await readFilm(disk, film, { beside, isAlone: films.length === 1 }));
        if (isLostEpisode(film))
          unread.push(
            `${film}: is a video of its own; episodes are in folders as The Lamp/Season 1`,
          );
      }
      continue;
    }
    const show = shows.get(place.show) ?? keyIn(await takeShow(place.show));
    shows.set(place.show, show);
    const seasons = new Set<number>(place.season === undefined ? [] : [place.season]);
    for (const film of films) {
      try {
        const found = await readEpisode(disk, film, { beside, place, show });
        seasons.add(found.season);
        take(found);
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        problems.push(...error.lines);
      }
    }
    const home = place.named === undefined ? inner : dirname(inner);
    const own = place.season === undefined ? [] : left.filter((name) => dirname(name) === home);
    for (const season of seasons) take(await readSeason(disk, home, { beside: own, season, show }));
  }
  if (problems.length > 0) throw new ImportError(problems);
  if (rows.length === 0) throw new ImportError(`${folder}: no film and no ${DOCUMENT}`);
  const once = onceBySeason(rows);
  refuseRepeated(once);
  return {
    rows: inOrder(once),
    attachments: attachments.map((one) => onDisk(one, disk)),
    unread: listed([
      ...disk.leftOut,
      ...unread,
      ...files.filter((name) => !used.has(name)).map((name) => `${name}: belongs to no film`),
    ]),
  };

  async function takeShow(inner: string): Promise<Found> {
    const beside = left.filter((name) => dirname(name) === inner);
    const found = await readShow(disk, inner, beside);
    take(found);
    return found;
  }
}

/** The files of attachments, as the folder names them. */
function namesOf(attachments: readonly Attachment[], folder: string): string[] {
  return attachments
    .map(fileOf)
    .filter((file) => file !== undefined)
    .map((file) => nameIn(folder, file));
}

interface Found extends Separated {
  /** The files that belong to it. */
  readonly used: readonly string[];
  /** Those of them that are not given to it, each with its reason. */
  readonly leftOut?: readonly string[];
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
async function readShow(
  disk: FolderFiles,
  inner: string,
  beside: readonly string[],
): Promise<Found> {
  const sidecar = namedAs(join(inner, SHOW_SIDECAR), beside);
  const fields = await fieldsIn(disk, sidecar, beside);
  const name = basename(resolve(disk.folder, inner)).normalize();
  const given = { ...saidBy(name), key: keyOfFolder(name), ...fields, kind: 'show' };
  const pictures = picturesOf(beside, ({ name }) => useOf(name));
  return separatedWith({ place: inner, row: given }, disk.folder, [sidecar], pictures);
}

async function readSeason(
  disk: FolderFiles,
  inner: string,
  {
    beside,
    season,
    show,
  }: { readonly beside: readonly string[]; readonly season: number; readonly show: string },
): Promise<Found> {
  const sidecar = namedAs(join(inner, SEASON_SIDECAR), beside);
  const fields = await fieldsIn(disk, sidecar, beside);
  const row = { key: `${show}/${season}`, ...fields, kind: 'season', show, ordinal: season };
  return { rows: [{ place: inner, row }], attachments: [], used: [sidecar] };
}

async function readEpisode(
  disk: FolderFiles,
  film: string,
  {
    beside,
    place,
    show,
  }: { readonly beside: readonly string[]; readonly place: EpisodePlace; readonly show: string },
): Promise<Found & { readonly season: number }> {
  const sidecar = namedAs(`${stemOf(film)}.json`, beside);
  const fields = await fieldsIn(disk, sidecar, beside);
  const { season, ordinal, title, last } = episodeNamed(film, place, fields);
  const key = `${show}/${season}/${ordinal}`;
  const row = { title, key, ...fields, kind: 'episode', show, season, ordinal };
  const found = filmWith(disk.folder, film, { row, beside, isAlone: false });
  const isSeveral = last !== undefined && `${film}: holds episodes ${ordinal} to ${last} as one`;
  return {
    ...found,
    used: [...found.used, sidecar],
    leftOut: [...(found.leftOut ?? []), ...(isSeveral ? [isSeveral] : [])],
    season,
  };
}

/** The file of a name, in capitals or small letters; the name where there is none. */
function namedAs(name: string, beside: readonly string[]): string {
  return beside.find((file) => isSameName(file, name)) ?? name;
}

async function fieldsIn(
  disk: FolderFiles,
  sidecar: string,
  beside: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const fields = beside.includes(sidecar) ? await readJson(disk, sidecar) : {};
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

async function readFilm(
  disk: FolderFiles,
  film: string,
  { beside, isAlone }: { readonly beside: readonly string[]; readonly isAlone: boolean },
): Promise<Found> {
  const name = basename(stemOf(film));
  const sidecar = namedAs(`${stemOf(film)}.json`, beside);
  const fields = await fieldsIn(disk, sidecar, beside);
  const row = { ...saidBy(name), key: slugOf(name) || name, ...fields, kind: 'video' };
  const found = filmWith(disk.folder, film, { row, beside, isAlone });
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
  const pictures = beside.flatMap((one): NamedPicture[] => {
    const use = pictureUse(one, stemOf(film), { beside, isAlone });
    return use ? [{ file: one, use }] : [];
  });
  const captions = captionsBeside(beside, stemOf(film), beside.filter(isFilm).map(stemOf));
  return {
    rows: separated.rows,
    used: [film, ...[...pictures, ...captions.given, ...captions.leftOut].map(({ file }) => file)],
    leftOut: captions.leftOut.map(({ file, reason }) => `${file}: ${reason}`),
    attachments: [
      { ...place, what: 'film', file: join(folder, film), title: String(row.title) } as const,
      ...pictures.map(({ file, use }): Attachment => {
        const from = { file: join(folder, file) };
        return { ...place, what: 'picture', use, x: 0.5, y: 0.5, from };
      }),
      ...captions.given.map(({ file, ...rest }): Attachment => {
        return { ...place, ...rest, what: 'captions', file: join(folder, file) };
      }),
      ...separated.attachments,
    ],
  };
}

const isFilm = (file: string): boolean => FILM_ENDINGS.has(extname(file).toLowerCase());

/** What a picture beside a film is for; undefined: it is none of this film's. */
function pictureUse(
  file: string,
  stem: string,
  { beside, isAlone }: { readonly beside: readonly string[]; readonly isAlone: boolean },
): ArtworkUse | undefined {
  const ending = extname(file);
  if (!PICTURES.has(ending.toLowerCase())) return undefined;
  const whole = file.slice(0, -ending.length);
  const isOwn = isSameName(`${whole}.`.slice(0, stem.length + 1), `${stem}.`);
  const part = isOwn ? whole.slice(stem.length + 1) : undefined;
  const alone = isAlone && part === undefined ? whole.slice(whole.lastIndexOf('/') + 1) : undefined;
  const isOnly = beside.filter((one) => PICTURES.has(extname(one).toLowerCase())).length === 1;
  return alone?.toLowerCase() === 'poster' && isOnly ? 'all' : useOf(part ?? alone);
}

function useOf(part: string | undefined): ArtworkUse | undefined {
  if (part === '') return 'all';
  if (part === undefined) return undefined;
  return ARTWORK_USES.find((use) => isSameName(use, part));
}

/** The fields that a name says. A year that somebody corrected since stays. */
function saidBy(name: string): Readonly<Record<string, unknown>> {
  const { title, year } = filmNamed(name);
  return { title, ...(year === undefined ? {} : { ifNew: { year } }) };
}
