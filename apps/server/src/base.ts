import { randomUUID } from 'node:crypto';
import { createSharedBuilds } from '@bonisa/kit/builds/shared-builds';
import { type Clock, systemClock } from '@bonisa/kit/clock/clock';
import { CLOCKS_AGREE, type ClockAgreement } from '@bonisa/kit/clock/clock-agreement';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createDrain } from '@bonisa/kit/drain';
import { createFileStore } from '@bonisa/kit/files/files';
import { watchWrites } from '@bonisa/kit/files/store-writes';
import { createNetworkCounts } from '@bonisa/kit/http/network-counts';
import { newId } from '@bonisa/kit/ids';
import { createWakeSignal } from '@bonisa/kit/jobs/wake-signal';
import { createMetrics } from '@bonisa/kit/metrics';
import { createReadiness } from '@bonisa/kit/readiness';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import { createTerminationJournal } from '@bonisa/kit/termination-journal/termination-journal';
import { tracedFiles } from '@bonisa/kit/tracing/traced-files';
import type { Logger } from 'pino';
import type { Config } from './config.ts';

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
    terminationJournal: createTerminationJournal({
      ...parts,
      isOn: parts.config.keepsTerminationJournal,
      files,
      key: parts.secrets.key('ends'),
      newId,
      metrics,
    }),
    /** Names this run of the process. */
    runId: randomUUID(),
  };
}
