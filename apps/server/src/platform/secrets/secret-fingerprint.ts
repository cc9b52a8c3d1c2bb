/**
 * Every process of a database needs the same `SECRET_KEY`: with another key it refuses the cookies,
 * codes and events of the other processes and does not recognise forgotten numbers. The database
 * stores a fingerprint of the key, from which the key cannot be computed, and a start with another
 * key is refused. A change of the key is three rounds of restarts, so that for minutes processes of
 * two rounds run (decision 47).
 */
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { installationFacts } from '../database/installation.tables.ts';
import { type LiveProcess, liveProcesses } from '../database/live-processes.ts';

/** Fingerprints of the secrets. The secrets cannot be computed from them. */
export interface Fingerprints {
  /** Of the key in use. */
  readonly current: string;
  /** Of the coming key, whose signatures are accepted. */
  readonly next: string | undefined;
  /** Of the earlier key whose signatures are still accepted. */
  readonly previous: string | undefined;
  /** Of the configured earlier keys, newest first. */
  readonly before: readonly string[];
  /** Of the oldest key, which the pseudonyms of forgotten numbers use. */
  readonly marks: string;
  /** Whether the operator has declared the earlier key as lost. */
  readonly lost: boolean;
}

/** Where the key comes from, for the text of a refusal. */
export type KeySource = 'SECRET_KEY' | 'DATA_DIR';

/** What the database knows of the keys: facts of `installation_facts`. */
interface KnownKeys {
  /** The newest key that a process has signed with. */
  readonly known: string;
  /** The oldest key, of the marks. */
  readonly marks: string;
  /** The earlier key that is accepted during a change; '' after it. */
  readonly accepted: string;
}

const KEY = 'secret_key';
const MARKS = 'secret_key_of_marks';
/** The fact of the earlier key that is accepted, and when a process of that round began last. */
const ACCEPTED = 'secret_key_accepted';
const HELP = "see 'Rotating secrets' in docs/operations.md";

/**
 * Stores the fingerprints of a new database, follows a change of the key, and throws for a key that
 * the database does not know, or that processes which run now would refuse.
 */
export async function checkFingerprints(
  db: Database,
  {
    fingerprints,
    source,
    now,
    logger,
    others,
  }: {
    fingerprints: Fingerprints;
    source: KeySource;
    now: Date;
    logger: Pick<Logger, 'warn'>;
    /** The other processes that run on the database. */
    others: readonly LiveProcess[];
  },
): Promise<void> {
  const { current, previous = '', marks, lost } = fingerprints;
  await db.transaction(async (tx) => {
    const stored = {
      known: await storeIfNew(tx, KEY, current, now),
      marks: await storeIfNew(tx, MARKS, marks, now),
      accepted: await storeIfNew(tx, ACCEPTED, '', now),
    };
    if (lost && (stored.known !== current || stored.marks !== marks)) {
      logger.warn(
        'SECRET_KEY_BEFORE: lost: all sessions have ended, and evidence about removed numbers can no longer be found by number',
      );
      await change(tx, KEY, current, now);
      await change(tx, MARKS, marks, now);
      return;
    }
    const problem = problemOf(fingerprints, stored, others);
    if (problem) throw new Error(problem[source]);
    if (isAhead(fingerprints, stored)) return;
    // The start that ends the acceptance of the earlier key ends it for good.
    const isEnd = stored.known === current && previous === '';
    if (isEnd || (previous !== '' && stored.accepted === previous))
      await change(tx, ACCEPTED, previous, now);
    if (stored.known === current) return;
    await change(tx, ACCEPTED, previous, now);
    logger.warn(
      previous === ''
        ? 'SECRET_KEY: changed at once: what the earlier key has signed has ended, except sessions'
        : 'SECRET_KEY: changed; what the earlier key has signed is accepted (SECRET_KEY_PREVIOUS)',
    );
    await change(tx, KEY, current, now);
  });
}

/** Why a start with these keys would be refused by a database with tables. Only reads. */
export async function keyProblem(
  db: Database,
  fingerprints: Fingerprints,
  now: Date,
): Promise<string | undefined> {
  if (fingerprints.lost) return undefined;
  const rows = await db.select().from(installationFacts);
  const fact = (name: string): string | undefined => rows.find((row) => row.name === name)?.value;
  const stored = {
    known: fact(KEY) ?? fingerprints.current,
    marks: fact(MARKS) ?? fingerprints.marks,
    accepted: fact(ACCEPTED) ?? '',
  };
  return problemOf(fingerprints, stored, await liveProcesses(db, now))?.SECRET_KEY;
}

/** When a process that accepts an earlier key was started last; `undefined`: none is accepted. */
export async function acceptedSince(db: Database): Promise<Date | undefined> {
  const [accepted] = await db
    .select({ at: installationFacts.at, value: installationFacts.value })
    .from(installationFacts)
    .where(eq(installationFacts.name, ACCEPTED));
  return accepted?.value ? accepted.at : undefined;
}

/** Whether others sign with the coming key already: this process is of the round before. */
function isAhead({ current, next }: Fingerprints, { known }: KnownKeys): boolean {
  return known === next && known !== current;
}

/** The refusal, by where the key comes from; `undefined` for keys that may start. */
function problemOf(
  ours: Fingerprints,
  stored: KnownKeys,
  processes: readonly LiveProcess[],
): Record<KeySource, string> | undefined {
  const { current, before, marks } = ours;
  const { known } = stored;
  const text = (SECRET_KEY: string, DATA_DIR = SECRET_KEY) => ({ SECRET_KEY, DATA_DIR });
  // A process of the first round that is started again while others are in the second.
  const isOfRoundBefore = isAhead(ours, stored) && stored.accepted === current;
  if (known !== current && !before.includes(known) && !isOfRoundBefore)
    return text(unknownKey('SECRET_KEY'), unknownKey('DATA_DIR'));
  if (stored.marks !== marks)
    return text(
      `SECRET_KEY_BEFORE: must name all keys that were in use, newest first: what is kept of forgotten numbers is found by the oldest (${HELP})`,
      unknownKey('DATA_DIR'),
    );
  const unaware = processes.filter(({ keys }) => !keys.includes(current)).length;
  if (unaware > 0)
    return text(
      `SECRET_KEY: ${processesThat(unaware)} would refuse what this one signs: give them all the new key as SECRET_KEY_NEXT first (${HELP})`,
    );
  const accepted = [current, ours.next, ours.previous];
  const behind = processes.filter(({ keys: [signs] }) => !accepted.includes(signs)).length;
  if (behind > 0)
    return text(
      `SECRET_KEY_PREVIOUS: what ${processesThat(behind)} would sign would be refused here: restart all with the new SECRET_KEY first (${HELP})`,
    );
  return undefined;
}

function processesThat(count: number): string {
  return count === 1 ? 'one process that runs' : `${count} processes that run`;
}

function unknownKey(source: KeySource): string {
  if (source === 'SECRET_KEY') {
    return `SECRET_KEY: the database knows another one: all its processes need the same; to change it, give the one before as SECRET_KEY_BEFORE (${HELP})`;
  }
  return `SECRET_KEY: the database knows another one than that in DATA_DIR: all processes of one database need the same SECRET_KEY, or the same DATA_DIR one after the other (${HELP})`;
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
