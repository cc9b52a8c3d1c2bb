import { believed, type PlayFigures } from '@bonisa/domain/playback/play-figures';
import type { Clock } from '@bonisa/kit/clock/clock';
import { createNetworkBudget } from '@bonisa/kit/http/network-budget';
import type { PlayReportRepository, ReportedPlay } from './play-report.repository.ts';

/**
 * Reports of one subscriber to this process: a person who skips from title to title stays below
 * this.
 */
const REPORTS = { burst: 60, perSecond: 1 / 20 } as const;
/** Seconds that one subscriber may have watched: those that pass, on two devices, and a night. */
const WATCHED = { burst: 12 * 60 * 60, perSecond: 2 } as const;
const RETENTION_DAYS = 7;

export interface PlayReportDependencies {
  readonly repository: PlayReportRepository;
  /** The most stored plays, whatever their age. */
  readonly maxRows: number;
  readonly clock: Clock;
}

export type PlayReportService = ReturnType<typeof createPlayReportService>;

/**
 * What players report of the quality of a play. A row has the random id of the play and no person.
 * Only subscribers can play, so only they are counted; what one of them can add is bounded by time,
 * so a client that lies cannot distort a day. A report above the limits is left out silently: it is
 * no matter of the viewer's.
 */
export function createPlayReportService({ repository, maxRows, clock }: PlayReportDependencies) {
  const reports = createNetworkBudget({ ...REPORTS, clock });
  const watched = createNetworkBudget({ ...WATCHED, clock });

  return {
    /** Writes the figures of a play; answers whether they count. */
    write: async (
      play: ReportedPlay,
      given: PlayFigures,
      subscriberId: number | undefined,
    ): Promise<boolean> => {
      if (subscriberId === undefined) return false;
      const who = `subscriber ${subscriberId}`;
      if (!reports.take(who)) return false;
      const figures = believed(given);
      const before = (await repository.watchedOf(play.uuid)) ?? 0;
      const more = figures.watched_seconds - before;
      if (more < 0 || (more > 0 && !watched.take(who, more))) return false;
      await repository.write(play, figures, clock.now());
      return true;
    },

    /** Deletes old and excess plays. */
    purge: (): Promise<void> =>
      repository.purge(
        new Date(clock.now().getTime() - RETENTION_DAYS * 24 * 60 * 60_000),
        maxRows,
      ),
  };
}
