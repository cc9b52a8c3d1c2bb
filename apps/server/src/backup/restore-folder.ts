import { PGlite } from '@electric-sql/pglite';
import { PGLITE_EXTENSIONS } from '../platform/database/database.ts';

/** Writes a copy of an embedded database into an empty folder. */
export async function writeFolder(folder: string, copy: Buffer): Promise<void> {
  const pglite = await PGlite.create({
    dataDir: folder,
    loadDataDir: new Blob([new Uint8Array(copy)]),
    extensions: PGLITE_EXTENSIONS,
  });
  await pglite.close();
}
