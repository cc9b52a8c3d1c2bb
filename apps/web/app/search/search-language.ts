/** The query parameter with the language that results must have. */
export const LANGUAGE = 'language';

/** The language of a search's address; `undefined`: any. */
export function languageOf(search: string): string | undefined {
  return new URLSearchParams(search).get(LANGUAGE) || undefined;
}

/** The address with another language; none removes it. The rest stays unchanged. */
export function withLanguage(
  address: { readonly pathname: string; readonly search: string; readonly hash: string },
  language: string | undefined,
): string {
  const params = new URLSearchParams(address.search);
  params.delete(LANGUAGE);
  if (language) params.set(LANGUAGE, language);
  const search = params.toString();
  return `${address.pathname}${search === '' ? '' : `?${search}`}${address.hash}`;
}
