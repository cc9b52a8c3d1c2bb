import type { Day } from '@bonisa/domain/south-african-time';
import { type Database, lockFor, rowsOf } from '@bonisa/kit/database/database';
import { purgeRows } from '@bonisa/kit/jobs/purge';
import { lt, sql } from 'drizzle-orm';
import { searchAskers, searchCounts, searchTerms } from './telemetry.tables.ts';

/** What was asked for since the last write, by term. */
export interface SearchedTerm {
  readonly term: string;
  /** The term as a keyed hash, for as long as few have asked for it. */
  readonly mark: string;
  readonly asked: number;
  readonly nothing: number;
  /** Who asked, as keyed hashes that differ for each term; and whether they found nothing. */
  readonly viewers: readonly { readonly viewer: string; readonly nothing: boolean }[];
}

interface Counted {
  readonly term: string;
  readonly asked: number;
  readonly nothing: number;
}

/** The SQL of the counts of searches. */
export function createSearchCountRepository(db: Database) {
  return {
    /**
     * Adds up what was asked for on a day. A term that fewer than `threshold` viewers have asked
     * for leaves only hashes; with that viewer it is stored, and each asker counts once.
     */
    record: async (
      terms: readonly SearchedTerm[],
      { day, at, threshold }: { day: Day; at: Date; threshold: number },
    ): Promise<void> => {
      await db.transaction(async (tx) => {
        await lockFor(tx, 'counts of searches');
        const known = await knownOf(tx, terms);
        const rare = terms.filter(({ term }) => !known.has(term));
        const newly = await addAskers(tx, rare, { at, threshold });
        const counted = [...terms.filter(({ term }) => known.has(term)), ...newly];
        await addCounts(tx, counted, day);
      });
    },

    /**
     * Deletes hashes from before `askersBefore` and all but the newest `max`, and counts of terms
     * from before `countsBefore` with the terms that have none any more.
     */
    purge: async (askersBefore: Date, countsBefore: Day, max: number): Promise<void> => {
      await purgeRows(db, searchAskers, lt(searchAskers.at, askersBefore));
      await purgeRows(
        db,
        searchAskers,
        sql`${searchAskers.at} < (select at from search_askers order by at desc offset ${max} limit 1)`,
      );
      await purgeRows(db, searchCounts, sql`${searchCounts.period} < ${countsBefore}`);
      await purgeRows(
        db,
        searchTerms,
        sql`not exists (select from search_counts counted where counted.term = search_terms.term)`,
      );
    },
  };
}

async function knownOf(tx: Database, asked: readonly SearchedTerm[]): Promise<ReadonlySet<string>> {
  const terms = json(asked.map(({ term }) => term));
  const rows = await rowsOf<{ term: string }>(
    tx,
    sql`select term from ${searchTerms}
      where term in (select json_array_elements_text(${terms}::json))`,
  );
  return new Set(rows.map(({ term }) => term));
}

/** Notes who asked for rare terms; answers the terms that enough have asked for by now. */
async function addAskers(
  tx: Database,
  rare: readonly SearchedTerm[],
  { at, threshold }: { at: Date; threshold: number },
): Promise<Counted[]> {
  const askers = rare.flatMap(({ mark, viewers }) =>
    viewers.map(({ viewer, nothing }) => ({ term: mark, viewer, nothing })),
  );
  if (askers.length === 0) return [];
  await tx.execute(sql`
    insert into ${searchAskers} (term, viewer, nothing, at)
    select term, viewer, nothing, ${at.toISOString()}::timestamptz
    from json_to_recordset(${json(askers)}::json) as asker (term text, viewer text, nothing boolean)
    on conflict do nothing`);
  const marks = json(rare.map(({ mark }) => mark));
  const enough = await rowsOf<{ mark: string; asked: number; nothing: number }>(
    tx,
    sql`
    select term as mark, count(*)::int as asked, (count(*) filter (where nothing))::int as nothing
    from ${searchAskers} where term in (select json_array_elements_text(${marks}::json))
    group by term having count(*) >= ${threshold}`,
  );
  const rareOf = new Map(rare.map((one) => [one.mark, one]));
  const newly = enough.flatMap(({ mark, asked, nothing }) => {
    const now = rareOf.get(mark);
    if (!now) return [];
    // Of those who asked now, not more than the threshold are noted.
    const counts = { asked: Math.max(asked, now.asked), nothing: Math.max(nothing, now.nothing) };
    return [{ term: now.term, ...counts }];
  });
  await tx.execute(sql`
    insert into ${searchTerms} (term, since)
    select json_array_elements_text(${json(newly.map(({ term }) => term))}::json), ${at.toISOString()}::timestamptz
    on conflict do nothing`);
  await tx.execute(sql`
    delete from ${searchAskers}
    where term in (select json_array_elements_text(${json(enough.map(({ mark }) => mark))}::json))`);
  return newly;
}

async function addCounts(tx: Database, counted: readonly Counted[], day: Day): Promise<void> {
  if (counted.length === 0) return;
  const rows = counted.flatMap(({ term, asked, nothing }) => [
    { grain: 'day', period: day, term, asked, nothing },
    { grain: 'month', period: `${day.slice(0, 7)}-01`, term, asked, nothing },
  ]);
  await tx.execute(sql`
    insert into ${searchCounts} (grain, period, term, asked, nothing)
    select grain, period, term, asked, nothing
    from json_to_recordset(${json(rows)}::json)
      as counted (grain text, period date, term text, asked bigint, nothing bigint)
    on conflict (grain, period, term) do update
      set asked = search_counts.asked + excluded.asked,
        nothing = search_counts.nothing + excluded.nothing`);
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

export type SearchCountRepository = ReturnType<typeof createSearchCountRepository>;
