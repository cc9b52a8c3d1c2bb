import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../languages.ts';

/** The name of the help in a language: `help.md` in English, else `help.zu.md`. */
export function helpFileOf(language: Language): 'help.md' | `help.${Language}.md` {
  return language === DEFAULT_LANGUAGE ? 'help.md' : `help.${language}.md`;
}

/** The files of a brand, as a folder or a version has them. */
export type BrandFileName =
  | ReturnType<typeof helpFileOf>
  | 'brand.json'
  | 'logo.svg'
  | 'icon.svg'
  | 'display.woff2'
  | 'terms.md'
  | 'privacy.md'
  | 'messages.json';

/** The most bytes of each file. */
export const MOST_BRAND_BYTES = {
  'brand.json': 20_000,
  'logo.svg': 40_000,
  'icon.svg': 40_000,
  // More would be a large part of what a viewer pays for a first page.
  'display.woff2': 40_000,
  'terms.md': 200_000,
  'privacy.md': 200_000,
  'messages.json': 40_000,
  ...Object.fromEntries(LANGUAGES.map((language) => [helpFileOf(language), 60_000])),
} as Readonly<Record<BrandFileName, number>>;

/** Why a file of so many bytes is refused; undefined where it is not. */
export function tooLarge(name: BrandFileName, bytes: number): string | undefined {
  const most = MOST_BRAND_BYTES[name];
  return bytes > most ? `must have at most ${most} bytes` : undefined;
}

export const BRAND_FILE_NAMES = Object.keys(MOST_BRAND_BYTES) as readonly BrandFileName[];

/** The colours of this software, with which a brand begins that has none. */
export const OUR_COLOURS = { page: '#120c1c', text: '#fff3e0', accent: '#ffb627' } as const;

/** The one file that is no text: on the wire and in the database it is in Base64. */
export const BRAND_FONT = 'display.woff2';

/** The files of a brand as texts, the font in Base64. */
export type BrandTextFiles = Readonly<Partial<Record<BrandFileName, string>>>;

/** What is wrong with a brand: in which file, and in which field of it ('' : the file). */
export interface BrandProblem {
  readonly file: BrandFileName;
  /** Such as `colours.page`. */
  readonly field: string;
  readonly problem: string;
}

/** A problem as one line: `brand.json: colours.page: must be a colour`. */
export function brandProblemLine({
  file,
  field,
  problem,
}: Omit<BrandProblem, 'file'> & { readonly file: string }): string {
  return [file, field, problem].filter((part) => part !== '').join(': ');
}
