import type { Database } from '@bonisa/kit/database/database';
import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  categories,
  channels,
  episodes,
  genres,
  liveChannels,
  slides,
  titles,
} from '../catalogue.tables.ts';
import type { ArtRow, PictureOwner } from '../pictures/picture-set.ts';
import { categoryToChannel, episodeToChannel, liveToGenre, titleToGenre } from './joins.ts';
import {
  VISIBLE_CATEGORY,
  VISIBLE_EPISODE,
  VISIBLE_LIVE,
  VISIBLE_TITLE,
  visible,
} from './visibility.ts';

/**
 * The SQL of the art that pictures are drawn from. A picture may be made before the media is ready,
 * so only publication, window and parents count here.
 */

const SLUG = sql.placeholder('slug');
/** A category's slug is unique in its channel only, so its picture is named by both. */
const CATEGORY_SLUG = sql<string>`${channels.slug} || '-in-' || ${categories.slug}`;
/** A slide has no slug, so its picture is named by its id. */
const SLIDE_SLUG = sql<string>`'slide-' || ${slides.id}`;

/** The columns that a picture is drawn from. The table must be joined with its genre. */
const artOf = <
  Slug extends PgColumn,
  Title extends PgColumn,
  Artwork extends PgColumn,
  Emblem extends PgColumn,
  Ground extends PgColumn,
>(table: {
  slug: Slug;
  title: Title;
  artwork: Artwork;
  artEmblem: Emblem;
  artGround: Ground;
}) => ({
  slug: table.slug,
  title: table.title,
  genre: genres.slug,
  artwork: table.artwork,
  artEmblem: table.artEmblem,
  artGround: table.artGround,
});

export function createArtReading(db: Database) {
  const titleArt = artOf(titles);
  const ofTitles = () => titleToGenre(db.select(titleArt).from(titles).$dynamic());
  const ofEpisodes = () =>
    episodeToChannel(db.select(artOf(episodes)).from(episodes).$dynamic()).innerJoin(
      genres,
      eq(genres.id, titles.genreId),
    );
  const ofChannels = () =>
    db
      .select(artOf(channels))
      .from(channels)
      .innerJoin(genres, eq(genres.id, channels.genreId))
      .$dynamic();
  const ofCategories = () =>
    categoryToChannel(
      db
        .select({ ...artOf(categories), slug: CATEGORY_SLUG })
        .from(categories)
        .$dynamic(),
    ).innerJoin(genres, eq(genres.id, categories.genreId));
  const ofLive = () => liveToGenre(db.select(artOf(liveChannels)).from(liveChannels).$dynamic());

  const ofSlides = () =>
    titleToGenre(
      db
        .select({ ...titleArt, slug: SLIDE_SLUG, artwork: slides.artwork })
        .from(slides)
        .innerJoin(titles, eq(titles.id, slides.titleId))
        .$dynamic(),
    );

  const bySlug = {
    title: ofTitles()
      .where(and(eq(titles.slug, SLUG), VISIBLE_TITLE))
      .prepare('catalogue_art_of_title'),
    episode: ofEpisodes()
      .where(and(eq(episodes.slug, SLUG), VISIBLE_EPISODE))
      .prepare('catalogue_art_of_episode'),
    channel: ofChannels()
      .where(and(eq(channels.slug, SLUG), visible(channels)))
      .prepare('catalogue_art_of_channel'),
    category: ofCategories()
      .where(and(sql`${CATEGORY_SLUG} = ${SLUG}`, VISIBLE_CATEGORY))
      .prepare('catalogue_art_of_category'),
    live: ofLive()
      .where(and(eq(liveChannels.slug, SLUG), VISIBLE_LIVE))
      .prepare('catalogue_art_of_live_channel'),
    slide: ofSlides()
      .where(and(sql`${SLIDE_SLUG} = ${SLUG}`, visible(slides), VISIBLE_TITLE))
      .prepare('catalogue_art_of_slide'),
  } satisfies Record<PictureOwner, unknown>;

  return {
    /** Finds the art of something visible. A category's slug is `{channel}-in-{category}`. */
    pictureArt: async (owner: PictureOwner, slug: string, now: Date): Promise<ArtRow | undefined> =>
      (await bySlug[owner].execute({ slug, now }))[0],
  };
}
