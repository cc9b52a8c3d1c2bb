import { LANGUAGE_COOKIE } from '@bonisa/contract/cookies';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@bonisa/domain/languages';

const CHOSEN = new RegExp(`(?:^|;\\s*)(?:__Host-)?${LANGUAGE_COOKIE}=([a-z]{2})(?:;|$)`);

/**
 * The language that the sender of a request has chosen, by its cookie. A value that is none of ours
 * counts as no choice. `Accept-Language` does not count: it would make each page differ by a header
 * with thousands of values.
 */
export function viewerLanguage(headers: { readonly cookie?: string | undefined }): Language {
  const { cookie } = headers;
  // Nearly every request: no need to read further.
  if (!cookie?.includes(LANGUAGE_COOKIE)) return DEFAULT_LANGUAGE;
  const chosen = CHOSEN.exec(cookie)?.[1];
  return isLanguage(chosen) ? chosen : DEFAULT_LANGUAGE;
}
