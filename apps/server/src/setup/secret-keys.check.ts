import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { type LiveProcess, liveProcesses } from '@bonisa/kit/database/live-processes';
import { keyFacts, keyProblem } from '@bonisa/kit/secrets/lasting-secret';
import { sealedBy } from '@bonisa/kit/secrets/sealer';
import type { LoadedSecrets } from '@bonisa/kit/secrets/secrets';
import { KEPT_DAYS } from '@bonisa/kit/termination-journal/termination-journal';
import { sql } from 'drizzle-orm';
import { error, type Problem, warning } from './check.ts';

const DAY_MS = 24 * 60 * 60_000;
/** What an earlier key has signed, and for how many days since the change. */
const SIGNED = [
  [1, "playlists, tokens and the carrier's reports of payments"],
  [KEPT_DAYS, 'records of stops and removals, which a restored database reads,'],
] as const;

type Ring = Pick<LoadedSecrets, 'key' | 'kids' | 'lost' | 'source'>;

/**
 * What a start would refuse of the keys and, while `SECRET_KEY` is changed, whether the next step
 * may begin for each of `SECRET_KEY_FALLBACKS`. Keys are named by their ids.
 */
export async function secretKeyProblems(db: Database, ring: Ring, now: Date): Promise<Problem[]> {
  const refusal = await keyProblem(db, ring, now);
  if (refusal) return [error('SECRET_KEY', refusal.replace(/^[A-Z_]+: /, ''))];
  const [, ...others] = ring.kids;
  const processes = await liveProcesses(db, now);
  const steps = others.map(async (kid) =>
    warning('SECRET_KEY_FALLBACKS', `${kid} ${await nextStep(db, kid, { processes, now })}`),
  );
  return await Promise.all(steps);
}

/** What the change of the keys waits for, or what to do now. */
async function nextStep(
  db: Database,
  kid: string,
  { processes, now }: { readonly processes: readonly LiveProcess[]; readonly now: Date },
): Promise<string> {
  const signing = processes.filter(({ keys: [signs] }) => signs === kid).length;
  if (signing > 0) return `still signs in ${counted(signing, 'process', 'processes')}; wait`;
  const { signed, since = now, current } = await keyFacts(db);
  if (!signed.has(kid)) {
    const unaware = processes.filter(({ keys }) => !keys.includes(kid)).length;
    return unaware > 0
      ? `is not known yet to ${unaware} of ${counted(processes.length, 'process', 'processes')}; wait`
      : 'is known to all; exchange it with SECRET_KEY';
  }
  const { devices, apps } = await heldWith(db, kid, { since, now });
  const needs = SIGNED.map(([days, what]) => [since.getTime() + days * DAY_MS, what] as const)
    .filter(([until]) => until > now.getTime())
    .map(([until, what]) => `${what} until ${new Date(until).toISOString()}`);
  if (current === kid) needs.unshift('the seal of the database until a start without it');
  if (devices > 0) needs.push(counted(devices, 'device'));
  if (apps > 0) needs.push(counted(apps, 'authenticator app'));
  return needs.length > 0
    ? `is still needed by ${needs.join(', ')}; wait, or after a leak lose these`
    : 'is not needed; remove it, and keep it as long as backups from before the change';
}

/** Devices that have not refreshed their tokens since the change, and apps that the key sealed. */
async function heldWith(
  db: Database,
  kid: string,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<{ readonly devices: number; readonly apps: number }> {
  const [row] = await rowsOf<{ devices: number }>(
    db,
    sql`select count(*)::int as devices from sessions
      where device_client is not null and revoked_at is null
        and expires_at > ${now.toISOString()}::timestamptz
        and coalesce(refreshed_at, created_at) < ${since.toISOString()}::timestamptz`,
  );
  const accounts = await rowsOf<{ sealed: string }>(
    db,
    sql`select totp as sealed from staff_accounts where totp is not null`,
  );
  const apps = accounts.filter(({ sealed }) => sealedBy(sealed) === kid).length;
  return { devices: row?.devices ?? 0, apps };
}

function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
