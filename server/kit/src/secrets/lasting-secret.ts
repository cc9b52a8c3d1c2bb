/**
 * The lasting secret: random bytes in the database, sealed by `SECRET_KEY`. Marks of removed
 * numbers and other digests that are looked up by value are keyed with it, so a change of
 * `SECRET_KEY` loses none of them, and after the change nothing needs the earlier key. The seal
 * also tells which key the database knows: a start whose ring lacks that key is refused, and so is
 * one that the running processes would not understand (decision 47).
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import { eq, like, or } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { installationFacts } from '../database/installation.tables.ts';
import { type LiveProcess, liveProcesses } from '../database/live-processes.ts';
import { createSealer, sealedBy } from './sealer.ts';
import type { LoadedSecrets, Secrets } from './secrets.ts';

/** The secrets of a process that joins a database. */
export type JoiningSecrets = Pick<LoadedSecrets, 'key' | 'kids' | 'lost' | 'source'>;

const SEALED = 'lasting_secret';
/** Facts that name the keys that have been current. */
const SIGNED = 'secret_key ';
const HELP = "see 'Rotating secrets' in docs/operations.md";

/** Opens the lasting secret, or makes it for a new database. Throws a line for a refused ring. */
export async function joinKeys(
  db: Database,
  {
    secrets,
    others,
    now,
    logger,
  }: {
    secrets: JoiningSecrets;
    /** The other processes that run on the database. */
    others: readonly LiveProcess[];
    now: Date;
    logger: Pick<Logger, 'warn'>;
  },
): Promise<Secrets['lastingKey']> {
  const sealer = createSealer(secrets.key('lasting'));
  const newSecret = () => randomBytes(32).toString('base64url');
  return await db.transaction(async (tx) => {
    const stored = await storeIfNew(tx, SEALED, sealer.seal(newSecret(), SEALED), now);
    const opened = sealer.open(stored, SEALED);
    const problem = problemOf(secrets, { kid: sealedBy(stored), isReadable: !!opened }, others);
    if (problem && !secrets.lost) throw new Error(problem);
    const secret = opened ?? newSecret();
    if (opened === undefined || !sealer.isCurrent(stored)) {
      logger.warn(
        { kid: secrets.kids[0], before: sealedBy(stored) },
        opened === undefined
          ? 'SECRET_KEY_FALLBACKS: lost: all sessions have ended, and evidence about removed numbers can no longer be found by number'
          : 'SECRET_KEY: another key signs now',
      );
      const value = sealer.seal(secret, SEALED);
      await tx
        .update(installationFacts)
        .set({ value, at: now })
        .where(eq(installationFacts.name, SEALED));
    }
    await storeIfNew(tx, SIGNED + secrets.kids[0], '', now);
    return (purpose) => Buffer.from(hkdfSync('sha256', secret, 'bonisa', `lasting ${purpose}`, 32));
  });
}

/** Why a start with these keys would be refused by a database with tables. Only reads. */
export async function keyProblem(
  db: Database,
  secrets: JoiningSecrets,
  now: Date,
): Promise<string | undefined> {
  if (secrets.lost) return undefined;
  const [row] = await db.select().from(installationFacts).where(eq(installationFacts.name, SEALED));
  const isReadable =
    !row || createSealer(secrets.key('lasting')).open(row.value, SEALED) !== undefined;
  const seal = { kid: row ? sealedBy(row.value) : secrets.kids[0], isReadable };
  return problemOf(secrets, seal, await liveProcesses(db, now));
}

/** What the database knows of the keys. */
export interface KeyFacts {
  /** The key that sealed the lasting secret: the one that signs. */
  readonly current: string | undefined;
  /** Since when that key signs. */
  readonly since: Date | undefined;
  /** All keys that have signed. */
  readonly signed: ReadonlySet<string>;
}

/** Reads {@link KeyFacts}. */
export async function keyFacts(db: Database): Promise<KeyFacts> {
  const { name } = installationFacts;
  const rows = await db
    .select()
    .from(installationFacts)
    .where(or(eq(name, SEALED), like(name, `${SIGNED}%`)));
  const seal = rows.find((row) => row.name === SEALED);
  const signed = rows.filter((row) => row !== seal).map((row) => row.name.slice(SIGNED.length));
  return { current: seal && sealedBy(seal.value), since: seal?.at, signed: new Set(signed) };
}

/** The refusal; `undefined` for keys that may start. */
function problemOf(
  { kids, source }: JoiningSecrets,
  seal: { readonly kid: string; readonly isReadable: boolean },
  processes: readonly LiveProcess[],
): string | undefined {
  const [current] = kids;
  if (!kids.includes(seal.kid))
    return source === 'SECRET_KEY'
      ? `SECRET_KEY: the database knows another one, with the id ${seal.kid}: all its processes need the same; to change it, give that one in SECRET_KEY_FALLBACKS (${HELP})`
      : `SECRET_KEY: the database knows another one than that in DATA_DIR: all processes of one database need the same SECRET_KEY, or the same DATA_DIR one after the other (${HELP})`;
  if (!seal.isReadable)
    return `SECRET_KEY: what the database sealed with the key ${seal.kid} was changed: restore installation_facts (${HELP})`;
  const unaware = processes.filter(({ keys }) => !keys.includes(current)).length;
  if (unaware > 0)
    return `SECRET_KEY: ${processesThat(unaware)} would refuse what this one signs: add it to their SECRET_KEY_FALLBACKS first (${HELP})`;
  const foreign = processes.filter(({ keys: [signs] }) => !kids.includes(signs)).length;
  if (foreign > 0)
    return `SECRET_KEY_FALLBACKS: what ${processesThat(foreign)} would sign would be refused here: restart all with the new SECRET_KEY first (${HELP})`;
  return undefined;
}

function processesThat(count: number): string {
  return count === 1 ? 'one process that runs' : `${count} processes that run`;
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
