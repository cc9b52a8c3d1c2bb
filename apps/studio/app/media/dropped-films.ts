import { endingOf, FILM_ENDINGS, filmNamed, stemOf } from '@bonisa/domain/catalogue/film-name';
import { slugOf } from '@bonisa/domain/catalogue/title-slug';
import { cutText } from '@bonisa/domain/cut-text';
import { captionsBeside } from '@bonisa/domain/playback/sidecar-captions';

/** What files that were given together say: films, and the captions beside each of them. */

export interface DroppedFilm {
  readonly file: File;
  readonly title: string;
  readonly slug: string;
  /** Where the name says it. */
  readonly year: number | undefined;
  readonly captions: readonly {
    readonly file: File;
    readonly language: string;
    readonly label: string;
  }[];
}

export interface DroppedFilms {
  readonly films: readonly DroppedFilm[];
  /** The names of files that are not used, each with its reason. */
  readonly leftOut: readonly string[];
}

/** What the dialog for files offers. */
export const FILMS_AND_CAPTIONS = ['video/*', ...FILM_ENDINGS, '.vtt', '.srt'].join(',');

const LONGEST_TITLE = 120;

/** Reads the names of files by the rules that imports of folders have. */
export function filmsAmong(files: readonly File[]): DroppedFilms {
  const named = new Map(files.map((file) => [file.name.normalize(), file] as const));
  const names = [...named.keys()];
  const stems = names.filter((name) => FILM_ENDINGS.has(endingOf(name))).map(stemOf);
  const used = new Set<string>();
  const leftOut: string[] = [];
  const films = names.flatMap((name): DroppedFilm[] => {
    const file = named.get(name);
    if (!file || !FILM_ENDINGS.has(endingOf(name))) return [];
    const { given, leftOut: others } = captionsBeside(names, stemOf(name), stems);
    for (const one of [{ file: name }, ...given, ...others]) used.add(one.file);
    leftOut.push(...others.map((one) => `${one.file}: ${one.reason}`));
    const { title: whole, year } = filmNamed(stemOf(name));
    const title = cutText(whole, LONGEST_TITLE);
    const captions = given.flatMap(({ file: beside, ...rest }) => {
      const found = named.get(beside);
      return found ? [{ file: found, ...rest }] : [];
    });
    return [{ file, title, year, slug: slugOf(title) || 'film', captions }];
  });
  const others = names.filter((name) => !used.has(name));
  return { films, leftOut: [...leftOut, ...others.map((name) => `${name}: belongs to no film`)] };
}
