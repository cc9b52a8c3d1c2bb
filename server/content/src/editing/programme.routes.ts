import { liveWeek, putLiveWeek, shelfPreview } from '@bonisa/contract/studio/programme.calls';
import { filledShelf } from '@bonisa/domain/catalogue/shelf-rule';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { ReadingRepository } from '../catalogue-reading.repository.ts';
import type { BatchRepository } from './batch.repository.ts';
import type { LiveWeeks } from './live-weeks.service.ts';
import { writing } from './studio-writing.ts';

const MOST_BYTES = 1024 * 1024;

export interface ProgrammeRoutes {
  readonly weeks: LiveWeeks;
  readonly reading: Pick<ReadingRepository, 'titleIdsByRule' | 'titleKeys' | 'titlesByIds'>;
  readonly names: Pick<BatchRepository, 'idsByKey' | 'idsBySlug'>;
  readonly clock: Clock;
}

/** The calls of the studio for shelves by rule and for the week of a live channel. */
export function programmeStudioRoutes(parts: ProgrammeRoutes): StudioRoutes {
  const { weeks, reading, names, clock } = parts;

  const idsOf = async (entryKeys: readonly string[]): Promise<number[]> => {
    const byKey = await names.idsByKey('title', entryKeys);
    const bySlug = await names.idsBySlug('title', entryKeys);
    return entryKeys.flatMap((name) => byKey.get(name) ?? bySlug.get(name) ?? []);
  };

  return ({ register }) => {
    register(shelfPreview, {
      limit: 'read',
      handle: async ({ body: { rule, titles = [] } }) => {
        const now = clock.now();
        const byHand = await idsOf(titles);
        const ids = rule
          ? filledShelf(byHand, await reading.titleIdsByRule(rule, now), rule)
          : byHand;
        const rows = new Map((await reading.titlesByIds(ids, now)).map((row) => [row.id, row]));
        const keys = await reading.titleKeys(ids);
        const chosen = new Set(byHand);
        return {
          data: ids.flatMap((id) => {
            const row = rows.get(id);
            if (!row) return [];
            const { kind, slug, title } = row;
            const by = chosen.has(id) ? ('hand' as const) : ('rule' as const);
            return [{ key: keys.get(id) ?? slug, kind, slug, title, by }];
          }),
        };
      },
    });
    register(liveWeek, { limit: 'read', handle: ({ params: { key } }) => weeks.read(key) });
    register(putLiveWeek, {
      limit: 'write',
      bodyLimit: MOST_BYTES,
      handle: ({ params: { key }, body: { dry_run: isDryRun = false, ...change }, actor, audit }) =>
        weeks.replace(
          key,
          { version: undefined, ...change },
          {
            ...writing(actor, audit, { kind: 'liveChannel', key }),
            isDryRun,
          },
        ),
    });
  };
}
