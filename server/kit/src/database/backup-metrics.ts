import { Gauge, type Registry } from '@prometheus-io/client';

/** The operator's metrics about the journal of a database server. */
export function createBackupMetrics(registers: Registry[]) {
  return {
    walKept: new Gauge({
      name: 'bonisa_wal_kept',
      help: '1: another machine receives the journal of the database server now; 0: none does',
      registers,
    }),
    walBehind: new Gauge({
      name: 'bonisa_wal_behind_bytes',
      help: 'Bytes of the journal of the database server that no other machine has yet',
      registers,
    }),
  };
}
