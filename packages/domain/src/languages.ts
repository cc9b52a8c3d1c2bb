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

/**
 * The language that words on a page must name, because the page is in another one; undefined: they
 * need not. A region makes no other language: `en-GB` is read as `en-ZA` is.
 */
export function languageOfPart(words: string, page: Language): string | undefined {
  return words.split('-', 1)[0] === page ? undefined : words;
}

/** The language as documents name it: `zu-ZA`. */
export function languageTag(language: Language): string {
  return `${language}-ZA`;
}
