/**
 * The cookies of the site. Pages and server share these names; the browser carries this file, so it
 * holds no schema.
 */

/** Holds a visit or a session: HttpOnly, its value is a secret. */
export const SESSION_COOKIE = 'bonisa_session';

/**
 * Readable by the page: says only that somebody is signed in here, so that a page asks for what is
 * personal. No secret.
 */
export const HINT_COOKIE = 'bonisa_hint';

/**
 * A cookie's name on this site. Over https it has the prefix `__Host-`: a browser then takes it
 * only over https, for the whole site and without a domain, so that neither a neighbouring
 * subdomain nor an http answer can plant one.
 */
export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/**
 * Finds the hint in `document.cookie`, over http and https alike; source of a regular expression,
 * also for inline scripts.
 */
export const HINT_PATTERN = `(?:^|;\\s*)(?:__Host-)?${HINT_COOKIE}=1(?:;|$)`;
