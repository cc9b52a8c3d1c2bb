import { basename, dirname, extname } from 'node:path';
import { slugOf } from '@bonisa/domain/catalogue/title-slug';
import { ImportError } from './import-row.ts';

/**
 * Which folders are shows and seasons. A show is a folder with `show.json`, or with folders of
 * seasons (`Season 1`, `S01`, `Specials`) in it; a film in it, or in one of its seasons, is an
 * episode: `S01E02 Cold.mp4`, `1x02.mp4`, or `02 - Cold.mp4` within a season.
 */

export const SHOW_SIDECAR = 'show.json';
export const SEASON_SIDECAR = 'season.json';

/** `Season 2`, also `Season 2 (2020)`, and no `Season 1-3`. */
const SEASON =
  /^(?:s[ ._-]*0*(\d{1,4})$|(?:season|series|seisoen)[ ._-]*(?:0*(\d{1,4})|(one|two|three|four|five|six|seven|eight|nine|ten))(?![\da-z]| *[-–&+] *\d{1,2}(?!\d)))/i;
const NUMBERS = 'zero one two three four five six seven eight nine ten'.split(' ');
const SPECIALS = /^specials$/i;
/** `S01E02`, `1x02`, `Season 1 Episode 2`: the season and the number of the episode. */
const SEASON_AND_EPISODE = [
  /(?:^|[^a-z0-9])s(\d{1,4})[ ._-]*e(?:p(?:isode)?)?[ ._-]*(\d{1,5})(?!\d)/i,
  /(?:^|[^a-z0-9])(\d{1,2})x(\d{2,3})(?!\d)/i,
  /(?:^|[^a-z0-9])(?:season|series|seisoen)[ ._-]*(\d{1,4})[ ,._-]*(?:episode|aflewering|ep|e)[ ._-]*(\d{1,5})(?!\d)/i,
];
/**
 * `Episode 2`, `Ep 2`, `E02`, or a number at the beginning. Years, dates, sizes and names such as
 * `7de Laan` are no numbers of episodes.
 */
const EPISODE = [
  /(?:^|[^a-z0-9])(?:(?:episode|aflewering|ep)[ ._-]*|e)(\d{1,5})(?![\da-z])/i,
  /^(\d{1,3})$/,
  /^(\d{1,3})[ _]*[-–.)_][ _.-]*(?=[^\d\s])/,
  /^(\d{2}) +(?=\D)/,
  /^(\d{1,3})(?=[-–&+]\d{1,3}(?!\d|[-–.]\d))/,
];
/** What follows the number of a double episode: `-E02`, `E02`, `-02`, `x03`. */
const SECOND =
  /^(?:[ ._]*(?:[-–&+]|and|en|to|tot)?[ ._]*(?:(?:s\d{1,4}[ ._-]*)?e(?:p(?:isode)?)?[ ._-]*|\d{0,2}x)(\d{1,5})|(?:[-–]|[ ._]*[&+][ ._]*)(\d{1,3}))(?![\da-z])/i;
const MOST_IN_ONE = 9;
/** What makes the number another one: `S01E16a`, `S01E20.5`. */
const PART = /^(?:[a-uw-z](?![a-z])|\.\d(?!\d|[a-z]))/i;
/** A version of the file. */
const VERSION = /^v\d(?![\da-z])/i;

/** Where the films of a folder stand. */
export interface EpisodePlace {
  /** The folder of the show, from the folder of the import. */
  readonly show: string;
  /** The ordinal of the season; undefined: the names of the films say it. */
  readonly season: number | undefined;
  /** What says the number of the episode, where it is the folder: `Season 1/Episode 2/film.mp4`. */
  readonly named?: string;
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
  for (const folder of new Set(films.map(dirname))) {
    const season = isEpisodeFolder(folder) ? dirname(folder) : folder;
    if (seasonOf(basename(season)) !== undefined && dirname(season) !== '.')
      shows.add(dirname(season));
  }
  return (folder) => {
    if (shows.has(folder)) return { show: folder, season: undefined };
    const isOwn = isEpisodeFolder(folder);
    const home = isOwn ? dirname(folder) : folder;
    const season = seasonOf(basename(home));
    const show = dirname(home);
    if (season === undefined || !shows.has(show)) return undefined;
    return { show, season, ...(isOwn ? { named: basename(folder) } : {}) };
  };
}

