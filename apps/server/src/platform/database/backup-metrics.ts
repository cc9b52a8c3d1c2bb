import { Gauge, type Registry } from '@prometheus-io/client';

/** The operator's metrics about backups, and about the journal of a database server. */
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
    // The same names as in the file of deploy/backup-figure, for the backups of a server.
    backupMade: new Gauge({
      name: 'bonisa_backup_made_seconds',
      help: 'When the newest backup of the embedded database began, in seconds since 1970',
      registers,
    }),
    backupMadeEvery: new Gauge({
      name: 'bonisa_backup_made_every_seconds',
      help: 'How long after that the next backup is due',
      registers,
    }),
    backupVerified: new Gauge({
      name: 'bonisa_backup_verified_seconds',
      help: 'When a backup was last opened, in seconds since 1970',
      registers,
    }),
    backupVerifiedEvery: new Gauge({
      name: 'bonisa_backup_verified_every_seconds',
      help: 'How long after that the next one is due to be opened',
      registers,
    }),
  };
}
