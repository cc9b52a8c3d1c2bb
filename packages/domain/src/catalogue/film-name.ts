/** What the name of a film's file says about it: for imports of folders and for the studio. */

/** What the names of films end with. */
export const FILM_ENDINGS: ReadonlySet<string> = new Set(
  '.mp4 .m4v .mov .mkv .webm .ts .mts .m2ts .mpg .mpeg .mxf .avi .wmv .3gp .flv .ogv .vob'.split(
    ' ',
  ),
);

/** The ending of a file's name in small letters, with its dot: `.mp4`; empty where it has none. */
export function endingOf(name: string): string {
  return /[^/](\.[^./]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** A file's name without its ending. */
export function stemOf(name: string): string {
  return name.slice(0, name.length - endingOf(name).length);
}

export interface FilmName {
  readonly title: string;
  /** Only where nothing else can be meant. */
  readonly year?: number;
}

const YEAR = '(?:189[5-9]|19\\d\\d|20\\d\\d)';
const BRACKETED_YEAR = new RegExp(`[([](${YEAR})[)\\]]`);
/** How a film was encoded, in words that no title has. */
const TECHNICAL =
  '(?:\\d{3,4}[pi]\\d*|[248]k|uhd|[hx] ?26[456]|hevc|avc|av1|prores\\w*|dnxh[dr]\\w*|xvid|divx|' +
  'hdr(?:10)?|blu ?ray|b[dr]rip|web ?(?:dl|rip)|hd ?rip|hdtv|dvd ?rip|16x9|4x3|' +
  '\\d{2}(?: \\d{1,3})?fps|aac|ac3|eac3|dts|ddp?5 1)';
const TECHNICAL_WORDS = new RegExp(`[ ([]${TECHNICAL}(?![a-z0-9]).*$`, 'i');
/** A year before such words, or what is left of one where these began. */
const YEAR_AT_END = new RegExp(`^(.*\\S) (${YEAR})$`);

/**
 * The title and the year that a film's or a show's name says, without its ending: `The_Lamp (2019)
 * 1080p` is 'The Lamp' of 2019, `the-long_walk` is 'The long walk'. A number that may belong to the
 * title stays in it (`Soweto 1976`).
 */
export function filmNamed(stem: string): FilmName {
  const words = stem.replace(/[._-]+/g, ' ').trim();
  const plain = words.replace(TECHNICAL_WORDS, '').trim();
  const bracketed = BRACKETED_YEAR.exec(plain);
  const before = bracketed && plain.slice(0, bracketed.index).trim();
  if (bracketed && before) return { title: capital(before), year: Number(bracketed[1]) };
  const [, title, year] = (plain !== words && YEAR_AT_END.exec(plain)) || [];
  if (title && year) return { title: capital(title), year: Number(year) };
  return { title: capital(plain || words) };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
