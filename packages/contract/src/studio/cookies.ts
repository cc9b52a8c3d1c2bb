/** The cookie of a session of the studio: HttpOnly, SameSite=Strict, with a secret value. */
export const STUDIO_SESSION_COOKIE = 'bonisa_studio';
