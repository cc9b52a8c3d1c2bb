import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** The environment variables of the active database lease. */
export const databaseLeaseConfigShape = {
  FENCE: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
};

/**
 * Whether only one copy of the database may charge. It needs a file store that a copy of the
 * database does not bring along.
 */
export function needsDatabaseLease(env: {
  readonly FENCE?: 'on' | 'off' | undefined;
  readonly FILE_STORE?: unknown;
  readonly MODE: 'demo' | 'production';
}): boolean {
  if (env.FENCE !== undefined) return env.FENCE === 'on';
  return env.MODE === 'production' && env.FILE_STORE !== undefined;
}

/** Names the embedded database's folder: a copy of it has another place. */
export function folderPlaceOf(dataDir: string): string | null {
  const folder = resolve(join(dataDir, 'database'));
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats ? `${hostname()} ${folder} ${stats.ino}` : null;
}
