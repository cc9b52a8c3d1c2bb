import { isLanguageCode, LANGUAGE_CODES, languageName } from './language.ts';

/**
 * Languages as people write them into names of files: ISO 639-1 and -2 (both kinds), with a region
 * after a hyphen or an underscore, and names in English and in the language itself.
 */

const TAG = /^([a-z]{2,3})(?:[-_]([a-z]{2}|\d{3}|[a-z]{4}))?$/i;
/** Names that no table has. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  zulu: 'zu',
  xhosa: 'xh',
  ndebele: 'nr',
  swati: 'ss',
  swazi: 'ss',
  sotho: 'st',
  southernsotho: 'st',
  northernsotho: 'nso',
  pedi: 'nso',
  sesothosaleboa: 'nso',
  tswana: 'tn',
  tsonga: 'ts',
  shangaan: 'ts',
  venda: 've',
};

/** The code (BCP 47) that a word means as a language; undefined for another word. */
export function readLanguage(word: string): string | undefined {
  return byCode(word) ?? byName(word);
}

/** The name that the speakers of a language have for it, where a code has one. */
export function ownName(code: string): string {
  const [language = ''] = code.split('-');
  if (isLanguageCode(language)) return languageName(language);
  const name = nameIn(language, language) ?? code;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

function byCode(word: string): string | undefined {
  if (!TAG.test(word)) return undefined;
  const [code = ''] = Intl.getCanonicalLocales(word.replace('_', '-'));
  const [language = ''] = code.split('-');
  if (isLanguageCode(language)) return code;
  // Three letters without a code of two are more often a word: sdh, new, one.
  return language.length === 2 && nameIn('en', language) ? code : undefined;
}

function byName(word: string): string | undefined {
  const folded = fold(word);
  if (folded.length < 4) return undefined;
  return OTHER_NAMES[folded] ?? names().get(folded);
}

let known: ReadonlyMap<string, string> | undefined;

/** Names in English and in the language itself. They take some milliseconds to find. */
function names(): ReadonlyMap<string, string> {
  known ??= new Map([
    ...twoLetters().flatMap((code): [string, string][] => {
      const english = nameIn('en', code);
      if (!english) return [];
      return [english, nameIn(code, code) ?? english].map((name) => [fold(name), code]);
    }),
    ...LANGUAGE_CODES.map((code): [string, string] => [fold(languageName(code)), code]),
  ]);
  return known;
}

function twoLetters(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => Intl.getCanonicalLocales(code)[0] === code);
}

function nameIn(locale: string, code: string): string | undefined {
  return new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(code);
}

function fold(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase();
}
