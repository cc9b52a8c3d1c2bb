import type { TITLE_ORDERS } from '@bonisa/contract/studio/audience.calls';
import type { HeightClass, PlayNetwork } from '@bonisa/domain/playback/play-figures';
import type { ReportRange, SummedRange } from '@bonisa/domain/staff/report-range';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { type SQL, sql } from 'drizzle-orm';
import { reportHeights, reportPlays, reportStarts, reportTitles } from './reports.tables.ts';

/** Which plays. */
export interface PlayFilter {
  readonly kind?: 'title' | 'live' | undefined;
  readonly network?: PlayNetwork | undefined;
}
export type PlayRange = PlayFilter & ReportRange;
export type PlayGrouping = 'day' | 'network';

/** Sums of a group of plays. */
export interface PlayRow {
  readonly key: string;
  readonly plays: number;
  readonly started: number;
  readonly finished: number;
  readonly watched_seconds: number;
  readonly stalls: number;
  readonly stalled_seconds: number;
  readonly bytes: number;
  readonly saved_bytes: number;
  readonly backup_plays: number;
  readonly backup_bytes: number;
  readonly unwatched_bytes: number;
}

/** How many starts of a group each class has. */
export interface StartRow {
  readonly key: string;
  readonly counts: readonly (readonly [startClass: number, n: number])[];
}

/** By what titles are put in order, the first one first. */
export type TitleOrder = (typeof TITLE_ORDERS)[number];

/** Sums of one title. */
export interface TitleRow {
  readonly kind: 'title' | 'live';
  readonly slug: string;
  readonly plays: number;
  readonly started: number;
  readonly slow: number;
  readonly finished: number;
  readonly watched_seconds: number;
  readonly stalls: number;
  readonly bytes_mobile: number;
  readonly bytes_wifi: number;
  readonly bytes_unknown: number;
}

export interface SearchRow {
  readonly term: string;
  readonly asked: number;
  readonly nothing: number;
}

const KEY_OF: Readonly<Record<PlayGrouping, SQL>> = {
  day: sql.raw('day::text'),
  network: sql.raw('network'),
};

const total = (column: string): SQL => sql.raw(`sum(${column}::float8)`);

function within({ from, to, kind, network }: PlayRange): SQL {
  return sql`day >= ${from} and day <= ${to}
    and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
    and ${network === undefined ? sql`true` : sql`network = ${network}`}`;
}

/** A title needs so many plays before a share of them says anything. */
const LEAST_PLAYS = 10;

/** What each order puts first. */
const ORDERED: Readonly<Record<TitleOrder, SQL>> = {
  plays: sql`plays desc`,
  watched: sql`watched_seconds desc`,
  bytes: sql`bytes_mobile + bytes_wifi + bytes_unknown desc`,
  finished: sql`plays >= ${LEAST_PLAYS} desc, finished / greatest(plays, 1) desc`,
  stalls: sql`plays >= ${LEAST_PLAYS} desc, stalls / greatest(watched_seconds, 60) desc`,
  slow: sql`plays >= ${LEAST_PLAYS} desc, slow / greatest(started, 1) desc`,
};

/** The sums that each order needs. */
const ORDER_SUMS: Readonly<Record<TitleOrder, readonly (typeof TITLE_SUMS)[number][]>> = {
  plays: ['plays'],
  watched: ['plays', 'watched_seconds'],
  bytes: ['plays', 'bytes_mobile', 'bytes_wifi', 'bytes_unknown'],
  finished: ['plays', 'finished'],
  stalls: ['plays', 'stalls', 'watched_seconds'],
  slow: ['plays', 'slow', 'started'],
};

const TITLE_SUMS = [
  'plays',
  'started',
  'slow',
  'finished',
  'watched_seconds',
  'stalls',
  'bytes_mobile',
  'bytes_wifi',
  'bytes_unknown',
] as const;

/** The rows of a range in a table with sums by day and by month. */
function periodsOf({ grain, from, to }: SummedRange): SQL {
  return sql`grain = ${grain} and period >= ${from} and period <= ${to}`;
}

