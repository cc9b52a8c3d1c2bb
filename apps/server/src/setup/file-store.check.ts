/** The file store, with an object of its own: written, read, read in part, removed. */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { withTimeLimit } from '../platform/database/time-limit.ts';
import { ENDS } from '../platform/end-records/end-record.ts';
import { tryConditions } from '../platform/files/conditional-writes.ts';
import { type FileStore, FileStoreError, probeKey } from '../platform/files/file-store.ts';
import { FENCE_FOLDER } from '../recovery/fence/fence-file.ts';
import { type Finding, findingsOf } from './finding.ts';

const { error, ok, warning } = findingsOf('file store');
const CONTENT = Buffer.from('0123456789');
const PART = { first: 2, last: 5 } as const;
const WITHIN_MS = 20_000;

/** What is kept in folders of its own, to which rights may be missing. */
interface Used {
  readonly isFenced: boolean;
  readonly recordsEnds: boolean;
}

/** Tries everything that the product does with the store. */
export async function checkFileStore(files: FileStore, used: Used): Promise<Finding[]> {
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
    ...(used.isFenced ? await checkFence(files) : []),
    ...(used.recordsEnds ? await checkEnds(files) : []),
  ];
}

/** Whether this database could take the fence, and how surely. */
async function checkFence(files: FileStore): Promise<Finding[]> {
  try {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const conditions = await withTimeLimit(WITHIN_MS, tryConditions(files, FENCE_FOLDER, signal));
    if (conditions === 'kept')
      return [ok('FENCE', 'the store keeps conditional writes: two copies never charge at once')];
    const says = `conditional writes are ${conditions} by the store: plain writes are used, and the first charge waits 15 s longer`;
    return [warning('FENCE', says, 'a server that keeps If-Match and If-None-Match is better')];
  } catch (problem) {
    return [
      error(
        'FENCE',
        `fence/ in the file store ${reasonOf(problem)}: nothing would be charged for an hour`,
        'let the credentials read, write and remove fence/*',
      ),
    ];
  }
}

async function checkEnds(files: FileStore): Promise<Finding[]> {
  const key = `${ENDS}/probe-${randomUUID()}`;
  const tried = async (): Promise<void> => {
    await files.put(key, CONTENT);
    await files.read(key);
    for await (const _ of files.list(`${ENDS}/none`));
    await files.remove(key);
  };
  try {
    await withTimeLimit(WITHIN_MS, tried());
    return [];
  } catch (problem) {
    return [
      error(
        'FILE_STORE',
        `${ENDS}/ ${reasonOf(problem)}: nothing would be charged after a start of the database`,
        `let the credentials list, read, write and remove ${ENDS}/*`,
      ),
    ];
  }
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
