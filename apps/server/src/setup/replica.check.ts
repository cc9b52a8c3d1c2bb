/** The replica for reads: reached, of our primary, and how far behind. */
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { reasonOf } from '../platform/database/database-away.ts';
import { aboutNetwork, newClient } from './database.check.ts';
import { type Finding, findingsOf } from './finding.ts';

const { error, warning, ok } = findingsOf('database');
const NAME = 'DATABASE_READ_URL';
const REPLAYED_WITHIN_MS = 3000;

/** Tries the replica of the configuration, where there is one. It writes nothing. */
export async function checkReplica({
  databaseUrl,
  databaseReadUrl,
  mode,
}: Config): Promise<Finding[]> {
  if (!databaseUrl || !databaseReadUrl) return [];
  const [primary, replica] = [newClient(databaseUrl), newClient(databaseReadUrl)];
  try {
    // An unreachable primary is a finding of its own.
    const isReached = await primary.connect().then(
      () => true,
      () => false,
    );
    await replica.connect();
    const facts = await factsOf(replica);
    return [
      ...(isReached ? await aboutReplica(primary, replica, facts) : []),
      ...aboutNetwork(facts, databaseReadUrl, mode, NAME),
    ];
  } catch (problem) {
    const remedy = 'is the replica running, and does its firewall let this machine in?';
    const says = `cannot be used, so reads go to the primary: ${reasonOf(problem)}`;
    return [warning(NAME, says, remedy)];
  } finally {
    await Promise.allSettled([primary.end(), replica.end()]);
  }
}

interface ReplicaFacts {
  readonly system: string;
  readonly recovers: boolean;
  readonly encrypted: boolean | null;
}

async function factsOf(client: pg.Client): Promise<ReplicaFacts> {
  const { rows } = await client.query<ReplicaFacts>(
    `select (select system_identifier::text from pg_control_system()) as system,
       pg_is_in_recovery() as recovers,
       (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as encrypted`,
  );
  const [facts] = rows;
  if (!facts) throw new Error('the server answered nothing');
  return facts;
}

async function aboutReplica(
  primary: pg.Client,
  replica: pg.Client,
  facts: ReplicaFacts,
): Promise<Finding[]> {
  if (facts.system !== (await factsOf(primary)).system)
    return [error(NAME, 'is of another database system than DATABASE_URL', 'its replica')];
  if (!facts.recovers)
    return [
      error(NAME, 'is not a replica: it takes writes', 'a streaming replica, or leave it out'),
    ];
  const tookMs = await replayedAfter(primary, replica);
  if (tookMs === undefined)
    return [
      warning(
        NAME,
        `has not replayed within ${REPLAYED_WITHIN_MS / 1000} s what the primary had written`,
        "pg_stat_replication of the primary and the replica's log say why",
      ),
    ];
  return [
    ok(NAME, `a replica, which has replayed after ${tookMs} ms what the primary had written`),
  ];
}

/** Milliseconds until the replica has replayed all that is written now; undefined: too long. */
async function replayedAfter(primary: pg.Client, replica: pg.Client): Promise<number | undefined> {
  const written = await primary.query<{ at: string }>('select pg_current_wal_lsn()::text as at');
  const began = performance.now();
  while (performance.now() - began < REPLAYED_WITHIN_MS) {
    const { rows } = await replica.query<{ done: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as done',
      [written.rows[0]?.at],
    );
    if (rows[0]?.done) return Math.round(performance.now() - began);
    await wait(20);
  }
  return undefined;
}
