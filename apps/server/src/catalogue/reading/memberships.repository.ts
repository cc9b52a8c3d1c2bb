import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { categories, channels, episodes, seasons, titles } from '../catalogue.tables.ts';

/** What a list of a viewer may name. */
export interface Member {
  readonly kind: 'video' | 'show' | 'episode' | 'channel' | 'category';
  readonly id: number;
}

/**
 * The SQL of what belongs to what, visible or not: answers are narrowed by what is visible
 * elsewhere.
 */
export function createMembershipReading(db: Database) {
  return {
    /** Which of these belong to a channel, or are it. */
    async membersOf(channel: string, asked: readonly Member[]): Promise<Member[]> {
      const idsOf = (...kinds: Member['kind'][]): number[] =>
        asked.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
      const isChannel = eq(channels.slug, channel);
      const [ofTitles, ofEpisodes, ofCategories, itself] = await Promise.all([
        db
          .select({ kind: titles.kind, id: titles.id })
          .from(titles)
          .innerJoin(channels, eq(channels.id, titles.channelId))
          .where(and(isChannel, inArray(titles.id, idsOf('video', 'show')))),
        db
          .select({ id: episodes.id })
          .from(episodes)
          .innerJoin(seasons, eq(seasons.id, episodes.seasonId))
          .innerJoin(titles, eq(titles.id, seasons.showId))
          .innerJoin(channels, eq(channels.id, titles.channelId))
          .where(and(isChannel, inArray(episodes.id, idsOf('episode')))),
        db
          .select({ id: categories.id })
          .from(categories)
          .innerJoin(channels, eq(channels.id, categories.channelId))
          .where(and(isChannel, inArray(categories.id, idsOf('category')))),
        db
          .select({ id: channels.id })
          .from(channels)
          .where(and(isChannel, inArray(channels.id, idsOf('channel')))),
      ]);
      return [
        ...ofTitles,
        ...ofEpisodes.map(({ id }) => ({ kind: 'episode' as const, id })),
        ...ofCategories.map(({ id }) => ({ kind: 'category' as const, id })),
        ...itself.map(({ id }) => ({ kind: 'channel' as const, id })),
      ];
    },

    /** The slugs of titles by their ids. */
    async titleSlugs(ids: readonly number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({ id: titles.id, slug: titles.slug })
        .from(titles)
        .where(inArray(titles.id, [...ids]));
      return new Map(rows.map(({ id, slug }) => [id, slug]));
    },
  };
}

export type MembershipReading = ReturnType<typeof createMembershipReading>;
