import type { PackageWindow } from '@bonisa/domain/catalogue/entry-state';
import type { OwnCaptions } from '@bonisa/domain/playback/title-captions';
import type { TitleSegment } from '@bonisa/domain/playback/title-segments';
import type { Database } from '@bonisa/kit/database/database';
import { inBatches } from '@bonisa/kit/database/in-batches';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  catalogueAssets,
  catalogueVersion,
  categories,
  channels,
  credits,
  episodes,
  genres,
  liveCategories,
  liveChannels,
  people,
  seasons,
  shelves,
  slides,
  titles,
} from '../catalogue.tables.ts';
import {
  categoryToChannel,
  playableEpisodeToChannel,
  titleToChannel,
  titleToGenre,
} from './joins.ts';
import {
  playable,
  VISIBLE_CATEGORY,
  VISIBLE_EPISODE,
  VISIBLE_LIVE,
  VISIBLE_TITLE,
  visible,
} from './visibility.ts';

/**
 * The SQL across the whole catalogue: the names of everything visible, what may be played, and when
 * windows open and close.
 */

/** The kinds of entries that have a page. */
export const LISTED_KINDS = [
  'channel',
  'category',
  'genre',
  'show',
  'video',
  'episode',
  'person',
  'live-category',
  'live-channel',
] as const;
export type ListedKind = (typeof LISTED_KINDS)[number];

/** A video or an episode that may be played. */
export interface Playable {
  readonly kind: 'video' | 'episode';
  readonly id: number;
  readonly assetId: string;
  readonly slug: string;
  readonly title: string;
  /** The editor's opening, recap and credits; null: those of the media. */
  readonly segments: readonly TitleSegment[] | null;
  /**
   * When subscribers of which package may play it; null: all may. Those of an episode, else those
   * of its show.
   */
  readonly packages: readonly PackageWindow[] | null;
  /** What an editor has decided about captions; null: they are those of the media. */
  readonly captions: readonly OwnCaptions[] | null;
  /** The audio languages that an editor names, in order; those of an episode are its show's. */
  readonly languages: readonly string[];
}

type Playables = ReadonlyMap<string, Playable>;

/** The name of something visible, and when it changed. */
export interface ListedRow {
  readonly slug: string;
  /** The channel of a category, the category of a live channel; `null` for everything else. */
  readonly within: string | null;
  readonly changedAt: Date;
}

const WINDOWED = [channels, categories, titles, episodes, shelves, slides, liveChannels] as const;

