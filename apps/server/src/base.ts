import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createSharedBuilds } from './platform/builds/shared-builds.ts';
import { type Clock, systemClock } from './platform/clock/clock.ts';
import { CLOCKS_AGREE, type ClockAgreement } from './platform/clock/clock-agreement.ts';
import type { OpenDatabase } from './platform/database/database.ts';
import { createDrain } from './platform/drain.ts';
import { createEndRecords } from './platform/end-records/end-records.ts';
import { createFileStore } from './platform/files/files.ts';
import { watchWrites } from './platform/files/store-writes.ts';
import { createNetworkCounts } from './platform/http/network-counts.ts';
import { newId } from './platform/ids.ts';
import { createWakeSignal } from './platform/jobs/wake-signal.ts';
import { createMetrics } from './platform/metrics.ts';
import { createReadiness } from './platform/readiness.ts';
import type { Secrets } from './platform/secrets/secrets.ts';
import { tracedFiles } from './platform/tracing/traced-files.ts';

export interface BaseParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly open: OpenDatabase;
  readonly clock: Clock;
  readonly logger: Logger;
  /** This machine's clock beside the database's; left out: they agree. */
  readonly agreement?: ClockAgreement;
}

export type Base = ReturnType<typeof createBase>;

/** Makes what every capability is built on; each of them names the fields that it uses. */
export function createBase(parts: BaseParts) {
  const wakeSignal = createWakeSignal();
  const { agreement = CLOCKS_AGREE } = parts;
  // Backups and signs of life are not moved by a test.
  const realTime = systemClock.now;
  const drain = createDrain(parts.config.drainMs);
  const metrics = createMetrics();
  const { logger } = parts;
  const store = tracedFiles(createFileStore(parts.config, logger));
  const files = watchWrites(store, { logger, metrics });
  metrics.processInfo.set({ role: parts.config.role }, 1);
  return {
    ...parts,
    agreement,
    db: parts.open.db,
    files,
    builds: createSharedBuilds({ ...parts, files }),
    metrics,
    wakeSignal,
    wake: wakeSignal.wake,
    newId,
    realTime,
    networkCounts: parts.config.limits ? createNetworkCounts(parts.clock.now) : undefined,
    drain,
    readiness: createReadiness({ ...parts, drain, files }),
    endRecords: createEndRecords({
      ...parts,
      isOn: parts.config.recordsEnds,
      files,
      key: parts.secrets.key('ends'),
      newId,
      metrics,
    }),
    /** Names this run of the process. */
    runId: randomUUID(),
  };
}
