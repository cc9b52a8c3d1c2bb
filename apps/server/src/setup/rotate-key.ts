/**
 * The change of `SECRET_KEY` in three rounds of restarts: which round the configuration is in, who
 * runs, what of the earlier key is still in use, and what the next round writes where.
 */
import { sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { type Database, rowsOf } from '../platform/database/database.ts';
import { type LiveProcess, liveProcesses } from '../platform/database/live-processes.ts';
import { KEPT_DAYS } from '../platform/end-records/end-records.ts';
import { acceptedSince, type Fingerprints } from '../platform/secrets/secret-fingerprint.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { createTotpSecrets } from '../staff/totp.ts';

const DAY_MS = 24 * 60 * 60_000;
/**
 * What is signed for the longest, apart from records of ends, devices and authenticator apps: the
 * tokens with which a carrier reports a payment, a day.
 */
const LONGEST_SIGNED_MS = DAY_MS;

type Keys = Pick<
  Config,
  'secretKey' | 'secretKeyNext' | 'secretKeysBefore' | 'secretKeyPrevious' | 'secretKeyLost'
>;

/** 0: no change is under way. 1: a coming key is accepted. 2: an earlier key is accepted. */
export type Round = 0 | 1 | 2;

export function roundOf({ secretKeyNext, secretKeyPrevious }: Keys): Round {
  if (secretKeyNext !== undefined) return 1;
  return secretKeyPrevious === undefined ? 0 : 2;
}

/** What the database says about a change that is under way. */
export interface RotationFacts {
  readonly processes: readonly LiveProcess[];
  /** When a process of the second round was started last. */
  readonly changedAt: Date | undefined;
  /** Devices whose tokens are of the earlier key: they have not refreshed them since. */
  readonly devices: number;
  /** Accounts of the studio whose authenticator app is sealed by another key. */
  readonly authenticators: number;
  /** Accounts whose recovery codes are of before they became independent of the key. */
  readonly recoveryCodes: number;
}

/** Reads what a change needs to know. Writes nothing. */
export async function rotationFacts(
  db: Database,
  key: Secrets['key'],
  now: Date,
): Promise<RotationFacts> {
  const changedAt = await acceptedSince(db);
  const totp = createTotpSecrets(key('staff totp'), 'rotation', [systemClock]);
  const accounts = await rowsOf<{ id: string; sealed: string }>(
    db,
    sql`select id, totp as sealed from staff_accounts where totp is not null`,
  );
  const isByOther = ({ id, sealed }: (typeof accounts)[number]): boolean =>
    totp.sealedAnew(sealed, id) !== undefined;
  const [codes] = await rowsOf<{ accounts: number }>(
    db,
    sql`select count(distinct account_id)::int as accounts from staff_recovery_codes
      where used_at is null and code_hash not like 's1.%'`,
  );
  return {
    processes: await liveProcesses(db, now),
    changedAt,
    devices: changedAt === undefined ? 0 : await devicesBefore(db, changedAt, now),
    authenticators: accounts.filter(isByOther).length,
    recoveryCodes: codes?.accounts ?? 0,
  };
}

async function devicesBefore(db: Database, changedAt: Date, now: Date): Promise<number> {
  const [row] = await rowsOf<{ devices: number }>(
    db,
    sql`select count(*)::int as devices from sessions
      where device_client is not null and revoked_at is null
        and expires_at > ${now.toISOString()}::timestamptz
        and coalesce(refreshed_at, created_at) < ${changedAt.toISOString()}::timestamptz`,
  );
  return row?.devices ?? 0;
}

/** What to do next, in lines; `waits`: something must happen first. */
export interface NextStep {
  readonly lines: readonly string[];
  readonly waits: boolean;
}

/** The next step of a change. The new key is the only secret that is printed. */
export function nextStep(
  keys: Keys,
  { facts, fingerprints, newKey, now }: NextStepParts,
): NextStep {
  switch (roundOf(keys)) {
    case 0:
      return begin(newKey, facts, fingerprints);
    case 1:
      return sign(keys, facts, fingerprints);
    case 2:
      return drop(facts, fingerprints, now);
  }
}

interface NextStepParts {
  /** Undefined where the database was not asked. */
  readonly facts: RotationFacts | undefined;
  readonly fingerprints: Fingerprints;
  readonly newKey: string;
  readonly now: Date;
}

const RESTART = 'Then restart all processes, one after another, and run this command again.';

function begin(newKey: string, facts: RotationFacts | undefined, ours: Fingerprints): NextStep {
  const late = (facts?.processes ?? []).filter(({ keys }) => keys.length > 1).length;
  if (late > 0 && ours.before.length > 0)
    return wait([`${say(late, 'process')} still accept the earlier key: restart them first.`]);
  return {
    waits: false,
    lines: [
      'No change of SECRET_KEY is under way. To begin one, add this line to the variables of every',
      'process (round 1 of 3: the new key is accepted, and does not sign yet):',
      '',
      `SECRET_KEY_NEXT=${newKey}`,
      '',
      RESTART,
      'Store the new key where SECRET_KEY is stored, apart from backups.',
    ],
  };
}

function sign(
  { secretKeysBefore: before }: Keys,
  facts: RotationFacts | undefined,
  { next = '' }: Fingerprints,
): NextStep {
  const unaware = (facts?.processes ?? []).filter(({ keys }) => !keys.includes(next)).length;
  if (unaware > 0)
    return wait([
      `Round 1 of 3 is not over: ${say(unaware, 'process')} of ${facts?.processes.length} ${unaware === 1 ? 'does' : 'do'} not know SECRET_KEY_NEXT yet.`,
      'Give it to all, restart them, and run this command again.',
    ]);
  const earlier = before.length > 0 ? ', then a comma and what it is now' : '';
  return {
    waits: false,
    lines: [
      ...known(facts, 'All know the new key.'),
      'Round 2 of 3 (the new key signs, the old one is accepted). In the variables of every process:',
      '',
      `SECRET_KEY_BEFORE=   the value of SECRET_KEY${earlier}`,
      'SECRET_KEY_PREVIOUS= the value of SECRET_KEY',
      'SECRET_KEY=          the value of SECRET_KEY_NEXT',
      'SECRET_KEY_NEXT      removed',
      '',
      RESTART,
    ],
  };
}

function drop(facts: RotationFacts | undefined, { current }: Fingerprints, now: Date): NextStep {
  const behind = (facts?.processes ?? []).filter(({ keys: [signs] }) => signs !== current).length;
  if (behind > 0)
    return wait([
      `Round 2 of 3 is not over: ${say(behind, 'process')} of ${facts?.processes.length} still ${behind === 1 ? 'signs' : 'sign'} with the earlier key.`,
      'Give all the new key as SECRET_KEY, restart them, and run this command again.',
    ]);
  const costs = facts ? costsOf(facts, now) : [];
  return {
    waits: costs.length > 0,
    lines: [
      ...known(facts, 'All sign with the new key.'),
      ...(costs.length > 0
        ? ['If the earlier key is dropped now (do so at once if it has leaked):', ...costs]
        : ['Nothing depends on the earlier key any more, as far as the database says.']),
      'Round 3 of 3 (the old key counts no more). In the variables of every process:',
      '',
      'SECRET_KEY_PREVIOUS  removed',
      '',
      'Then restart all processes, one after another. SECRET_KEY_BEFORE stays for ever.',
    ],
  };
}

function costsOf({ changedAt, ...facts }: RotationFacts, now: Date): string[] {
  const costs: string[] = [];
  const over = (changedAt?.getTime() ?? 0) + LONGEST_SIGNED_MS;
  if (over > now.getTime())
    costs.push(
      `- until ${new Date(over).toISOString()}: playlists, app tokens and previews of before end early, and the carrier's reports of payments of before are refused (reconciliation finds them)`,
    );
  const readable = (changedAt?.getTime() ?? 0) + KEPT_DAYS * DAY_MS;
  if (readable > now.getTime())
    costs.push(
      `- until ${new Date(readable).toISOString()}: a database restored from a backup holds its jobs, because the records of stops and removals in the file store are signed with the earlier key`,
    );
  if (facts.devices > 0)
    costs.push(`- ${say(facts.devices, 'device')} must be signed in again: not used since`);
  if (facts.authenticators > 0)
    costs.push(
      `- ${say(facts.authenticators, 'authenticator app')} must be set up again: restart a process of round 2, which seals them anew`,
    );
  if (facts.recoveryCodes > 0)
    costs.push(
      `- recovery codes of ${say(facts.recoveryCodes, 'account')} end: ask their people to make new ones in the studio`,
    );
  return costs;
}

function known(facts: RotationFacts | undefined, all: string): string[] {
  if (!facts) return ['The database was not asked which processes run.'];
  return [`${say(facts.processes.length, 'process')} of this database run. ${all}`];
}

function wait(lines: readonly string[]): NextStep {
  return { waits: true, lines };
}

function say(count: number, what: string): string {
  const plural = what.endsWith('s') ? `${what}es` : `${what}s`;
  return `${count} ${count === 1 ? what : plural}`;
}
