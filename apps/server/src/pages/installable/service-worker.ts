import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, 'service-worker.js');

/**
 * The service worker's text for an offline page with this hash. A browser with another text
 * replaces it.
 */
export async function serviceWorkerText(version: string): Promise<string> {
  const source = await readFile(SOURCE, 'utf8');
  return source.replace('__VERSION__', version);
}
