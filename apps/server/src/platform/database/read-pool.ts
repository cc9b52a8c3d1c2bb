import type pg from 'pg';
import { DatabaseAwayError, READ_ONLY } from './database-away.ts';
import type { ReplicaGate } from './replica-gate.ts';
import type { ServerPool } from './server-pool.ts';

export interface ReadPoolOptions {
  readonly primary: Pick<ServerPool, 'query'>;
  readonly replica: Pick<ServerPool, 'query'>;
  readonly gate: Pick<ReplicaGate, 'isOpen' | 'suspect'>;
}

const READS = /^\s*\(*\s*(?:select|with)\b(?!.*\bfor\s+(?:update|share|no\s+key|key\s+share)\b)/is;
/** The statement itself is wrong, or too slow: the primary would say the same. */
const OWN_FAULT = /^(?:22|42|57014)/;

/**
 * Sends each read to the replica while its gate is open, and to the primary otherwise. A read that
 * fails at the replica (a lost connection, a conflict with what is replayed) is sent to the
 * primary. It has no transactions, and refuses writes. (drizzle recognises a pool by the name of
 * its class.)
 */
export class ReadPool {
  private readonly options: ReadPoolOptions;
  /** The reads by the server that answered them. */
  readonly counts = { replica: 0, primary: 0 };

  constructor(options: ReadPoolOptions) {
    this.options = options;
  }

  async query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    if (!READS.test(config.text)) throw new Error('a replica is for reading');
    const { primary, replica, gate } = this.options;
    if (gate.isOpen) {
      try {
        const result = await replica.query(config, values);
        this.counts.replica++;
        return result;
      } catch (error) {
        if (!isReplicasFault(error)) throw error;
        if (error instanceof DatabaseAwayError) gate.suspect();
      }
    }
    this.counts.primary++;
    return await primary.query(config, values);
  }

  connect(): never {
    throw new Error('reads of a replica have no transactions');
  }
}

function isReplicasFault(error: unknown): boolean {
  const code = codeOf(error) ?? codeOf((error as Error).cause) ?? '';
  return code !== READ_ONLY && !OWN_FAULT.test(code);
}

function codeOf(error: unknown): string | undefined {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
