/**
 * Every process of a database needs the same `SECRET_KEY`: with another key it refuses the cookies,
 * codes and events of the other processes and does not recognise forgotten numbers. The database
 * stores a fingerprint of the key, from which the key cannot be computed, and a start with another
 * key is refused.
 */
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { installationFacts } from '../database/installation.tables.ts';

/** Fingerprints of the secrets. The secrets cannot be computed from them. */
export interface Fingerprints {
  /** Of the key in use. */
  readonly current: string;
  /** Of the configured earlier keys, newest first. */
  readonly before: readonly string[];
  /** Of the oldest key, which the pseudonyms of forgotten numbers use. */
  readonly marks: string;
  /** Whether the operator has declared the earlier key as lost. */
  readonly lost: boolean;
}

/** Where the key comes from, for the text of a refusal. */
export type KeySource = 'SECRET_KEY' | 'DATA_DIR';

const KEY = 'secret_key';
const MARKS = 'secret_key_of_marks';
const HELP = "see 'Starts that are refused' in docs/operations.md";

/**
 * Stores the fingerprints of a new database, follows a rotation of the key, and throws for a key
 * that the database does not know.
 */
export async function checkFingerprints(
  db: Database,
  {
    fingerprints,
    source,
    now,
    logger,
  }: { fingerprints: Fingerprints; source: KeySource; now: Date; logger: Pick<Logger, 'warn'> },
): Promise<void> {
  const { current, before, marks, lost } = fingerprints;
  await db.transaction(async (tx) => {
    const known = await storeIfNew(tx, KEY, current, now);
    const knownMarks = await storeIfNew(tx, MARKS, marks, now);
    if (lost && (known !== current || knownMarks !== marks)) {
      logger.warn(
        'SECRET_KEY_BEFORE: lost: all sessions have ended, and evidence about removed numbers can no longer be found by number',
      );
      await change(tx, KEY, current, now);
      await change(tx, MARKS, marks, now);
      return;
    }
    if (known !== current && !before.includes(known)) throw new Error(unknownKey(source));
    if (knownMarks !== marks) throw new Error(missingBefore(source));
    if (known === current) return;
    logger.warn(
      'SECRET_KEY: changed; sessions have ended unless SECRET_KEY_PREVIOUS names their key',
    );
    await change(tx, KEY, current, now);
  });
}

/** Whether a start with these keys would be accepted by a database with tables. Only reads. */
export async function acceptsKeys(
  db: Database,
  { current, before, marks, lost }: Fingerprints,
): Promise<boolean> {
  if (lost) return true;
  const rows = await db.select().from(installationFacts);
  const stored = (name: string): string | undefined => rows.find((row) => row.name === name)?.value;
  const known = stored(KEY) ?? current;
  return (known === current || before.includes(known)) && (stored(MARKS) ?? marks) === marks;
}

function unknownKey(source: KeySource): string {
  if (source === 'SECRET_KEY') {
    return `SECRET_KEY: the database knows another one: all its processes need the same; to change it, give the one before as SECRET_KEY_BEFORE (${HELP})`;
  }
  return `SECRET_KEY: the database knows another one than that in DATA_DIR: all processes of one database need the same SECRET_KEY, or the same DATA_DIR one after the other (${HELP})`;
}

function missingBefore(source: KeySource): string {
  if (source === 'DATA_DIR') return unknownKey(source);
  return `SECRET_KEY_BEFORE: must name all keys that were in use, newest first: what is kept of forgotten numbers is found by the oldest (${HELP})`;
}

/**
 * Stores a value unless one exists, and returns the stored value. One of several concurrent starts
 * is first.
 */
async function storeIfNew(tx: Database, name: string, value: string, at: Date): Promise<string> {
  await tx.insert(installationFacts).values({ name, value, at }).onConflictDoNothing();
  const [row] = await tx
    .select({ value: installationFacts.value })
    .from(installationFacts)
    .where(eq(installationFacts.name, name));
  return row?.value ?? value;
}

async function change(tx: Database, name: string, value: string, at: Date): Promise<void> {
  await tx.update(installationFacts).set({ value, at }).where(eq(installationFacts.name, name));
}
