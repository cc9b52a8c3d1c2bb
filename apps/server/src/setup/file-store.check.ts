import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { withTimeLimit } from '@bonisa/kit/database/time-limit';
import { type Conditions, tryConditions } from '@bonisa/kit/files/conditional-writes';
import { type FileStore, FileStoreError } from '@bonisa/kit/files/file-store';
import { createFileStore } from '@bonisa/kit/files/files';
import { ENDS } from '@bonisa/kit/termination-journal/termination';
import { LEASE_FOLDER } from '@bonisa/money/recovery/active-database-lease/lease-file';
import { error, type Problem, type Subject, warning } from './check.ts';

const CONTENT = Buffer.from('0123456789');
const PART = { first: 2, last: 5 } as const;
const WITHIN_MS = 20_000;
const NAME = 'FILE_STORE';

/** Tries all that the product does with the store, with probes that it removes. */
export async function checkFileStore({ config }: Subject): Promise<Problem[]> {
  return await storeProblems(createFileStore(config), config);
}

/** What is wrong with a store; some folders may have rights of their own. */
export async function storeProblems(
  files: FileStore,
  {
    needsDatabaseLease,
    keepsTerminationJournal,
  }: Pick<Subject['config'], 'needsDatabaseLease' | 'keepsTerminationJournal'>,
): Promise<Problem[]> {
  try {
    await files.check();
  } catch (problem) {
    if (!(problem instanceof FileStoreError)) throw problem;
    return [error(NAME, problem.message)];
  }
  const wrong = await reasonOf(tryObject(files, 'probe'));
  if (wrong) return [error(NAME, `${wrong}; compare the server with Amazon's S3`)];
  const ends = keepsTerminationJournal ? await reasonOf(tryObject(files, ENDS)) : undefined;
  return [
    ...(ends
      ? [error(NAME, `${ENDS}/: ${ends}: nothing would be charged after a start of the database`)]
      : []),
    ...(needsDatabaseLease ? await leaseProblems(files) : []),
  ];
}

async function leaseProblems(files: FileStore): Promise<Problem[]> {
  let conditions: Conditions = 'kept';
  const wrong = await reasonOf(
    tryConditions(files, LEASE_FOLDER, AbortSignal.timeout(WITHIN_MS)).then((found) => {
      conditions = found;
      return undefined;
    }),
  );
  if (wrong)
    return [error(NAME, `${LEASE_FOLDER}/: ${wrong}: nothing would be charged for an hour`)];
  if (conditions === 'kept') return [];
  const says = `conditional writes are ${conditions}: plain writes are used, and the first charge waits 15 s longer; a server that keeps If-Match and If-None-Match is better`;
  return [warning('FENCE', says)];
}

/** Writes, reads, lists and removes an object; says what does not work. */
async function tryObject(files: FileStore, folder: string): Promise<string | undefined> {
  const key = `${folder}/probe-${randomUUID()}`;
  await files.put(key, CONTENT);
  try {
    if (!(await files.read(key))?.bytes.equals(CONTENT))
      return 'an object is not read as it was written';
    const stream = await files.open(key, PART);
    const part = stream && (await buffer(stream));
    if (!part?.equals(CONTENT.subarray(PART.first, PART.last + 1)))
      return 'a range of an object is not answered as asked: videos cannot be sought';
    if ((await files.stat(key))?.size !== CONTENT.length) return 'the size of an object is wrong';
    for await (const _ of files.list(`${folder}/none`));
  } finally {
    await files.remove(key);
  }
  return (await files.stat(key)) === undefined ? undefined : 'a removed object is still there';
}

/** What does not work, or the name of the error: its text may hold credentials. */
async function reasonOf(tried: Promise<string | undefined>): Promise<string | undefined> {
  return await withTimeLimit(WITHIN_MS, tried).catch(
    (problem: unknown) =>
      `does not work (${problem instanceof Error ? problem.name : 'unknown'}): give the credentials its rights`,
  );
}
