import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/;

/** Writes `name.br` and `name.gz` beside each text file: no request waits for a compressor. */
export function compressedFiles(): Plugin {
  return {
    name: 'bonisa-compressed-files',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) throw new Error('the build has no folder');
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const body = await readFile(file);
        // The default effort of brotli is the best one (11).
        await writeFile(`${file}.br`, brotliCompressSync(body));
        await writeFile(`${file}.gz`, gzipSync(body, { level: 9 }));
      }
    },
  };
}
