/** The languages of the service, each by the name that its speakers use. Codes are BCP 47. */
const NAMES = {
  af: 'Afrikaans',
  en: 'English',
  nr: 'isiNdebele',
  nso: 'Sepedi',
  ss: 'siSwati',
  st: 'Sesotho',
  tn: 'Setswana',
  ts: 'Xitsonga',
  ve: 'Tshivenḓa',
  xh: 'isiXhosa',
  zu: 'isiZulu',
} as const;

export type LanguageCode = keyof typeof NAMES;

export const LANGUAGE_CODES = Object.keys(NAMES) as readonly LanguageCode[];

export function isLanguageCode(code: string): code is LanguageCode {
  return Object.hasOwn(NAMES, code);
}

/**
 * The language's own name. `en-ZA` gives the name of `en`, without the region. An unknown code is
 * returned unchanged.
 */
export function languageName(code: string): string {
  const [language = ''] = code.split('-');
  return isLanguageCode(language) ? NAMES[language] : code;
}
