/**
 * The change of `SECRET_KEY`: which processes know which keys of the ring, what still needs a key,
 * and what to write where next.
 */

import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { type LiveProcess, liveProcesses } from '@bonisa/kit/database/live-processes';
import { type KeyFacts, keyFacts } from '@bonisa/kit/secrets/lasting-secret';
import { sealedBy } from '@bonisa/kit/secrets/sealer';
import type { LoadedSecrets } from '@bonisa/kit/secrets/secrets';
import { KEPT_DAYS } from '@bonisa/kit/termination-journal/termination-journal';
import { sql } from 'drizzle-orm';

const DAY_MS = 24 * 60 * 60_000;
/**
 * What is signed for the longest, apart from records of ends and tokens of devices: the tokens with
 * which a carrier reports a payment, a day.
 */
const LONGEST_SIGNED_MS = DAY_MS;

/** What the database says about the keys of the ring. */
export interface RingFacts extends KeyFacts {
  readonly processes: readonly LiveProcess[];
  /** Devices that have not refreshed their tokens since the current key signs. */
  readonly devices: number;
  /** The ids of the keys that sealed authenticator apps, one for each account. */
  readonly authenticators: readonly string[];
}

/** Reads what a change needs to know. Writes nothing. */
export async function ringFacts(db: Database, now: Date): Promise<RingFacts> {
  const facts = await keyFacts(db);
  const accounts = await rowsOf<{ sealed: string }>(
    db,
    sql`select totp as sealed from staff_accounts where totp is not null`,
  );
  return {
    ...facts,
    processes: await liveProcesses(db, now),
    devices: facts.since === undefined ? 0 : await devicesBefore(db, facts.since, now),
    authenticators: accounts.map(({ sealed }) => sealedBy(sealed)),
  };
}

async function devicesBefore(db: Database, since: Date, now: Date): Promise<number> {
  const [row] = await rowsOf<{ devices: number }>(
    db,
    sql`select count(*)::int as devices from sessions
      where device_client is not null and revoked_at is null
        and expires_at > ${now.toISOString()}::timestamptz
        and coalesce(refreshed_at, created_at) < ${since.toISOString()}::timestamptz`,
  );
  return row?.devices ?? 0;
}

/** What to do next, in lines; `waits`: something must happen first. */
export interface NextStep {
  readonly lines: readonly string[];
  readonly waits: boolean;
}

const IN_ALL = 'in the variables of every process, and restart them one after another';

/** The next step for each key of the ring. The new key is the only secret that is printed. */
export function nextStep(
  { kids: [current, ...others] }: Pick<LoadedSecrets, 'kids'>,
  {
    facts,
    newKey,
    now,
  }: {
    /** Undefined where the database was not asked. */
    readonly facts: RingFacts | undefined;
    readonly newKey: string;
    readonly now: Date;
  },
): NextStep {
  const unaware = countOf(facts, ({ keys }) => !keys.includes(current));
  if (unaware > 0)
    return wait(
      `${current} (SECRET_KEY): ${say(unaware, 'process')} that ${isOrAre(unaware, 'runs', 'run')} would refuse what it signs.`,
      `First add it to SECRET_KEY_FALLBACKS ${IN_ALL}.`,
    );
  const steps = others.map((kid) => (facts ? stepOfKey(kid, facts, now) : unasked(kid)));
  return {
    waits: steps.some(({ waits }) => waits),
    lines: [
      `${current} (SECRET_KEY) signs.`,
      ...steps.flatMap(({ lines }) => lines),
      ...(others.length > 0
        ? []
        : [`To change it, write this ${IN_ALL}:`, '', `SECRET_KEY_FALLBACKS=${newKey}`, '', STORE]),
    ],
  };
}

const STORE =
  'Store the new key where SECRET_KEY is stored, apart from backups, and run this command again.';

function unasked(kid: string): NextStep {
  return {
    waits: false,
    lines: [`${kid} (SECRET_KEY_FALLBACKS) is accepted. The database was not asked what needs it.`],
  };
}

function stepOfKey(kid: string, facts: RingFacts, now: Date): NextStep {
  const name = `${kid} (SECRET_KEY_FALLBACKS)`;
  const signing = countOf(facts, ({ keys: [signs] }) => signs === kid);
  if (signing > 0)
    return wait(`${name}: ${say(signing, 'process')} still ${isOrAre(signing)} with it.`);
  if (!facts.signed.has(kid)) {
    const unaware = countOf(facts, ({ keys }) => !keys.includes(kid));
    if (unaware > 0)
      return wait(
        `${name}: ${say(unaware, 'process')} of ${facts.processes.length} ${isOrAre(unaware, 'does', 'do')} not know it yet.`,
      );
    return {
      waits: false,
      lines: [`${name} is known to all. Exchange it with SECRET_KEY ${IN_ALL}.`],
    };
  }
  const needs = needsOf(kid, facts, now);
  if (needs.length > 0)
    return wait(`${name} is still needed. If it is dropped now (do so after a leak):`, ...needs);
  return {
    waits: false,
    lines: [
      `${name}: nothing needs it. Remove it ${IN_ALL}.`,
      'Keep it as long as backups from before the change: a restored one opens only with it.',
    ],
  };
}

function needsOf(kid: string, facts: RingFacts, now: Date): string[] {
  const needs: string[] = [];
  const after = (ms: number): string | undefined => {
    const until = (facts.since?.getTime() ?? 0) + ms;
    return until > now.getTime() ? new Date(until).toISOString() : undefined;
  };
  if (facts.current === kid)
    needs.push('- no process starts: the database is sealed with it until one starts without it');
  const [tokens, ends] = [after(LONGEST_SIGNED_MS), after(KEPT_DAYS * DAY_MS)];
  if (tokens)
    needs.push(
      `- until ${tokens}: playlists, app tokens and previews of before end early, and the carrier's reports of payments of before are refused (reconciliation finds them)`,
    );
  if (ends)
    needs.push(
      `- until ${ends}: a database restored from a backup holds its jobs, because the records of stops and removals in the file store are signed with it`,
    );
  if (facts.devices > 0)
    needs.push(`- ${say(facts.devices, 'device')} must be signed in again: not used since`);
  const apps = facts.authenticators.filter((sealed) => sealed === kid).length;
  if (apps > 0)
    needs.push(
      `- ${say(apps, 'authenticator app')} must be set up again: a start with both keys seals them anew`,
    );
  return needs;
}

function countOf(
  facts: RingFacts | undefined,
  isCounted: (process: LiveProcess) => boolean,
): number {
  return facts?.processes.filter(isCounted).length ?? 0;
}

function wait(...lines: readonly string[]): NextStep {
  return { waits: true, lines };
}

function isOrAre(count: number, one = 'signs', several = 'sign'): string {
  return count === 1 ? one : several;
}

function say(count: number, what: string): string {
  const plural = what.endsWith('s') ? `${what}es` : `${what}s`;
  return `${count} ${count === 1 ? what : plural}`;
}
