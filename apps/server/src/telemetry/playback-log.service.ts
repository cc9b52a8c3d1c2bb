import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import { createNetworkBudget } from '../platform/http/network-budget.ts';
import type { SentAlong } from '../platform/http/sent-along.ts';
import type { PlaybackLogRepository } from './playback-log.repository.ts';

/** A player that reports every half minute says this much in two hours and more. */
const ENTRIES_OF_A_UUID = 300;
const KEPT_DAYS = 90;
/** However much is sent within those days. */
const ENTRIES_IN_ALL = 5_000_000;
/**
 * What visitors may report to this process, all of them together: at the full rate an hour, after
 * which the housekeeping comes, makes 360,000 entries. Subscribers are not held up by it.
 */
const FROM_VISITORS = { burst: 2000, perSecond: 100, networks: 1 } as const;
const ALL_VISITORS = 'visitors';

export interface PlaybackReport {
  readonly uuid: string;
  readonly video: string;
  readonly status: 'started' | 'playing' | 'paused' | 'finished';
  readonly duration?: number | undefined;
  readonly vid_paused_at?: number | undefined;
  readonly vid_finished_at?: number | undefined;
}

export interface PlaybackLogDependencies {
  readonly repository: PlaybackLogRepository;
  readonly isPlayable: (slug: string) => Promise<boolean>;
  readonly clock: Clock;
}

export type PlaybackLogService = ReturnType<typeof createPlaybackLogService>;

/**
 * What players report (rows A17, F11): visitors may; bounded, and joined to a subscriber by the
 * session alone.
 */
export function createPlaybackLogService({
  repository,
  isPlayable,
  clock,
}: PlaybackLogDependencies) {
  const visitors = createNetworkBudget({ ...FROM_VISITORS, clock });

  return {
    /**
     * Throws `not_found` for a slug that nothing can be played under, and `too_many_requests` where
     * visitors report more than is written.
     */
    write: async (
      report: PlaybackReport,
      from: SentAlong & { readonly subscriberId: number | undefined },
    ): Promise<void> => {
      if (!(await isPlayable(report.video)))
        throw new AppError('not_found', 'There is no such video.');
      if (from.subscriberId === undefined && !visitors.take(ALL_VISITORS)) {
        throw new AppError('too_many_requests', 'Too many reports at the moment.', {
          retryAfter: visitors.waitOf(ALL_VISITORS),
        });
      }
      const {
        uuid,
        video,
        status,
        duration = null,
        vid_paused_at = null,
        vid_finished_at = null,
      } = report;
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
        ENTRIES_OF_A_UUID,
      );
    },

    /** Lets go of what is too old or too much. */
    purge: (): Promise<void> =>
      repository.purge(
        new Date(clock.now().getTime() - KEPT_DAYS * 24 * 60 * 60_000),
        ENTRIES_IN_ALL,
      ),
  };
}
