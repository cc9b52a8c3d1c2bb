import type { Database } from '@bonisa/kit/database/database';
import { sql } from 'drizzle-orm';
import { episodes, seasons, titles } from './catalogue.tables.ts';
import { titlePlays } from './title-plays.tables.ts';

/** How often titles were started lately, for shelves of what is watched most. */
export function createTitlePlays(db: Database) {
  return {
    /** Replaces the counts by slug of a video or an episode; an episode counts for its show. */
    async replace(plays: ReadonlyMap<string, number>): Promise<void> {
      const playsJson = JSON.stringify([...plays].map(([slug, many]) => ({ slug, many })));
      await db.transaction(async (transaction) => {
        await transaction.delete(titlePlays);
        await transaction.execute(sql`
          insert into ${titlePlays} (title_id, plays)
          select title_id, sum(many)::int from (
            select t.id as title_id, g.many
            from json_to_recordset(${playsJson}::json) as g(slug text, many int)
            join ${titles} t on t.slug = g.slug
            union all
            select s.show_id, g.many
            from json_to_recordset(${playsJson}::json) as g(slug text, many int)
            join ${episodes} e on e.slug = g.slug
            join ${seasons} s on s.id = e.season_id
          ) as played group by title_id`);
      });
    },
  };
}
