/** The server behind a pooler by transaction: reached, and the one that the pooler leads to. */
import type pg from 'pg';
import type { Config } from '../config.ts';
import { reasonOf } from '../platform/database/database-away.ts';
import { newClient } from './database.check.ts';
import { type Finding, findingsOf } from './finding.ts';

const { error, warning, ok } = findingsOf('database');
const NAME = 'DATABASE_DIRECT_URL';

/** Tries the address behind the pooler of the configuration, where there is one. */
export async function checkDirect({ databaseUrl, databaseDirectUrl }: Config): Promise<Finding[]> {
  if (!databaseUrl || !databaseDirectUrl) return [];
  const [pooler, server] = [newClient(databaseUrl), newClient(databaseDirectUrl)];
  try {
    await server.connect();
    const direct = await databaseOf(server);
    // A pooler that cannot be reached is a finding of its own.
    const isReached = await pooler.connect().then(
      () => true,
      () => false,
    );
    if (!isReached) return [];
    const behind = await databaseOf(pooler);
    if (behind.name !== direct.name)
      return [error(NAME, 'is of another database than DATABASE_URL', 'the server of the pooler')];
    return [ok(NAME, 'the server behind the pooler'), ...aboutLimit(behind.limit)];
  } catch (problem) {
    return [
      error(
        NAME,
        `the server cannot be used: ${reasonOf(problem)}`,
        'is it running, and does its firewall let this machine in?',
      ),
    ];
  } finally {
    await Promise.allSettled([pooler.end(), server.end()]);
  }
}

interface Behind {
  readonly name: string;
  readonly limit: string;
}

/** Which database it is, by its system and its id, and how long a statement may take there. */
async function databaseOf(client: pg.Client): Promise<Behind> {
  const { rows } = await client.query<Behind>(
    `select concat_ws(' ', (select system_identifier from pg_control_system()),
       (select oid from pg_database where datname = current_database())) as name,
       current_setting('statement_timeout') as limit`,
  );
  const [row] = rows;
  if (!row) throw new Error('the server answered nothing');
  return row;
}

function aboutLimit(limit: string): Finding[] {
  if (limit !== '0') return [];
  return [
    warning(
      'DATABASE_POOLER',
      'the server does not limit statements outside of transactions',
      "alter role USER set statement_timeout = '15s'",
    ),
  ];
}
