/** The languages of the site's interface, the default one first. */
export const LANGUAGES = ['en', 'zu', 'xh', 'af', 'st'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of a viewer who has chosen none. */
export const DEFAULT_LANGUAGE: Language = 'en';

/** What speakers call their language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  zu: 'isiZulu',
  xh: 'isiXhosa',
  af: 'Afrikaans',
  st: 'Sesotho',
};

/** Whether a text names one of our languages. */
export function isLanguage(text: unknown): text is Language {
  return (LANGUAGES as readonly unknown[]).includes(text);
}

/** The language as documents name it: `zu-ZA`. */
export function languageTag(language: Language): string {
  return `${language}-ZA`;
}
