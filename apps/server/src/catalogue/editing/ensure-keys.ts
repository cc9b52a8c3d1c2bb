import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';

/** The natural key of each entry in SQL, as `naturalKey` makes it. */
const NATURAL = [
  sql`select 'genre', slug, id from genres`,
  sql`select 'person', slug, id from people`,
  sql`select 'channel', slug, id from channels`,
  sql`select 'category', c.slug || '/' || categories.slug, categories.id from categories join channels c on c.id = categories.channel_id`,
  sql`select 'title', slug, id from titles`,
  sql`select 'season', t.slug || '/' || s.ordinal, s.id from seasons s join titles t on t.id = s.show_id`,
  sql`select 'episode', slug, id from episodes`,
  sql`select 'shelf', slug, id from shelves`,
  sql`select 'slide', t.slug, s.id from slides s join titles t on t.id = s.title_id`,
  sql`select 'liveCategory', slug, id from live_categories`,
  sql`select 'liveChannel', slug, id from live_channels`,
];

/** Gives entries of earlier releases their natural keys. Call it at the start. */
export async function ensureKeys(db: Database): Promise<void> {
  for (const natural of NATURAL)
    await db.execute(sql`insert into catalogue_keys (kind, key, entry_id)
      select given.* from (${natural}) as given (kind, key, entry_id)
      where not exists (select from catalogue_keys k where k.kind = given.kind and k.entry_id = given.entry_id)
      on conflict do nothing`);
}
