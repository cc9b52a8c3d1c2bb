import type { EpisodeCard, TitleCard } from '@bonisa/contract/page-data';
import { isFinished, latestByTitle, type ReportedPosition } from '@bonisa/domain/playback/resume';
import type { Clock } from '@bonisa/kit/clock/clock';
import { inBatches } from '@bonisa/kit/database/in-batches';
import type {
  WithFreeSubscribers,
  WithSubscriberLock,
} from '@bonisa/people/numbers/subscriber-lock';
import type { Position, PositionsOf, ResumeRepository } from './resume.repository.ts';
import { type Card, keyOf, type Reference, type ViewerCatalogue } from './viewer-catalogue.port.ts';

/** The maximum number of titles with a position; older ones are removed. */
const MAX_STORED = 200;
const MAX_SHOWN = 24;
const MAX_BARS = 50;

/** The video or episode of a position. */
export interface Played {
  readonly kind: 'video' | 'episode';
  readonly id: number;
}

export interface PositionReport extends Played {
  readonly time: number;
  /** When playback stopped; undefined means now. */
  readonly at: Date | undefined;
}

export interface ResumeItem {
  readonly time: number;
  readonly at: string;
  readonly title: (TitleCard & { readonly kind: 'video' }) | EpisodeCard;
}

/** The data of the progress bar on a card. */
export interface ResumeBar extends Played {
  readonly time: number;
  readonly duration: number;
  readonly show: string | null;
}

export interface ResumeDependencies {
  readonly repository: ResumeRepository;
  readonly catalogue: ViewerCatalogue;
  /** Where the credits of a video or an episode begin, by its slug. */
  readonly creditsAt: (slug: string) => Promise<number | undefined>;
  readonly withSubscriberLock: WithSubscriberLock;
  readonly withFreeSubscribers: WithFreeSubscribers;
  readonly clock: Clock;
}

export type ResumeService = ReturnType<typeof createResumeService>;

/**
 * The resume positions of a subscriber (row F10): one for each title; for a show, in the episode
 * watched last.
 */
export function createResumeService({
  repository,
  catalogue,
  creditsAt,
  withSubscriberLock,
  withFreeSubscribers,
  clock,
}: ResumeDependencies) {
  const cardOf = async (played: Played): Promise<ResumeItem['title'] | undefined> =>
    asPlayable((await catalogue.cardsOf([played])).get(keyOf(played)));

  /** The report of a card's position. Credits and the next episode matter in the second half. */
  const reported = async (
    card: ResumeItem['title'],
    { time: seconds, at = clock.now() }: PositionReport,
  ): Promise<ReportedPosition> => {
    const { id, durationSeconds } = card;
    const place = { seconds, durationSeconds, at };
    const isLate = seconds >= durationSeconds / 2;
    const credits = isLate ? await creditsAt(card.slug) : undefined;
    if (card.kind === 'video') return { ...place, title: id, episode: null, creditsAt: credits };
    const { id: show } = card.show;
    const ended = isFinished(seconds, durationSeconds, credits);
    const next = ended ? await catalogue.nextEpisode(show, id) : undefined;
    return {
      ...place,
      title: show,
      episode: id,
      creditsAt: credits,
      next: next && { episode: next.id, durationSeconds: next.durationSeconds },
    };
  };

  /** Writes what is reported of subscribers whom nobody has locked; undefined for the others. */
  const putFree = inBatches((reports: readonly PositionsOf[]) =>
    withFreeSubscribers(
      reports.map(({ subscriberId }) => subscriberId),
      async (tx, free) => {
        // A second report of the same subscriber waits for the first one.
        const own = reports.filter(({ subscriberId }) => free.delete(subscriberId));
        const counts = await repository.within(tx).put(own, MAX_STORED);
        const written = new Map(own.map((report, place) => [report, counts[place]]));
        return reports.map((report) => written.get(report));
      },
    ),
  );

  return {
    /** The unfinished titles, newest first, without hidden ones. */
    items: async (subscriberId: number): Promise<ResumeItem[]> => {
      const positions = await repository.of(subscriberId, MAX_STORED);
      const cards = await catalogue.cardsOf(positions.map(referenceOf));
      return positions
        .flatMap((position) => {
          const title = asPlayable(cards.get(keyOf(referenceOf(position))));
          return title ? [{ time: position.seconds, at: position.at.toISOString(), title }] : [];
        })
        .slice(0, MAX_SHOWN);
    },

    bars: async (subscriberId: number): Promise<ResumeBar[]> => {
      const positions = await repository.of(subscriberId, MAX_BARS);
      const shows = await catalogue.showSlugs(
        positions.filter(({ episodeId }) => episodeId !== null).map(({ titleId }) => titleId),
      );
      return positions.map((position) => ({
        ...referenceOf(position),
        time: position.seconds,
        duration: position.durationSeconds,
        show: position.episodeId === null ? null : (shows.get(position.titleId) ?? null),
      }));
    },

    /** The ids of the videos and shows that a subscriber has seen. */
    finished: repository.finished,

    /** The resume position for a play in whole seconds; null starts at the beginning. */
    positionIn: async (subscriberId: number, played: Played): Promise<number | null> =>
      (await repository.find(subscriberId, played))?.seconds ?? null,

    /**
     * Stores reported positions, ignoring hidden titles. Returns how many resume positions were
     * written.
     */
    put: async (subscriberId: number, reports: readonly PositionReport[]): Promise<number> => {
      const now = clock.now();
      const cards = await catalogue.cardsOf(reports);
      const found = await Promise.all(
        reports.map(async (position): Promise<ReportedPosition | undefined> => {
          const card = asPlayable(cards.get(keyOf(position)));
          if (!card || card.kind !== position.kind) return undefined;
          return await reported(card, position);
        }),
      );
      const positions = latestByTitle(
        found.filter((position) => position !== undefined),
        now,
      );
      if (positions.length === 0) return 0;
      const report = { subscriberId, positions };
      const written = await putFree(report);
      if (written !== undefined) return written;
      return await withSubscriberLock(subscriberId, async (tx) => {
        const [count = 0] = await repository.within(tx).put([report], MAX_STORED);
        return count;
      });
    },

    /**
     * Removes a position: of a video, or of the whole show of an episode. Returns whether there was
     * one.
     */
    remove: async (subscriberId: number, played: Played): Promise<boolean> => {
      const now = clock.now();
      if (played.kind === 'video') return await repository.endVideo(subscriberId, played.id, now);
      const card = await cardOf(played);
      return card?.kind === 'episode'
        ? await repository.endShow(subscriberId, card.show.id, now)
        : await repository.endEpisode(subscriberId, played.id, now);
    },
  };
}

function referenceOf({ titleId, episodeId }: Position): Played & Reference {
  return episodeId === null ? { kind: 'video', id: titleId } : { kind: 'episode', id: episodeId };
}

function asPlayable(card: Card | undefined): ResumeItem['title'] | undefined {
  if (!card || !('kind' in card)) return undefined;
  if (card.kind === 'episode') return card;
  return card.kind === 'video' ? (card as TitleCard & { kind: 'video' }) : undefined;
}