export function createListing(db: Database) {
  const none = sql<string | null>`null`;
  const titleIn = (where: SQL | undefined) =>
    db
      .select({ one: sql`1` })
      .from(titles)
      .where(and(visible(titles), playable(db), where));
  const ofKind = (kind: 'video' | 'show') =>
    titleToChannel(
      db
        .select({ slug: titles.slug, within: none, changedAt: titles.updatedAt })
        .from(titles)
        .$dynamic(),
    )
      .where(and(eq(titles.kind, kind), VISIBLE_TITLE, playable(db)))
      .orderBy(asc(titles.position), asc(titles.id));

  const listed = {
    channel: db
      .select({ slug: channels.slug, within: none, changedAt: channels.updatedAt })
      .from(channels)
      .where(and(visible(channels), sql`exists ${titleIn(eq(titles.channelId, channels.id))}`))
      .orderBy(asc(channels.position), asc(channels.id))
      .prepare('catalogue_listed_channels'),
    category: categoryToChannel(
      db
        .select({ slug: categories.slug, within: channels.slug, changedAt: categories.updatedAt })
        .from(categories)
        .$dynamic(),
    )
      .where(and(VISIBLE_CATEGORY, sql`exists ${titleIn(eq(titles.categoryId, categories.id))}`))
      .orderBy(
        asc(channels.position),
        asc(channels.id),
        asc(categories.position),
        asc(categories.id),
      )
      .prepare('catalogue_listed_categories'),
    genre: titleToGenre(
      db
        .select({
          slug: genres.slug,
          within: none,
          changedAt: sql<Date>`max(${titles.updatedAt})`.mapWith(titles.updatedAt),
        })
        .from(titles)
        .$dynamic(),
    )
      .where(and(VISIBLE_TITLE, playable(db)))
      .groupBy(genres.id)
      .orderBy(asc(genres.position), asc(genres.id))
      .prepare('catalogue_listed_genres'),
    video: ofKind('video').prepare('catalogue_listed_videos'),
    show: ofKind('show').prepare('catalogue_listed_shows'),
    episode: playableEpisodeToChannel(
      db
        .select({ slug: episodes.slug, within: none, changedAt: episodes.updatedAt })
        .from(episodes)
        .$dynamic(),
    )
      .where(VISIBLE_EPISODE)
      .orderBy(asc(titles.position), asc(titles.id), asc(seasons.ordinal), asc(episodes.ordinal))
      .prepare('catalogue_listed_episodes'),
    person: titleToChannel(
      db
        .select({ slug: people.slug, within: none, changedAt: people.updatedAt })
        .from(people)
        .innerJoin(credits, eq(credits.personId, people.id))
        .innerJoin(titles, eq(titles.id, credits.titleId))
        .$dynamic(),
    )
      .where(and(VISIBLE_TITLE, playable(db)))
      .groupBy(people.id)
      .orderBy(asc(people.id))
      .prepare('catalogue_listed_people'),
    'live-category': db
      .select({ slug: liveCategories.slug, within: none, changedAt: liveCategories.updatedAt })
      .from(liveCategories)
      .innerJoin(liveChannels, eq(liveChannels.liveCategoryId, liveCategories.id))
      .where(VISIBLE_LIVE)
      .groupBy(liveCategories.id)
      .orderBy(asc(liveCategories.position), asc(liveCategories.id))
      .prepare('catalogue_listed_live_categories'),
    'live-channel': db
      .select({
        slug: liveChannels.slug,
        within: liveCategories.slug,
        changedAt: liveChannels.updatedAt,
      })
      .from(liveChannels)
      .innerJoin(liveCategories, eq(liveCategories.id, liveChannels.liveCategoryId))
      .where(VISIBLE_LIVE)
      .orderBy(
        asc(liveCategories.position),
        asc(liveCategories.id),
        asc(liveChannels.position),
        asc(liveChannels.id),
      )
      .prepare('catalogue_listed_live_channels'),
  } satisfies Record<ListedKind, { execute(values: { now: Date }): Promise<readonly ListedRow[]> }>;

  const idIn = (name: string, table: PgTable & { slug: PgColumn }, where?: SQL) =>
    db
      .select({ id: sql<number>`id` })
      .from(table)
      .where(and(eq(table.slug, sql.placeholder('slug')), where))
      .prepare(`catalogue_id_of_${name}`);
  const idBySlug = {
    channel: idIn('channel', channels),
    genre: idIn('genre', genres),
    video: idIn('video', titles, eq(titles.kind, 'video')),
    show: idIn('show', titles, eq(titles.kind, 'show')),
    episode: idIn('episode', episodes),
    person: idIn('person', people),
  };

  const among = (column: PgColumn) => sql`${column} = any(${sql.placeholder('slugs')}::text[])`;
  const playables = {
    video: titleToChannel(
      db
        .select({
          kind: sql<'video'>`'video'`,
          id: titles.id,
          assetId: catalogueAssets.id,
          slug: titles.slug,
          title: titles.title,
          segments: titles.segments,
          packages: titles.packages,
          captions: titles.captions,
          languages: titles.languages,
        })
        .from(titles)
        .$dynamic(),
    )
      .innerJoin(catalogueAssets, eq(catalogueAssets.id, titles.assetId))
      .where(and(among(titles.slug), VISIBLE_TITLE))
      .prepare('catalogue_playable_video'),
    episode: playableEpisodeToChannel(
      db
        .select({
          kind: sql<'episode'>`'episode'`,
          id: episodes.id,
          assetId: catalogueAssets.id,
          slug: episodes.slug,
          title: episodes.title,
          segments: episodes.segments,
          packages: sql<
            readonly PackageWindow[] | null
          >`coalesce(${episodes.packages}, ${titles.packages})`,
          captions: episodes.captions,
          languages: titles.languages,
        })
        .from(episodes)
        .$dynamic(),
    )
      .where(and(among(episodes.slug), VISIBLE_EPISODE))
      .prepare('catalogue_playable_episode'),
  };
  /** The rows of slugs at one instant; a video comes before an episode of the same slug. */
  const playablesAt = async (slugs: readonly string[], now: Date): Promise<Playables> => {
    const videos: readonly Playable[] = await playables.video.execute({ slugs, now });
    const found = new Map(videos.map((row) => [row.slug, row]));
    const others = slugs.filter((slug) => !found.has(slug));
    if (others.length === 0) return found;
    const rows: readonly Playable[] = await playables.episode.execute({ slugs: others, now });
    return new Map([...found, ...rows.map((row) => [row.slug, row] as const)]);
  };
  const playableBySlug = inBatches(
    async (asked: readonly { readonly slug: string; readonly now: Date }[]) => {
      const found = new Map<number, Playables>();
      for (const [time, ofTime] of Map.groupBy(asked, ({ now }) => now.getTime()))
        found.set(
          time,
          await playablesAt(
            ofTime.map(({ slug }) => slug),
            new Date(time),
          ),
        );
      return asked.map(({ slug, now }) => found.get(now.getTime())?.get(slug));
    },
    ({ slug, now }) => `${now.getTime()} ${slug}`,
  );

  return {
    /** Returns the mark of the catalogue's last change. */
    async mark(): Promise<string> {
      const { version, movedAt } = catalogueVersion;
      const [row] = await db.select({ version, movedAt }).from(catalogueVersion);
      return markOf(row);
    },
    async lastChange(): Promise<Date | undefined> {
      const [row] = await db.select({ movedAt: catalogueVersion.movedAt }).from(catalogueVersion);
      return row?.movedAt;
    },

    /** Lists the next times after `now` at which a window opens or closes, at most `limit`. */
    async windowEdges(now: Date, limit: number): Promise<Date[]> {
      const ofColumn = (table: (typeof WINDOWED)[number], column: PgColumn): SQL =>
        sql`select ${column} as at from ${table} where ${and(eq(table.published, true), sql`${column} > ${sql.param(now, titles.availableFrom)}`)}`;
      const edges = WINDOWED.flatMap((table) => [
        ofColumn(table, table.availableFrom),
        ofColumn(table, table.availableUntil),
      ]);
      const all = sql`(${sql.join(edges, sql` union `)})`;
      const rows = await db
        .select({ at: sql<Date>`at`.mapWith(titles.availableFrom) })
        .from(sql`${all} edges`)
        .orderBy(sql`at`)
        .limit(limit);
      return rows.map(({ at }) => at);
    },

    /** Lists the names of everything visible of a kind, in its order. */
    listed: (kind: ListedKind, now: Date): Promise<readonly ListedRow[]> =>
      listed[kind].execute({ now }),

    /** Finds an id by slug, visible or not. */
    async idBySlug(kind: keyof typeof idBySlug, slug: string): Promise<number | undefined> {
      return (await idBySlug[kind].execute({ slug }))[0]?.id;
    },

    /** Finds the media of a visible video or episode. */
    playableBySlug: (slug: string, now: Date): Promise<Playable | undefined> =>
      playableBySlug({ slug, now }),
  };
}

/** The row of the catalogue's version. */
interface LastChange {
  readonly version: number;
  readonly movedAt: Date;
}

/**
 * Names a change of the catalogue; empty before the first one. The number alone is not enough: on a
 * replica that was promoted without the last changes, the next ones get the same numbers.
 */
export function markOf(row: LastChange | undefined): string {
  if (!row || row.version === 0) return '';
  return `${row.version} ${row.movedAt.toISOString()}`;
}
