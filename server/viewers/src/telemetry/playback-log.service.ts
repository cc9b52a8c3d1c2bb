import type { PlayFigures } from '@bonisa/domain/playback/play-figures';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type { ClientHeaders } from '@bonisa/kit/http/client-headers';
import { createNetworkBudget } from '@bonisa/kit/http/network-budget';
import type { PlayReportService } from './play-report.service.ts';
import type { PlaybackLogRepository } from './playback-log.repository.ts';

/** Enough for two and a half hours of a player that reports every 30 seconds. */
const MAX_ENTRIES_PER_UUID = 300;
/** No entry is stored longer. */
export const RETENTION_DAYS = 90;
/**
 * Limit for the reports of all visitors together to this process. The full rate makes 360,000
 * entries in the hour between two purges. Subscribers are not limited.
 */
const VISITOR_BUDGET = { burst: 2000, perSecond: 100, networks: 1 } as const;
const ALL_VISITORS = 'visitors';

export interface PlaybackReport {
  readonly uuid: string;
  readonly video: string;
  readonly status: 'started' | 'playing' | 'paused' | 'finished';
  readonly duration?: number | undefined;
  readonly vid_paused_at?: number | undefined;
  readonly vid_finished_at?: number | undefined;
  /** `video` is the slug of a live channel; its plays have no log. */
  readonly live?: boolean | undefined;
  readonly quality?: PlayFigures | undefined;
}

export interface PlaybackLogDependencies {
  readonly repository: PlaybackLogRepository;
  readonly isPlayable: (slug: string) => Promise<boolean>;
  readonly isLiveChannel: (slug: string) => Promise<boolean>;
  readonly plays: Pick<PlayReportService, 'write'>;
  /** The most stored entries, whatever their age. */
  readonly maxRows: number;
  readonly clock: Clock;
}

/**
 * The reports of players (rows A17, F11). Visitors may report too. Entries are limited, and joined
 * to a subscriber only by the session.
 */
export function createPlaybackLogService({
  repository,
  isPlayable,
  isLiveChannel,
  plays,
  maxRows,
  clock,
}: PlaybackLogDependencies) {
  const visitors = createNetworkBudget({ ...VISITOR_BUDGET, clock });

  return {
    /**
     * Writes the entry, and the quality that comes with it. Throws `not_found` for a slug that
     * cannot be played, and `too_many_requests` above the limit for visitors.
     */
    write: async (
      report: PlaybackReport,
      from: ClientHeaders & { readonly subscriberId: number | undefined },
    ): Promise<void> => {
      const { video, live = false, quality } = report;
      if (!(await (live ? isLiveChannel(video) : isPlayable(video))))
        throw new AppError('not_found', 'There is no such video.');
      if (from.subscriberId === undefined && !visitors.take(ALL_VISITORS)) {
        throw new AppError('too_many_requests', 'Too many reports at the moment.', {
          retryAfter: visitors.waitOf(ALL_VISITORS),
        });
      }
      const { uuid, status, duration = null } = report;
      const { vid_paused_at = null, vid_finished_at = null } = report;
      const kind = live ? 'live' : 'title';
      if (quality) await plays.write({ uuid, kind, video }, quality, from.subscriberId);
      if (live || quality?.unwatched) return;
      const { subscriberId = null, platform, siteVersion, country, locale } = from;
      await repository.insert(
        {
          uuid,
          video,
          status,
          duration,
          pausedAt: vid_paused_at,
          finishedAt: vid_finished_at,
          subscriberId,
          platform,
          siteVersion,
          country,
          locale,
          at: clock.now(),
        },
        MAX_ENTRIES_PER_UUID,
      );
    },

    /** Deletes old and excess entries. */
    purge: (): Promise<void> =>
      repository.purge(
        new Date(clock.now().getTime() - RETENTION_DAYS * 24 * 60 * 60_000),
        maxRows,
      ),
  };
}
