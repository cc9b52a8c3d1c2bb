import { join, resolve } from 'node:path';
import { z } from 'zod';

/** The environment variables about backups of the embedded database. */
export const backupConfigShape = {
  BACKUP_MINUTES: z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,3})$/, { error: 'must be a whole number of minutes, 0 for none' })
    .transform(Number)
    .optional(),
  BACKUP_DIR: z.string().min(1).optional(),
};

/** Bounds what a lost database loses. */
const WITH_A_REAL_CARRIER = 15;

export interface BackupConfig {
  /** Between two backups, in milliseconds; 0 for none. */
  readonly everyMs: number;
  readonly folder: string;
}

/** When and where the product backs up its embedded database. A server is backed up elsewhere. */
export function backupConfigOf(env: {
  readonly DATA_DIR: string;
  readonly CARRIER_URL?: string | undefined;
  readonly CARRIERS?: unknown;
  readonly DATABASE_URL?: string | undefined;
  readonly BACKUP_MINUTES?: number | undefined;
  readonly BACKUP_DIR?: string | undefined;
}): BackupConfig {
  // What simulated carriers took is worth nothing.
  const isReal = env.CARRIER_URL !== undefined || env.CARRIERS !== undefined;
  const minutes = env.BACKUP_MINUTES ?? (isReal ? WITH_A_REAL_CARRIER : 0);
  return {
    everyMs: env.DATABASE_URL ? 0 : minutes * 60_000,
    folder: resolve(env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups')),
  };
}
