import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import {
  categories,
  channels,
  episodes,
  genres,
  liveChannels,
  seasons,
  shelfItems,
  shelves,
  slides,
  titles,
} from '../catalogue.tables.ts';
import type { ArtInOrder } from '../pictures/picture.service.ts';
import type { ArtRow, PictureOwner } from '../pictures/picture-set.ts';
import { categoryToChannel, episodeToChannel, liveToGenre, titleToGenre } from './joins.ts';
import {
  CHANNELS_IN_TURN,
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

/** How many cards of a shelf, and how many channels, a phone shows before any scrolling. */
const FIRST_VIEW_CARDS = 3;
const FIRST_VIEW_CHANNELS = 4;
/** The number of categories on the home page. */
const HOME_CATEGORIES = 12;

/** Where an entry is first seen. */
const PLACE = { slide: 0, firstView: 1, home: 2, elsewhere: 3 } as const;

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

  const inFirstView = lt(shelfItems.position, FIRST_VIEW_CARDS);
  const inOrder = {
    slides: ofTitles()
      .innerJoin(slides, eq(slides.titleId, titles.id))
      .where(and(visible(slides), VISIBLE_TITLE))
      .orderBy(asc(slides.position), asc(slides.id))
      .prepare('catalogue_art_of_slides'),
    shelves: titleToGenre(
      db
        .select({ ...titleArt, inFirstView: sql<boolean>`${inFirstView}` })
        .from(shelves)
        .innerJoin(shelfItems, eq(shelfItems.shelfId, shelves.id))
        .innerJoin(titles, eq(titles.id, shelfItems.titleId))
        .$dynamic(),
    )
      .where(and(isNull(shelves.channelId), visible(shelves), VISIBLE_TITLE))
      .orderBy(asc(shelves.position), asc(shelves.id), asc(shelfItems.position))
      .prepare('catalogue_art_of_shelves'),
    titles: ofTitles()
      .where(VISIBLE_TITLE)
      .orderBy(asc(titles.position), asc(titles.id))
      .prepare('catalogue_art_of_titles'),
    episodes: ofEpisodes()
      .where(VISIBLE_EPISODE)
      .orderBy(asc(titles.position), asc(titles.id), asc(seasons.ordinal), asc(episodes.ordinal))
      .prepare('catalogue_art_of_episodes'),
    channels: ofChannels()
      .where(visible(channels))
      .orderBy(asc(channels.position), asc(channels.id))
      .prepare('catalogue_art_of_channels'),
    categories: ofCategories()
      .where(VISIBLE_CATEGORY)
      .orderBy(
        CHANNELS_IN_TURN,
        asc(channels.position),
        asc(channels.id),
        asc(categories.position),
        asc(categories.id),
      )
      .prepare('catalogue_art_of_categories'),
    live: ofLive()
      .where(VISIBLE_LIVE)
      .orderBy(asc(liveChannels.position), asc(liveChannels.id))
      .prepare('catalogue_art_of_live_channels'),
  };

  return {
    /** Finds the art of something visible. A category's slug is `{channel}-in-{category}`. */
    pictureArt: async (owner: PictureOwner, slug: string, now: Date): Promise<ArtRow | undefined> =>
      (await bySlug[owner].execute({ slug, now }))[0],

    /** Lists the art of everything visible, by the place where it is seen. May repeat an owner. */
    async artInOrder(now: Date): Promise<ArtInOrder[]> {
      const [onSlides, onShelves, allChannels, onAir, allTitles, allEpisodes, allCategories] =
        await Promise.all([
          inOrder.slides.execute({ now }),
          inOrder.shelves.execute({ now }),
          inOrder.channels.execute({ now }),
          inOrder.live.execute({ now }),
          inOrder.titles.execute({ now }),
          inOrder.episodes.execute({ now }),
          inOrder.categories.execute({ now }),
        ]);
      const at = (
        owner: ArtInOrder['owner'],
        place: number,
        rows: readonly ArtRow[],
      ): ArtInOrder[] => rows.map((row) => ({ owner, place, row }));
      const shelved = (first: boolean): ArtRow[] =>
        onShelves.filter((row) => row.inFirstView === first);
      return [
        ...at('title', PLACE.slide, onSlides),
        ...at('title', PLACE.firstView, shelved(true)),
        ...at('channel', PLACE.firstView, allChannels.slice(0, FIRST_VIEW_CHANNELS)),
        ...at('live', PLACE.home, onAir),
        ...at('title', PLACE.home, shelved(false)),
        ...at('channel', PLACE.home, allChannels.slice(FIRST_VIEW_CHANNELS)),
        ...at('category', PLACE.home, allCategories.slice(0, HOME_CATEGORIES)),
        ...at('title', PLACE.elsewhere, allTitles),
        ...at('category', PLACE.elsewhere, allCategories.slice(HOME_CATEGORIES)),
        ...at('episode', PLACE.elsewhere, allEpisodes),
      ];
    },
  };
}