/** SQL of the reports of quality and audience: sums over the roll-ups. */
export function createAudienceReportRepository(db: Database) {
  return {
    /** Plays of a range by day or network. */
    plays: (range: PlayRange, by: PlayGrouping): Promise<PlayRow[]> =>
      rowsOf<PlayRow>(
        db,
        sql`
        select ${KEY_OF[by]} as key, ${total('plays')} as plays, ${total('started')} as started,
          ${total('finished')} as finished, ${total('watched_seconds')} as watched_seconds,
          ${total('stalls')} as stalls, ${total('stalled_seconds')} as stalled_seconds,
          ${total('bytes')} as bytes, coalesce(sum(bytes::float8) filter (where save_data), 0) as saved_bytes,
          ${total('backup_plays')} as backup_plays, ${total('backup_bytes')} as backup_bytes,
          ${total('unwatched_bytes')} as unwatched_bytes
        from ${reportPlays} where ${within(range)} group by 1 order by 1`,
      ),

    /** How many starts took how long, by day or network. */
    starts: async (range: PlayRange, by: PlayGrouping): Promise<StartRow[]> => {
      // One row for each day with its classes as a text: thousands of rows cost more to read.
      const rows = await rowsOf<{ key: string; classes: string }>(
        db,
        sql`select ${KEY_OF[by]} as key, string_agg(start_class || ':' || n, ' ') as classes from (
              select ${sql.raw(by)}, start_class, ${total('n')} as n
              from ${reportStarts} where ${within(range)} group by 1, 2
            ) as counted group by ${sql.raw(by)}`,
      );
      return rows.map(({ key, classes }) => ({
        key,
        counts: classes.split(' ').map((one) => one.split(':').map(Number) as [number, number]),
      }));
    },

    /** Watched seconds by network and the lines of the picture. */
    heights: (range: PlayRange) =>
      rowsOf<{ network: PlayNetwork; height: HeightClass; seconds: number }>(
        db,
        sql`select network, height, ${total('seconds')} as seconds
            from ${reportHeights} where ${within(range)} group by 1, 2 order by 2, 1`,
      ),

    /** The first titles of a range in an order. */
    titles: (
      periods: SummedRange,
      { kind, order, limit }: { kind: PlayFilter['kind']; order: TitleOrder; limit: number },
    ): Promise<TitleRow[]> => {
      const sums = TITLE_SUMS.map((name) => sql`${total(name)} as ${sql.raw(name)}`);
      const ordering = ORDER_SUMS[order].map((name) => sql`${total(name)} as ${sql.raw(name)}`);
      const ofKind = kind === undefined ? sql`true` : sql`kind = ${kind}`;
      const comma = sql.raw(', ');
      // First the order, by a few sums of thousands of titles; then all sums of the first ones.
      return rowsOf<TitleRow>(
        db,
        sql`
        with first as materialized (
          select kind, slug from (
            select kind, slug, ${sql.join(ordering, comma)}
            from ${reportTitles} where ${periodsOf(periods)} and ${ofKind} group by 1, 2
          ) as ordered order by ${ORDERED[order]}, plays desc, slug, kind limit ${limit}
        )
        select * from (
          select kind, slug, ${sql.join(sums, comma)}
          from first join ${reportTitles} using (kind, slug) where ${periodsOf(periods)} group by 1, 2
        ) as counted order by ${ORDERED[order]}, plays desc, slug, kind`,
      );
    },

    /** The names of titles and live channels by slug; of an episode also its show's. */
    names: (slugs: readonly string[]) =>
      rowsOf<{ kind: 'title' | 'live'; slug: string; name: string }>(
        db,
        sql`
        with asked as (select json_array_elements_text(${JSON.stringify(slugs)}::json) as slug)
        select 'title' as kind, slug, title as name from titles join asked using (slug)
        union all
        select 'title', episodes.slug, shows.title || ': ' || episodes.title
        from episodes join asked on asked.slug = episodes.slug
          join seasons on seasons.id = episodes.season_id join titles shows on shows.id = seasons.show_id
        union all
        select 'live', slug, title from live_channels join asked using (slug)`,
      ),

    /** The terms asked for most, or those that found nothing most. */
    searches: (
      periods: SummedRange,
      { nothing, limit }: { nothing: boolean; limit: number },
    ): Promise<SearchRow[]> =>
      rowsOf<SearchRow>(
        db,
        sql`
        select * from (
          select term, ${total('asked')} as asked, ${total('nothing')} as nothing
          from search_counts where ${periodsOf(periods)} group by 1
        ) as counted where ${nothing ? sql`nothing > 0` : sql`true`}
        order by ${nothing ? sql`nothing desc, ` : sql``}asked desc, term limit ${limit}`,
      ),

    /** How often viewers asked in a range, and how often nothing was found. */
    searched: async (periods: SummedRange): Promise<{ asked: number; nothing: number }> => {
      const [row] = await rowsOf<{ asked: number; nothing: number }>(
        db,
        sql`
        select coalesce(${total('asked')}, 0) as asked, coalesce(${total('nothing')}, 0) as nothing
        from search_counts where ${periodsOf(periods)}`,
      );
      return row ?? { asked: 0, nothing: 0 };
    },
  };
}

export type AudienceReportRepository = ReturnType<typeof createAudienceReportRepository>;
