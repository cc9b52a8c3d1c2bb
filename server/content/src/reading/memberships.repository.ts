import type { Database } from '@bonisa/kit/database/database';
import { and, eq, inArray } from 'drizzle-orm';
import { categories, channels, episodes, titles } from '../catalogue.tables.ts';
import { categoryToChannel, episodeToChannel, titleToChannel } from './joins.ts';

/** An entry of a viewer's list. */
export interface Member {
  readonly kind: 'video' | 'show' | 'episode' | 'channel' | 'category';
  readonly id: number;
}

/** The SQL of what belongs to what, visible or not. The caller filters by visibility. */
export function createMembershipReading(db: Database) {
  return {
    /** Returns those entries that belong to a channel, or are the channel. */
    async membersOf(channel: string, asked: readonly Member[]): Promise<Member[]> {
      const idsOf = (...kinds: Member['kind'][]): number[] =>
        asked.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
      const isChannel = eq(channels.slug, channel);
      const [ofTitles, ofEpisodes, ofCategories, itself] = await Promise.all([
        titleToChannel(
          db.select({ kind: titles.kind, id: titles.id }).from(titles).$dynamic(),
        ).where(and(isChannel, inArray(titles.id, idsOf('video', 'show')))),
        episodeToChannel(db.select({ id: episodes.id }).from(episodes).$dynamic()).where(
          and(isChannel, inArray(episodes.id, idsOf('episode'))),
        ),
        categoryToChannel(db.select({ id: categories.id }).from(categories).$dynamic()).where(
          and(isChannel, inArray(categories.id, idsOf('category'))),
        ),
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

    /** Reads the slugs of titles by id. */
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
