import type { EpisodeCard, TitleCard } from '@bonisa/contract/page-data';
import { keepLatest, type LeftAt } from '@bonisa/domain/resume';
import type { Clock } from '../platform/clock.ts';
import type { InTurn } from '../subscription/subscriber-turn.ts';
import type { Position, ResumeRepository } from './resume.repository.ts';
import { type Card, keyOf, type Reference, type ViewerCatalogue } from './viewer-catalogue.port.ts';

/** So many titles are remembered; older ones go. */
const KEPT_MAX = 200;
const SHOWN_MAX = 24;
const BARS_MAX = 50;

/** A video or an episode, as a position names it. */
export interface Played {
  readonly kind: 'video' | 'episode';
  readonly id: number;
}

export interface SaidPosition extends Played {
  readonly time: number;
  /** When it was left; absent: now. */
  readonly at: Date | undefined;
}

export interface ResumeItem {
  readonly time: number;
  readonly at: string;
  readonly title: (TitleCard & { readonly kind: 'video' }) | EpisodeCard;
}

/** What a bar on a card is drawn from. */
export interface ResumeBar extends Played {
  readonly time: number;
  readonly duration: number;
  readonly show: string | null;
}

export interface ResumeDependencies {
  readonly repository: ResumeRepository;
  readonly catalogue: ViewerCatalogue;
  readonly inTurn: InTurn;
  readonly clock: Clock;
}

export type ResumeService = ReturnType<typeof createResumeService>;

/**
 * Where a subscriber left what they watched (row F10): one place a title, for a show in the episode
 * watched last.
 */
export function createResumeService({ repository, catalogue, inTurn, clock }: ResumeDependencies) {
  const cardOf = async (played: Played): Promise<ResumeItem['title'] | undefined> =>
    asPlayable((await catalogue.cardsOf([played])).get(keyOf(played)));

  return {
    /** What was begun and not finished, the latest first; what is hidden is left out. */
    items: async (subscriberId: number): Promise<ResumeItem[]> => {
      const positions = await repository.of(subscriberId, KEPT_MAX);
      const cards = await catalogue.cardsOf(positions.map(referenceOf));
      return positions
        .flatMap((position) => {
          const title = asPlayable(cards.get(keyOf(referenceOf(position))));
          return title ? [{ time: position.seconds, at: position.at.toISOString(), title }] : [];
        })
        .slice(0, SHOWN_MAX);
    },

    bars: async (subscriberId: number): Promise<ResumeBar[]> => {
      const positions = await repository.of(subscriberId, BARS_MAX);
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

    /** Where a play goes on, in whole seconds; null: from the beginning. */
    placeIn: async (subscriberId: number, played: Played): Promise<number | null> =>
      (await repository.find(subscriberId, played))?.seconds ?? null,

    /**
     * Remembers positions; what is not visible is passed over. Answers how many places that left to
     * go on from.
     */
    put: async (subscriberId: number, said: readonly SaidPosition[]): Promise<number> => {
      const now = clock.now();
      const cards = await catalogue.cardsOf(said);
      const left = said.flatMap((position): LeftAt[] => {
        const card = asPlayable(cards.get(keyOf(position)));
        if (!card || card.kind !== position.kind) return [];
        const { time: seconds, at = now } = position;
        const { durationSeconds } = card;
        return [
          card.kind === 'episode'
            ? { title: card.show.id, episode: card.id, seconds, durationSeconds, at }
            : { title: card.id, episode: null, seconds, durationSeconds, at },
        ];
      });
      const kept = keepLatest(left, now);
      if (kept.length === 0) return 0;
      return await inTurn(subscriberId, (tx) =>
        repository.within(tx).put(subscriberId, kept, KEPT_MAX),
      );
    },

    /**
     * Forgets a place: of a video, or of an episode's whole show. Answers whether there was one.
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
