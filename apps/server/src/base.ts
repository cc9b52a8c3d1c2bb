import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createSharedBuilds } from './platform/builds/shared-builds.ts';
import { bringBackColumn, createBringBack } from './platform/clock/bring-back.ts';
import type { Clock } from './platform/clock/clock.ts';
import { CLOCKS_AGREE, type ClockAgreement } from './platform/clock/clock-agreement.ts';
import { realTimeOf } from './platform/clock/product-clock.ts';
import type { OpenDatabase } from './platform/database/database.ts';
import { bringBackLines } from './platform/database/live-processes.ts';
import { createDrain } from './platform/drain.ts';
import { createEndRecords } from './platform/end-records/end-records.ts';
import { createFileStore } from './platform/files/files.ts';
import { watchWrites } from './platform/files/store-writes.ts';
import { createNetworkCounts } from './platform/http/network-counts.ts';
import { newId } from './platform/ids.ts';
import { scheduledJobs } from './platform/jobs/scheduled-jobs.tables.ts';
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
  /** What is known about the time; left out: it is always right. */
  readonly agreement?: ClockAgreement;
}

/** The longest interval of a job that repeats is six hours. */
const LONGEST_INTERVAL_MS = 6.5 * 60 * 60_000;

export type Base = ReturnType<typeof createBase>;

/** Makes what every capability is built on; each of them names the fields that it uses. */
export function createBase(parts: BaseParts) {
  const wakeSignal = createWakeSignal();
  const { agreement = CLOCKS_AGREE } = parts;
  const realTime = realTimeOf(parts.clock);
  const drain = createDrain(parts.config.drainMs);
  const metrics = createMetrics();
  const { logger } = parts;
  const { db } = parts.open;
  const bringBack = createBringBack({ ...parts, agreement });
  bringBack.add('scheduled_jobs', (now) =>
    bringBackColumn(db, scheduledJobs.nextRunAt, { now, mostMs: LONGEST_INTERVAL_MS }),
  );
  // No test moves the time of these lines.
  bringBack.add('installation_facts', () => bringBackLines(db, realTime()));
  const store = tracedFiles(createFileStore(parts.config, logger));
  const files = watchWrites(store, { logger, metrics });
  metrics.processInfo.set({ role: parts.config.role }, 1);
  return {
    ...parts,
    agreement,
    bringBack,
    db,
    files,
    builds: createSharedBuilds({ ...parts, files }),
    metrics,
    wakeSignal,
    wake: wakeSignal.wake,
    newId,
    realTime,
    networkCounts: parts.config.limits
      ? createNetworkCounts({ now: () => realTime().getTime() })
      : undefined,
    drain,
    readiness: createReadiness({ ...parts, drain, files }),
    endRecords: createEndRecords({
      ...parts,
      isOn: parts.config.recordsEnds,
      bringBack,
      files,
      key: parts.secrets.key('ends'),
      newId,
      metrics,
    }),
    /** Names this run of the process. */
    runId: randomUUID(),
  };
}
