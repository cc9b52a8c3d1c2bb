import { basename, dirname, extname } from 'node:path';
import { slugOf } from '../catalogue/editing/entry-kinds.ts';
import { ImportError } from './import-row.ts';

/**
 * Which folders are shows and seasons. A show is a folder with `show.json`, or with folders of
 * seasons (`Season 1`, `S01`, `Specials`) in it; a film in it, or in one of its seasons, is an
 * episode: `S01E02 Cold.mp4`, or `02 - Cold.mp4` within a season.
 */

export const SHOW_SIDECAR = 'show.json';
export const SEASON_SIDECAR = 'season.json';

const SEASON = /^(?:season|series|seisoen|s)[ ._-]*0*(\d{1,4})$/i;
const SPECIALS = /^specials$/i;
const SEASON_AND_EPISODE = /(?:^|[^a-z0-9])s(\d{1,4})[ ._-]*e(\d{1,5})(?![0-9])/i;
const EPISODE = /^(?:episode|ep|e)?[ ._-]*0*(\d{1,5})(?![0-9])/i;

/** Where the films of a folder stand. */
export interface EpisodePlace {
  /** The folder of the show, from the folder of the import. */
  readonly show: string;
  /** The ordinal of the season; undefined: the names of the films say it. */
  readonly season: number | undefined;
}

/** Says of each folder whether its films are episodes, and of which show. */
export function showFolders(
  files: readonly string[],
  isFilm: (file: string) => boolean,
): (folder: string) => EpisodePlace | undefined {
  const films = files.filter(isFilm);
  const stems = new Set(films.map((film) => film.slice(0, -extname(film).length)));
  // Beside `show.mp4` it has the fields of that film.
  const isShow = (file: string): boolean =>
    basename(file) === SHOW_SIDECAR && !stems.has(file.slice(0, -extname(file).length));
  const shows = new Set(files.filter(isShow).map(dirname));
  // In the folder of the import itself it may be anything.
  for (const folder of new Set(films.map(dirname)))
    if (seasonOf(basename(folder)) !== undefined && dirname(folder) !== '.')
      shows.add(dirname(folder));
  return (folder) => {
    if (shows.has(folder)) return { show: folder, season: undefined };
    const season = seasonOf(basename(folder));
    const show = dirname(folder);
    return season !== undefined && shows.has(show) ? { show, season } : undefined;
  };
}

function seasonOf(name: string): number | undefined {
  if (SPECIALS.test(name)) return 0;
  const found = SEASON.exec(name)?.[1];
  return found === undefined ? undefined : Number(found);
}

export interface EpisodeName {
  readonly season: number;
  readonly ordinal: number;
  readonly title: string;
}

/** What the name of a film says. `given` are the fields beside it. Throws an ImportError. */
export function episodeNamed(
  film: string,
  place: EpisodePlace,
  given: Readonly<Record<string, unknown>>,
): EpisodeName {
  const name = basename(film, extname(film));
  const both = SEASON_AND_EPISODE.exec(name);
  const alone = both ? null : EPISODE.exec(name);
  const season = numberOr(given.season, place.season ?? (both ? Number(both[1]) : undefined));
  const ordinal = numberOr(given.ordinal, Number(both?.[2] ?? alone?.[1] ?? Number.NaN));
  const problems = [
    ...(season === undefined ? ['no season: put it into a folder such as Season 1'] : []),
    ...(ordinal === undefined ? ['no number: call it S01E02 or 02'] : []),
    ...(both && place.season !== undefined && Number(both[1]) !== place.season
      ? [`its name says season ${Number(both[1])}, and its folder season ${place.season}`]
      : []),
  ];
  if (season === undefined || ordinal === undefined || problems.length > 0)
    throw new ImportError(problems.map((problem) => `${film}: ${problem}`));
  const match = both ?? alone;
  const rest = match ? name.slice(match.index + match[0].length) : name;
  const title = rest.replace(/[._-]+/g, ' ').trim();
  return { season, ordinal, title: title ? capital(title) : `Episode ${ordinal}` };
}

function numberOr(given: unknown, found: number | undefined): number | undefined {
  const number = typeof given === 'number' ? given : found;
  return number !== undefined && Number.isInteger(number) ? number : undefined;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The key of a show that names none: its folder's name. */
export function keyOfFolder(name: string): string {
  return slugOf(name) || name;
}
