/**
 * How much of a PostgreSQL server's journal (WAL) is kept elsewhere, by what the server itself
 * says: by the slot of `deploy/receive-wal`, or by its `archive_command`.
 */

import { type OpenDatabase, rowsOf } from '@bonisa/kit/database/database';
import type { Measure } from '@bonisa/kit/http/operations-measures';
import type { Metrics } from '@bonisa/kit/metrics';
import { type SQL, sql } from 'drizzle-orm';

/**
 * A replica has slots as well, and is no backup: it repeats each mistake at once. So only a slot
 * with this in its name counts.
 */
const OF_BACKUPS = '%backup%';
/** The bytes of a segment; the server's own size would need a right that this role lacks. */
const SEGMENT = 16n * 1024n * 1024n;

interface Facts {
  /** Whether somebody receives now, and the bytes that have not arrived; null without a slot. */
  readonly receives: boolean | null;
  readonly unreceived: string | null;
  /** Whether the last try of the archive succeeded, its segment, and the bytes written so far. */
  readonly archives: boolean | null;
  readonly segment: string | null;
  readonly written: string;
}

const FACTS: SQL = sql`select
  (select bool_or(active) from pg_replication_slots where slot_type = 'physical' and slot_name like ${OF_BACKUPS}) as receives,
  (select min(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn))::text from pg_replication_slots
    where slot_type = 'physical' and active and slot_name like ${OF_BACKUPS}) as unreceived,
  (select last_archived_time > coalesce(last_failed_time, '-infinity') from pg_stat_archiver
    where last_archived_time is not null) as archives,
  (select last_archived_wal from pg_stat_archiver) as segment,
  pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as written`;

/** Whether the journal is kept now, and how many bytes of it are not kept yet. */
export interface WalKept {
  readonly kept: boolean;
  readonly behindBytes: number | undefined;
}

/** Reads what a server says. Throws where it does not answer, or where it is a replica. */
export async function readWalKept({ db }: Pick<OpenDatabase, 'db'>): Promise<WalKept> {
  const [facts] = await rowsOf<Facts>(db, FACTS);
  if (!facts) throw new Error('the server says nothing about its journal');
  const behind = [
    ...(facts.receives && facts.unreceived !== null ? [Number(facts.unreceived)] : []),
    ...(facts.archives ? [behindSegment(facts.segment, BigInt(facts.written))] : []),
  ].filter((bytes) => bytes !== undefined);
  return {
    kept: facts.receives === true || facts.archives === true,
    behindBytes: behind.length === 0 ? undefined : Math.max(0, Math.min(...behind)),
  };
}

/** The bytes that were written after a segment; `undefined` where its name is of another kind. */
function behindSegment(segment: string | null, written: bigint): number | undefined {
  const [, high, low] = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/.exec(segment ?? '') ?? [];
  if (high === undefined || low === undefined) return undefined;
  const end = (BigInt(`0x${high}`) << 32n) + (BigInt(`0x${low}`) + 1n) * SEGMENT;
  return Number(written - end);
}

/** Makes what sets the figures of the journal; the embedded database has none. */
export function createWalMeasure(
  open: Pick<OpenDatabase, 'db' | 'kind'>,
  metrics: Pick<Metrics, 'walKept' | 'walBehind'>,
): Measure {
  const { walKept, walBehind } = metrics;
  // A gauge is 0 until it is set, and 0 is an alert.
  for (const gauge of [walKept, walBehind]) gauge.remove();
  return async () => {
    if (open.kind !== 'postgres') return;
    const { kept, behindBytes } = await readWalKept(open);
    walKept.set(kept ? 1 : 0);
    if (behindBytes === undefined) walBehind.remove();
    else walBehind.set(behindBytes);
  };
}
