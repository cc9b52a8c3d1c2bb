import type { Catalogue } from '../catalogue/catalogue.ts';
import { eraserOf, type PersonalDataStore } from '../numbers/personal-data.port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, OpenDatabase } from '../platform/database.ts';
import { purgeAll } from '../platform/housekeeping.ts';
import type { Viewer } from '../viewer/viewer.ts';
import { createHeaderLogRepository } from './header-log.repository.ts';
import { createHeaderLog } from './header-log.service.ts';
import { createPlaybackLogRepository } from './playback-log.repository.ts';
import { createPlaybackLogService } from './playback-log.service.ts';
import { createTitlePlaysJob } from './title-plays.job.ts';

/** The personal data of telemetry: a subscriber's playback reports. */
export function telemetryPersonalData(db: Database): PersonalDataStore {
  return eraserOf(createPlaybackLogRepository(db));
}

export interface TelemetryDependencies {
  readonly config: { readonly mode: 'demo' | 'production' };
  readonly db: Database;
  readonly clock: Clock;
  readonly open: Pick<OpenDatabase, 'long'>;
  /** Its shelves of what is watched most need the counts. */
  readonly catalogue: Pick<Catalogue, 'titlePlays'>;
  /** Its catalogue knows whether a slug names a title that can be played. */
  readonly viewer: { readonly catalogue: Pick<Viewer['catalogue'], 'isPlayable'> };
}

export type Telemetry = ReturnType<typeof createTelemetry>;

/** Builds what pages report: the playback log, and the headers of the test page. */
export function createTelemetry(dependencies: TelemetryDependencies) {
  const { config, db, clock, viewer, open, catalogue } = dependencies;
  const { isPlayable } = viewer.catalogue;
  const playbackLogs = createPlaybackLogRepository(db);
  const playbackLog = createPlaybackLogService({ repository: playbackLogs, isPlayable, clock });
  const headerLog = createHeaderLog({ repository: createHeaderLogRepository(db), clock });
  return {
    playbackLogs,
    playbackLog,
    headerLog,
    job: createTitlePlaysJob({ db, clock, long: open.long, titlePlays: catalogue.titlePlays }),
    /** Headers are stored in demo mode only. */
    keepsHeaders: config.mode === 'demo',
    purge: (): Promise<void> => purgeAll([playbackLog.purge, headerLog.purge]),
  };
}
