import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { and, asc, eq, gt, lt, lte, sql } from 'drizzle-orm';
import {
  catalogueAssets,
  channels,
  episodes,
  genres,
  liveCategories,
  liveChannels,
  seasons,
  titles,
} from '../catalogue.tables.ts';
import { liveDated, liveSlots } from '../live-programmes.tables.ts';
import { liveToGenre, titleToChannel } from './joins.ts';
import { VISIBLE_LIVE, VISIBLE_TITLE } from './visibility.ts';

/** The most titles of a genre whose media say what an hour of its live channels costs. */
const MEASURED_OF_A_GENRE = 16;
/** The most videos, and episodes, of a genre from which its programmes are filled. */
const POOL_OF_A_GENRE = 48;

/** A recording that live channels may play. */
export interface RecordingRow {
  readonly titleId: number | null;
  readonly episodeId: number | null;
  readonly assetId: string;
  readonly genreId: number;
  readonly ratingAge: string;
  /** When it may be shown; null: no limit. */
  readonly from: Date | string | null;
  readonly until: Date | string | null;
}

/**
 * Videos and episodes that are published and not yet over (`visibility.ts` has the same rule for an
 * instant): a programme is filled before the window
 * of its recording opens. Without what only some packages may watch, since a live channel is for
 * all subscribers.
 */
const TO_COME = sql`
  select t.id as "titleId", null::int as "episodeId", t.id as place, t.genre_id, t.rating_age,
    a.id as asset_id, greatest(t.available_from, c.available_from) as "from",
    least(t.available_until, c.available_until) as "until"
  from ${titles} t join ${channels} c on c.id = t.channel_id
  join ${catalogueAssets} a on a.id = t.asset_id
  where t.kind = 'video' and t.published and c.published and t.packages is null
  union all
  select null, e.id, e.ordinal, t.genre_id, t.rating_age, a.id,
    greatest(e.available_from, t.available_from, c.available_from),
    least(e.available_until, t.available_until, c.available_until)
  from ${episodes} e join ${seasons} s on s.id = e.season_id
  join ${titles} t on t.id = s.show_id join ${channels} c on c.id = t.channel_id
  join ${catalogueAssets} a on a.id = e.asset_id
  where e.published and s.published and t.published and c.published
    and coalesce(e.packages, t.packages) is null`;

const RECORDING = sql`"titleId", "episodeId", asset_id as "assetId", genre_id as "genreId",
  rating_age as "ratingAge", "from", "until"`;

