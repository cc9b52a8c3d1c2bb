import { randomUUID } from 'node:crypto';
import { type FileStore, FileStoreError } from './file-store.ts';

/** `ignored`: the last of two writers wins. `refused`: the server answers with an error. */
export type Conditions = 'kept' | 'ignored' | 'refused';

/**
 * Tries with a file of its own below `prefix` what the store makes of conditional writes. Rejects
 * where it does not answer, or where files there cannot be written, read and removed.
 */
export async function tryConditions(
  files: Pick<FileStore, 'read' | 'replace' | 'put' | 'remove'>,
  prefix: string,
  signal?: AbortSignal,
): Promise<Conditions> {
  const key = `${prefix}/probe-${randomUUID()}`;
  const replace = (...[before, text]: [Parameters<FileStore['replace']>[1], string]) =>
    files.replace(key, before, Buffer.from(text), signal);
  try {
    if (!(await replace(undefined, 'first'))) return 'refused';
    if (await replace(undefined, 'second')) return 'ignored';
    const first = await files.read(key, signal);
    if (!(await replace(first, 'third'))) return 'refused';
    return (await replace(first, 'fourth')) ? 'ignored' : 'kept';
  } catch (error) {
    if (!(error instanceof FileStoreError && error.problem === 'conditions')) throw error;
    // Whether the rights suffice is said all the same.
    await files.put(key, Buffer.from('probe'), signal);
    await files.read(key, signal);
    return 'refused';
  } finally {
    // A probe that is left over harms nobody.
    await files.remove(key).catch(() => undefined);
  }
}