/** Whether a folder is that of one episode within its season. */
function isEpisodeFolder(folder: string): boolean {
  const isEpisode = firstOf([...SEASON_AND_EPISODE, ...EPISODE], basename(folder)) !== undefined;
  return isEpisode && seasonOf(basename(dirname(folder))) !== undefined;
}

/** Whether a film that is in no show is called like an episode. */
export function isLostEpisode(film: string): boolean {
  const name = basename(film, extname(film));
  const isNamed = firstOf([...SEASON_AND_EPISODE, ...EPISODE.slice(0, 1)], name) !== undefined;
  return isNamed || seasonOf(basename(dirname(film))) !== undefined;
}

function seasonOf(name: string): number | undefined {
  if (SPECIALS.test(name)) return 0;
  const [, short, long, word] = SEASON.exec(name) ?? [];
  const found = short ?? long ?? (word && NUMBERS.indexOf(word.toLowerCase()));
  return found === undefined ? undefined : Number(found);
}

export interface EpisodeName {
  readonly season: number;
  readonly ordinal: number;
  readonly title: string;
  /** The number of the last episode in the film, where it has several. */
  readonly last?: number;
}

/** What the name of a film says. `given` are the fields beside it. Throws an ImportError. */
export function episodeNamed(
  film: string,
  place: EpisodePlace,
  given: Readonly<Record<string, unknown>>,
): EpisodeName {
  const name = place.named ?? basename(film, extname(film));
  const both = firstOf(SEASON_AND_EPISODE, name);
  const alone = both ? undefined : firstOf(EPISODE, name);
  const match = both ?? alone;
  const named = match && Number(match.at(-1));
  const rest = match ? name.slice(match.index + match[0].length).replace(VERSION, '') : name;
  const more = match && SECOND.exec(rest);
  const part = match && !more ? PART.exec(rest)?.[0] : undefined;
  const isSure = more?.[1] !== undefined;
  const second = more ? Number(more[1] ?? more[2]) : Number.NaN;
  const isSeveral = named !== undefined && second > named && second <= named + MOST_IN_ONE;
  const own = both ? Number(both[1]) : undefined;
  const season = numberOr(given.season, place.season ?? own);
  // 101 may be the first of season 1.
  const isEither = !both && season !== undefined && named !== undefined && named > 99;
  const isUnsure = isEither && /^\d/.test(name) && Math.floor(named / 100) === season;
  const ordinal = numberOr(given.ordinal, isUnsure ? undefined : named);
  const problems = [
    ...(season === undefined ? ['no season: put it into a folder such as Season 1'] : []),
    ...(ordinal === undefined
      ? [
          `no number that is understood: call it S01E02 or 02, or give it an ordinal in ${name}.json`,
        ]
      : []),
    ...(own !== undefined && place.season !== undefined && own !== place.season
      ? [`its name says season ${own}, and its folder season ${place.season}`]
      : []),
    ...(part !== undefined && given.ordinal === undefined
      ? [`its number ${named}${part} is not understood: give it an ordinal in ${name}.json`]
      : []),
    ...(isSure && !isSeveral && given.ordinal === undefined
      ? [`its numbers ${named} and ${second} are not understood`]
      : []),
  ];
  if (season === undefined || ordinal === undefined || problems.length > 0)
    throw new ImportError(problems.map((problem) => `${film}: ${problem}`));
  const title = capital(
    (isSeveral && more ? rest.slice(more[0].length) : rest).replace(/[._-]+/g, ' ').trim(),
  );
  if (!isSeveral || ordinal !== named)
    return { season, ordinal, title: title || `Episode ${ordinal}` };
  const numbers = `${ordinal}–${second}`;
  return {
    season,
    ordinal,
    last: second,
    title: title ? `${title} (${numbers})` : `Episodes ${numbers}`,
  };
}

function firstOf(patterns: readonly RegExp[], name: string): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(name);
    if (found) return found;
  }
  return undefined;
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
