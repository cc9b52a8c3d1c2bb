/** Looks at the replica and the primary each second, and at once when the gate wants it. */
import pg from 'pg';
import type { Logger } from 'pino';
import { reasonOf } from './database-away.ts';
import { createReplicaGate, type ReplicaGate } from './replica-gate.ts';
import type { ServerPool } from './server-pool.ts';
import { withTimeLimit } from './time-limit.ts';

export interface ReplicaWatchOptions {
  readonly url: string;
  readonly primary: Pick<ServerPool, 'query'>;
  /** The pool of the replica, whose waiting statements are ended when it does not answer. */
  readonly pool: Pick<ServerPool, 'dropAll'>;
}

export interface ReplicaWatch {
  readonly gate: ReplicaGate;
  start(logger: Pick<Logger, 'warn' | 'info'>): void;
  stop(): Promise<void>;
}

const EVERY_MS = 1000;
const ANSWER_WITHIN_MS = 1200;
/** A change is replayed within milliseconds. */
const SOONEST_MS = 5;

const SYSTEM = '(select system_identifier::text from pg_control_system()) as system';
const ASK_PRIMARY = `select ${SYSTEM},
  (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as written`;
const ASK_REPLICA = `select ${SYSTEM}, case when pg_is_in_recovery()
  then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 end as replayed`;

/** Makes a watch and its gate, which stays closed until `start`. */
export function createReplicaWatch({ url, primary, pool }: ReplicaWatchOptions): ReplicaWatch {
  let logger: Pick<Logger, 'warn' | 'info'> | undefined;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = SOONEST_MS;
  let wellAt: Date | undefined;
  let isUnwell = false;
  const asker = createAsker(url, () => gate.suspect());

  const look = async (): Promise<void> => {
    const begun = gate.begin();
    const at = performance.now();
    const ofPrimary = await withTimeLimit(
      ANSWER_WITHIN_MS,
      primary.query<{ system: string; written: number }>(ASK_PRIMARY),
    ).catch(() => undefined);
    try {
      const replica = await withTimeLimit(ANSWER_WITHIN_MS, asker.ask());
      gate.judge(
        {
          at,
          primary: ofPrimary?.rows[0],
          replica: { ...replica, replayed: replica.replayed ?? undefined },
        },
        begun,
      );
    } catch (error) {
      asker.close();
      gate.away(reasonOf(error));
      pool.dropAll();
    }
    say();
  };

  /** One line when the replica is no longer used, and one when it is again. */
  const say = (): void => {
    const { problem } = gate;
    if (problem !== undefined && !isUnwell) {
      isUnwell = true;
      wellAt = new Date();
      logger?.warn({ reason: problem }, `DATABASE_READ_URL ${problem}: reads go to the primary`);
    } else if (problem === undefined && isUnwell && gate.isOpen) {
      isUnwell = false;
      const seconds = Math.round((Date.now() - (wellAt?.getTime() ?? Date.now())) / 1000);
      logger?.info({ seconds }, 'reads go to the replica again');
    }
  };

  const begin = (): void => {
    if (!logger) return;
    clearTimeout(timer);
    looking ??= look().finally(() => {
      looking = undefined;
      if (!logger) return;
      // What is not replayed yet soon will be; a replica that is unwell is left in peace.
      pauseMs = gate.isOpen || gate.problem !== undefined ? EVERY_MS : nextPause();
      timer = setTimeout(begin, pauseMs);
    });
  };
  const nextPause = (): number =>
    Math.min(EVERY_MS, pauseMs >= EVERY_MS ? SOONEST_MS : pauseMs * 2);

  const gate = createReplicaGate(begin);
  return {
    gate,
    start: (its) => {
      logger = its;
      begin();
    },
    stop: async () => {
      logger = undefined;
      clearTimeout(timer);
      await looking;
      asker.close();
    },
  };
}

interface ReplicaAnswer {
  readonly system: string;
  readonly replayed: number | null;
}

/** Asks over one connection, whose loss is noticed at once, and which is replaced after it. */
function createAsker(url: string, onLost: () => void) {
  let client: pg.Client | undefined;
  const close = (): void => {
    const dead = client;
    client = undefined;
    // A server that does not answer would not end the connection either.
    (
      dead as unknown as { connection: { stream: { destroy(): void } } } | undefined
    )?.connection.stream.destroy();
  };
  const open = async (): Promise<pg.Client> => {
    const own = new pg.Client({
      connectionString: url,
      application_name: 'bonisa replica',
      keepAlive: true,
    });
    client = own;
    const lost = (): void => {
      if (client !== own) return;
      client = undefined;
      onLost();
    };
    own.on('error', lost);
    own.on('end', lost);
    await own.connect();
    return own;
  };
  return {
    close,
    ask: async (): Promise<ReplicaAnswer> => {
      const { rows } = await (client ?? (await open())).query<ReplicaAnswer>(ASK_REPLICA);
      const [row] = rows;
      if (!row) throw new Error('it answered nothing');
      return row;
    },
  };
}
