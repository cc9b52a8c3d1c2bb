/** The file store, with an object of its own: written, read, read in part, removed. */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { withTimeLimit } from '../platform/database/time-limit.ts';
import { type FileStore, FileStoreError, probeKey } from '../platform/files/file-store.ts';
import { type Finding, findingsOf } from './finding.ts';

const { error, ok } = findingsOf('file store');
const CONTENT = Buffer.from('0123456789');
const PART = { first: 2, last: 5 } as const;
const WITHIN_MS = 20_000;

/** Tries everything that the product does with the store. */
export async function checkFileStore(files: FileStore): Promise<Finding[]> {
  const started = performance.now();
  try {
    await files.check();
  } catch (problem) {
    if (!(problem instanceof FileStoreError)) throw problem;
    return [error('FILE_STORE', problem.message, 'correct the address, the rights or the server')];
  }
  const wrong = await withTimeLimit(WITHIN_MS, tryObject(files)).catch(reasonOf);
  if (wrong)
    return [
      error('FILE_STORE', wrong, "compare the server with Amazon's S3: the product needs it"),
    ];
  const ms = Math.round(performance.now() - started);
  return [
    ok('FILE_STORE', `write, read, range, size and removal work at ${files.place} (${ms} ms)`),
  ];
}

async function tryObject(files: FileStore): Promise<string | undefined> {
  const key = probeKey(randomUUID());
  await files.put(key, CONTENT);
  try {
    const whole = await files.read(key);
    if (!whole?.bytes.equals(CONTENT)) return 'an object is not read as it was written';
    const stream = await files.open(key, PART);
    const part = stream && (await buffer(stream));
    if (!part?.equals(CONTENT.subarray(PART.first, PART.last + 1)))
      return 'a range of an object is not answered as asked: videos cannot be sought';
    if ((await files.stat(key))?.size !== CONTENT.length) return 'the size of an object is wrong';
  } finally {
    await files.remove(key);
  }
  return (await files.stat(key)) === undefined ? undefined : 'a removed object is still there';
}

function reasonOf(problem: unknown): string {
  return `does not work (${problem instanceof Error ? problem.name : 'unknown'})`;
}
