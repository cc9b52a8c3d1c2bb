// What Node has read, stripped of types and compiled is kept, so that the next start reads the
// result: a third less work.
import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of it; for other processes as `NODE_COMPILE_CACHE`. */
export const CODE_CACHE = join(
  dirname(dirname(fileURLToPath(import.meta.url))),
  'node_modules',
  '.cache',
  'bonisa-code',
);

/**
 * Keeps what this process and those that it starts load from now on. Without a folder to write to
 * it starts as it would without.
 */
export function keepCode() {
  process.env.NODE_COMPILE_CACHE ??= CODE_CACHE;
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
