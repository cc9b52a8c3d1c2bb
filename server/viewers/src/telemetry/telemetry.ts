import type { Catalogue } from '@bonisa/content/catalogue';
import type { SiteContent } from '@bonisa/content/site-content';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database, OpenDatabase } from '@bonisa/kit/database/database';
import { createMonthlyPartitions } from '@bonisa/kit/database/monthly-partitions';
import { purgeAll } from '@bonisa/kit/jobs/housekeeping';
import { createRepeatedJob } from '@bonisa/kit/jobs/repeated-job';
import type { Metrics } from '@bonisa/kit/metrics';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import type { TableLimits } from '@bonisa/kit/table-limits.config';
import { eraserOf, type PersonalDataStore } from '@bonisa/people/numbers/personal-data.port';
import type { Logger } from 'pino';
import type { Viewer } from '../viewer/viewer.ts';
import { createHeaderLogRepository } from './header-log.repository.ts';
import { createHeaderLog } from './header-log.service.ts';
import { createPlayReportRepository } from './play-report.repository.ts';
import { createPlayReportService } from './play-report.service.ts';
import { createPlaybackLogRepository } from './playback-log.repository.ts';
import { createPlaybackLogService, RETENTION_DAYS } from './playback-log.service.ts';
import { createSearchCountRepository } from './search-count.repository.ts';
import { createSearchCounts } from './search-count.service.ts';
import { createTitlePlaysJob } from './title-plays.job.ts';

/** The personal data of telemetry: a subscriber's playback reports. */
export function telemetryPersonalData(db: Database): PersonalDataStore {
  return eraserOf(createPlaybackLogRepository(db));
}

export interface TelemetryDependencies {
  readonly config: { readonly mode: 'demo' | 'production'; readonly tableLimits: TableLimits };
  readonly db: Database;
  readonly clock: Clock;
  readonly open: Pick<OpenDatabase, 'long'>;
  /** Its shelves of what is watched most need the counts. */
  readonly catalogue: Pick<Catalogue, 'titlePlays'>;
  readonly siteContent: { readonly content: Pick<SiteContent['content'], 'liveChannels'> };
  readonly secrets: Pick<Secrets, 'lastingKey'>;
  readonly logger: Pick<Logger, 'error'>;
  readonly metrics: Pick<Metrics, 'partitionsAhead'>;
  /** Its catalogue knows whether a slug names a title that can be played. */
  readonly viewer: { readonly catalogue: Pick<Viewer['catalogue'], 'isPlayable'> };
}

/** Hourly, as housekeeping: a lock that somebody held is asked for again soon. */
const PARTITIONS_EVERY_SECONDS = 60 * 60;
const PLAYBACK_LOG = { name: 'playback_log', mostDays: RETENTION_DAYS };

export type Telemetry = ReturnType<typeof createTelemetry>;

/** Builds what pages report: the playback log, and the headers of the test page. */
export function createTelemetry(dependencies: TelemetryDependencies) {
  const { config, db, clock, viewer, open, catalogue, siteContent, secrets, logger, metrics } =
    dependencies;
  const { isPlayable } = viewer.catalogue;
  const playbackLogs = createPlaybackLogRepository(db);
  const plays = createPlayReportService({
    repository: createPlayReportRepository(db),
    maxRows: config.tableLimits.playReports,
    clock,
  });
  const playbackLog = createPlaybackLogService({
    repository: playbackLogs,
    isPlayable,
    isLiveChannel: async (slug) =>
      (await siteContent.content.liveChannels()).some((channel) => channel.slug === slug),
    plays,
    maxRows: config.tableLimits.playbackLog,
    clock,
  });
  const searches = createSearchCounts({
    repository: createSearchCountRepository(db),
    key: secrets.lastingKey('searches'),
    clock,
    logger,
  });
  const headerLog = createHeaderLog({ repository: createHeaderLogRepository(db), clock });
  const partitions = createMonthlyPartitions({ db, clock });
  return {
    playbackLogs,
    playbackLog,
    headerLog,
    searches,
    jobs: [
      createTitlePlaysJob({ db, clock, long: open.long, titlePlays: catalogue.titlePlays }),
      createRepeatedJob({
        ...{ db, clock, name: 'monthly partitions', everySeconds: PARTITIONS_EVERY_SECONDS },
        work: () => partitions.tend(PLAYBACK_LOG),
      }),
    ],
    measure: async (): Promise<void> => {
      const { name: table } = PLAYBACK_LOG;
      metrics.partitionsAhead.set({ table }, await partitions.aheadOf(table));
    },
    /** Headers are stored in demo mode only. */
    keepsHeaders: config.mode === 'demo',
    purge: (): Promise<void> =>
      purgeAll([playbackLog.purge, plays.purge, searches.purge, headerLog.purge]),
  };
}
