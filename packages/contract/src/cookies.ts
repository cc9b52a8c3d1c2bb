/**
 * The cookies of the site. Pages and server share these names; the browser loads this file, so it
 * contains no schema.
 */

/** The cookie of a visit or a session: HttpOnly, with a secret value. */
export const SESSION_COOKIE = 'bonisa_session';

/**
 * A hint that a viewer is signed in, readable by the page, so that the page requests personal data.
 * It contains no secret.
 */
export const HINT_COOKIE = 'bonisa_hint';

/** The cookie of a preview of the site: HttpOnly, with a secret value. */
export const PREVIEW_COOKIE = 'bonisa_preview';

/**
 * The name of a cookie on this site. Over https the name has the prefix `__Host-`: a browser then
 * accepts the cookie only over https, for the whole site and without a domain, so neither a
 * neighbouring subdomain nor an http answer can set it.
 */
export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/**
 * Matches the hint in `document.cookie`, over http and https. A regular expression's source, so
 * that inline scripts can use it too.
 */
export const HINT_PATTERN = `(?:^|;\\s*)(?:__Host-)?${HINT_COOKIE}=1(?:;|$)`;

/** The language that a viewer has chosen. */
export const LANGUAGE_COOKIE = 'bonisa_language';