/** The SQL of what live channels play. Returns only what is visible at `now`. */
export function createProgrammingReading(db: Database) {
  const played = titleToChannel(
    db
      .select({
        genreId: titles.genreId,
        assetId: catalogueAssets.id,
        place:
          sql<number>`row_number() over (partition by ${titles.genreId} order by min(${titles.id}))`.as(
            'place',
          ),
      })
      .from(titles)
      .innerJoin(catalogueAssets, eq(catalogueAssets.id, titles.assetId))
      .$dynamic(),
  )
    .where(and(eq(titles.kind, 'video'), VISIBLE_TITLE))
    .groupBy(titles.genreId, catalogueAssets.id)
    .as('played');
  const statements = {
    channels: liveToGenre(
      db
        .select({
          id: liveChannels.id,
          slug: liveChannels.slug,
          title: liveChannels.title,
          languages: liveChannels.languages,
          genreId: liveChannels.genreId,
          slateAssetId: catalogueAssets.id,
        })
        .from(liveChannels)
        .leftJoin(titles, eq(titles.id, liveChannels.slateTitleId))
        .leftJoin(catalogueAssets, eq(catalogueAssets.id, titles.assetId))
        .$dynamic(),
    )
      .where(VISIBLE_LIVE)
      .orderBy(asc(liveChannels.id))
      .prepare('catalogue_programming_channels'),
    slots: db
      .select({
        liveChannelId: liveSlots.liveChannelId,
        startsAt: liveSlots.startsAt,
        minutes: liveSlots.minutes,
        title: liveSlots.title,
        ratingAge: liveSlots.ratingAge,
        titleId: liveSlots.titleId,
        episodeId: liveSlots.episodeId,
      })
      .from(liveSlots)
      .innerJoin(liveChannels, eq(liveChannels.id, liveSlots.liveChannelId))
      .innerJoin(liveCategories, eq(liveCategories.id, liveChannels.liveCategoryId))
      .where(VISIBLE_LIVE)
      .orderBy(asc(liveSlots.liveChannelId), asc(liveSlots.startsAt))
      .prepare('catalogue_programming_slots'),
    dated: db
      .select({
        liveChannelId: liveDated.liveChannelId,
        startsAt: liveDated.startsAt,
        minutes: liveDated.minutes,
        title: liveDated.title,
        ratingAge: liveDated.ratingAge,
        titleId: liveDated.titleId,
        episodeId: liveDated.episodeId,
      })
      .from(liveDated)
      .innerJoin(liveChannels, eq(liveChannels.id, liveDated.liveChannelId))
      .innerJoin(liveCategories, eq(liveCategories.id, liveChannels.liveCategoryId))
      .where(
        and(
          VISIBLE_LIVE,
          gt(liveDated.startsAt, sql.placeholder('from')),
          lt(liveDated.startsAt, sql.placeholder('to')),
        ),
      )
      .prepare('catalogue_programming_dated'),
    media: db
      .select({
        genre: genres.slug,
        durationMs: catalogueAssets.durationMs,
        renditions: catalogueAssets.renditions,
      })
      .from(played)
      .innerJoin(genres, eq(genres.id, played.genreId))
      .innerJoin(catalogueAssets, eq(catalogueAssets.id, played.assetId))
      .where(lte(played.place, MEASURED_OF_A_GENRE))
      .prepare('catalogue_programming_media'),
  };

  return {
    /** Live channels, each with the genre of its programmes and the media that fill its holes. */
    programmedChannels: (now: Date) => statements.channels.execute({ now }),
    /** The programmes of the week of all live channels. */
    programmedSlots: (now: Date) => statements.slots.execute({ now }),
    /** The dated programmes of all live channels that begin in a span. */
    programmedDated: (span: { readonly from: Date; readonly to: Date }, now: Date) =>
      statements.dated.execute({ ...span, now }),
    /** From what the programmes of live channels are filled, by genre: no slate. */
    pooledRecordings: (now: Date): Promise<RecordingRow[]> =>
      rowsOf(
        db,
        sql`select ${RECORDING} from (
            select *, row_number() over (
              partition by genre_id, "episodeId" is null order by place, "episodeId") as number
            from (${TO_COME}) to_come
            where ("until" is null or "until" > ${now.toISOString()}::timestamptz)
              and genre_id in (select genre_id from ${liveChannels})
              and not exists (select from ${liveChannels} where slate_title_id = "titleId")) pooled
          where number <= ${POOL_OF_A_GENRE}`,
      ),
    /** What editors chose for programmes, as far as it may be shown. */
    chosenRecordings: (now: Date): Promise<RecordingRow[]> =>
      rowsOf(
        db,
        sql`select ${RECORDING} from (${TO_COME}) to_come
          where ("until" is null or "until" > ${now.toISOString()}::timestamptz)
            and ("titleId" in (select title_id from ${liveSlots} where title_id is not null
                union select title_id from ${liveDated} where title_id is not null)
              or "episodeId" in (select episode_id from ${liveSlots} where episode_id is not null
                union select episode_id from ${liveDated} where episode_id is not null))`,
      ),
    /** What of each genre live channels play, for its costs. */
    playedMedia: (now: Date) => statements.media.execute({ now }),
  };
}

export type PlayedMediaRow = Awaited<
  ReturnType<ReturnType<typeof createProgrammingReading>['playedMedia']>
>[number];
