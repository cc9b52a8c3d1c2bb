import type { Logger } from 'pino';
import type { DatabaseLimits } from './database-limits.ts';
import { ReadPool } from './read-pool.ts';
import type { ReplicaGate } from './replica-gate.ts';
import { createReplicaWatch } from './replica-watch.ts';
import { createServerState, ServerPool } from './server-pool.ts';

export interface ReplicaOptions {
  readonly url: string;
  readonly connections: number;
  readonly limits: DatabaseLimits;
  readonly primary: ServerPool;
}

/** A replica for reads, and the primary in its place while it cannot be used. */
export interface Replica {
  readonly pool: ReadPool;
  readonly gate: Pick<ReplicaGate, 'isOpen' | 'problem' | 'lagSeconds'>;
  /** Reads that begin from now on see everything that was committed before. Never waits. */
  fence(): void;
  /** Begins to use the replica, once it is seen to be well. */
  start(logger: Pick<Logger, 'warn' | 'info'>): void;
  close(): Promise<void>;
}

/** Nobody waits long for a replica, since the primary answers as well. */
const CONNECT_SECONDS = 2;

/** Connects to a replica when it is first needed. All reads go to the primary until `start`. */
export function openReplica({ url, connections, limits, primary }: ReplicaOptions): Replica {
  const state = createServerState();
  const connect = Math.min(limits.connect, CONNECT_SECONDS);
  const pool = new ServerPool({ url, connections, limits: { ...limits, connect } }, state);
  const { gate, start, stop } = createReplicaWatch({ url, primary, pool });
  state.onLost = gate.suspect;
  const reads = new ReadPool({ primary, replica: pool, gate });
  return {
    pool: reads,
    gate,
    fence: gate.fence,
    start,
    close: async () => {
      await stop();
      pool.dropAll();
      await pool.end();
    },
  };
}
