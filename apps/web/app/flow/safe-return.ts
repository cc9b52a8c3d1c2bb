/** Stands in for the site's own address while a path is read; can never be anybody's. */
const HERE = 'http://own.invalid';

/**
 * The path to go back to after the flow (row R5): an own path with its query and fragment, else
 * `/`. Anything that a browser could read as another site's address (`//evil`, `/\evil`, `https:…`)
 * is ignored, and so is the flow itself.
 */
export function safeReturn(wanted: string | null | undefined): string {
  if (!wanted?.startsWith('/')) return '/';
  const address = readAddress(wanted);
  if (address?.origin !== HERE || address.username || address.password) return '/';
  // Dots may fold into a second slash at the start, which a browser would read as a host.
  if (address.pathname.startsWith('//') || isFlow(address.pathname)) return '/';
  return address.pathname + address.search + address.hash;
}

function isFlow(path: string): boolean {
  const plain = path.toLowerCase().replace(/\/+$/, '');
  return plain === '/enter-number' || plain.startsWith('/subscribe/');
}

/** `URL.parse` is too young for the phones that are served. */
function readAddress(text: string): URL | undefined {
  try {
    return new URL(text, HERE);
  } catch {
    return undefined;
  }
}
