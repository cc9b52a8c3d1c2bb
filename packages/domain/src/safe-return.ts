/** A placeholder origin for parsing a path; no site can own it. */
const HERE = 'http://own.invalid';

/**
 * The path that an address leads back to (row R5): a path of the own site with query and fragment,
 * else `/`. Rejects anything that a browser could read as another site's address (`//evil`,
 * `/\evil`, `/.//evil`, `https:…`). The one reading of every address to return to, of the site and
 * of the studio.
 */
export function safeReturn(wanted: string | null | undefined): string {
  if (!wanted?.startsWith('/')) return '/';
  const address = readAddress(wanted);
  if (address?.origin !== HERE || address.username || address.password) return '/';
  // Dot segments may collapse into a leading second slash, which a browser would read as a host.
  if (address.pathname.startsWith('//')) return '/';
  return address.pathname + address.search + address.hash;
}

/** Parses without throwing; `URL.parse` is missing in older supported phones. */
function readAddress(text: string): URL | undefined {
  try {
    return new URL(text, HERE);
  } catch {
    return undefined;
  }
}
