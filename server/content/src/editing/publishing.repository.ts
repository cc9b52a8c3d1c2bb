import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import {
  entryState,
  type PackageWindow,
  type StatedEntry,
} from '@bonisa/domain/catalogue/entry-state';
import type { PublishingFacts } from '@bonisa/domain/catalogue/publish-blockers';
import type { ShelfRule } from '@bonisa/domain/catalogue/shelf-rule';
import { gapsBetween } from '@bonisa/domain/live/live-schedule';
import { DAY_MS } from '@bonisa/domain/packages/package-catalogue';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { catalogueAssets, episodes, seasons, shelfItems, titles } from '../catalogue.tables.ts';
import { liveDated, liveSlots } from '../live-programmes.tables.ts';
import { RECORDER } from '../live-recording.ts';
import { createShelfRules } from '../reading/shelf-rules.repository.ts';
import type { BatchRepository, Values } from './batch.repository.ts';
import type { KeyKind } from './entry-kinds.ts';
import { catalogueVersions } from './versions.tables.ts';

/** The entries without which viewers do not see one: the field, the column and the kind. */
const PARENTS: Readonly<
  Partial<Record<EntryKind, readonly (readonly [string, string, KeyKind])[]>>
> = {
  category: [['channel', 'channelId', 'channel']],
  show: [
    ['channel', 'channelId', 'channel'],
    ['category', 'categoryId', 'category'],
  ],
  video: [
    ['channel', 'channelId', 'channel'],
    ['category', 'categoryId', 'category'],
  ],
  episode: [['season', 'seasonId', 'season']],
  shelf: [['channel', 'channelId', 'channel']],
  slide: [['title', 'titleId', 'title']],
  liveChannel: [['category', 'liveCategoryId', 'liveCategory']],
};

const READY = sql`exists (select 1 from ${catalogueAssets} a where a.id = e.asset_id)`;

export type PublishingRepository = ReturnType<typeof createPublishingRepository>;

/** Reads the facts that decide whether an entry may be published. */
export function createPublishingRepository(
  db: Database,
  repository: Pick<BatchRepository, 'current'>,
) {
  const rules = createShelfRules(db);
  const count = async (from: SQL): Promise<number> =>
    (await rowsOf<{ many: number }>(db, sql`select count(*)::int as many from ${from}`))[0]?.many ??
    0;

  const parentsOf = async (
    kind: EntryKind,
    row: Values,
    now: Date,
  ): Promise<NonNullable<PublishingFacts['parents']>> => {
    const states: Record<string, ReturnType<typeof entryState> | 'missing'> = {};
    for (const [field, column, to] of PARENTS[kind] ?? []) {
      const id = row[column];
      if (typeof id !== 'number') continue;
      const parent = (await repository.current(to, [id])).get(id);
      states[field] = parent ? entryState(parent as unknown as StatedEntry, now) : 'missing';
    }
    return states;
  };

  const mediaOf = async (assetId: unknown): Promise<NonNullable<PublishingFacts['media']>> => {
    if (typeof assetId !== 'string') return 'none';
    const ready = await count(sql`${catalogueAssets} where id = ${assetId}::uuid`);
    return ready > 0 ? 'ready' : 'waiting';
  };

  const programmesOf = async (id: number, now: Date): Promise<PublishingFacts> => {
    const { startsAt, minutes } = liveDated;
    const slots = await db
      .select({ startsAt: liveSlots.startsAt, minutes: liveSlots.minutes })
      .from(liveSlots)
      .where(eq(liveSlots.liveChannelId, id));
    const since = new Date(now.getTime() - DAY_MS);
    const dated = await db
      .select({ startsAt, minutes })
      .from(liveDated)
      .where(and(eq(liveDated.liveChannelId, id), gt(startsAt, since)));
    const until = new Date(now.getTime() + 7 * DAY_MS);
    return {
      programmes: slots.length + dated.filter((one) => one.startsAt > now).length,
      gaps: gapsBetween(slots, now, until, dated),
    };
  };

  const contentsOf = async (kind: EntryKind, row: Values, now: Date): Promise<PublishingFacts> => {
    const id = row.id as number;
    const watchable = sql`${episodes} e join ${seasons} s on s.id = e.season_id where e.published and ${READY}`;
    if (kind === 'video')
      return {
        isUnseenRecording:
          (await count(
            sql`${catalogueVersions} v where v.kind = 'title' and v.key = ${row.slug} and v.number = 1
              and v.actor_kind = 'command' and v.actor = ${RECORDER} and not exists (
                select 1 from ${catalogueVersions} w
                where w.kind = 'title' and w.key = v.key and w.number > 1)`,
          )) > 0,
      };
    if (kind === 'show')
      return { episodes: await count(sql`${watchable} and s.published and s.show_id = ${id}`) };
    if (kind === 'season') return { episodes: await count(sql`${watchable} and s.id = ${id}`) };
    if (kind === 'shelf') {
      const byHand = await rowsOf<{ id: number }>(
        db,
        sql`select e.id from ${shelfItems} i join ${titles} e on e.id = i.title_id
          where i.shelf_id = ${id} and e.published and (e.kind = 'show' or ${READY})`,
      );
      const byRule = row.rule ? await rules.titleIdsByRule(row.rule as ShelfRule, now) : [];
      return { titles: new Set([...byHand.map((title) => title.id), ...byRule]).size };
    }
    if (kind === 'channel' || kind === 'category') {
      const column = sql.identifier(kind === 'channel' ? 'channel_id' : 'category_id');
      return { titles: await count(sql`${titles} e where e.published and e.${column} = ${id}`) };
    }
    if (kind === 'liveChannel') return await programmesOf(id, now);
    return {};
  };

  return {
    /** The facts of one entry, given as its row. */
    async factsOf(kind: EntryKind, row: Values, now: Date): Promise<PublishingFacts> {
      const words = ['synopsis', 'description', 'ratingAge'].flatMap((field) =>
        typeof row[field] === 'string' ? [[field, row[field]] as const] : [],
      );
      return {
        ...Object.fromEntries(words),
        ...(kind === 'video' || kind === 'episode' ? { media: await mediaOf(row.assetId) } : {}),
        ...(await contentsOf(kind, row, now)),
        ...('artwork' in row ? { hasOwnPicture: hasPicture(row.artwork) } : {}),
        parents: await parentsOf(kind, row, now),
        availableUntil: (row.availableUntil as Date | null | undefined) ?? null,
        packages: (row.packages as readonly PackageWindow[] | null | undefined) ?? null,
      };
    },
  };
}

/** Whether a picture was uploaded; else all of them are drawn. */
function hasPicture(artwork: unknown): boolean {
  return typeof artwork === 'object' && artwork !== null && Object.keys(artwork).length > 0;
}
