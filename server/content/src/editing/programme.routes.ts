import { liveWeek, putLiveWeek, shelfPreview } from '@bonisa/contract/studio/programme.calls';
import { filledShelf } from '@bonisa/domain/catalogue/shelf-rule';
import type { WeeklySlot } from '@bonisa/domain/live/live-schedule';
import { weekOf, weekTime } from '@bonisa/domain/live/live-week';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { ReadingRepository } from '../catalogue-reading.repository.ts';
import { refusalOf } from './batch.refusals.ts';
import type { BatchRepository } from './batch.repository.ts';
import type { EditingService } from './editing.service.ts';
import type { EntriesService } from './entries.service.ts';
import { writing } from './studio-writing.ts';

const MOST_BYTES = 1024 * 1024;

export interface ProgrammeRoutes {
  readonly entries: Pick<EntriesService, 'entry'>;
  readonly editing: Pick<EditingService, 'apply' | 'preview'>;
  readonly reading: Pick<ReadingRepository, 'titleIdsByRule' | 'titleKeys' | 'titlesByIds'>;
  readonly names: Pick<BatchRepository, 'idsByKey' | 'idsBySlug'>;
  readonly clock: Clock;
}

/** The calls of the studio for shelves by rule and for the week of a live channel. */
export function programmeStudioRoutes(parts: ProgrammeRoutes): StudioRoutes {
  const { entries, editing, reading, names, clock } = parts;

  const idsOf = async (given: readonly string[]): Promise<number[]> => {
    const byKey = await names.idsByKey('title', given);
    const bySlug = await names.idsBySlug('title', given);
    return given.flatMap((name) => byKey.get(name) ?? bySlug.get(name) ?? []);
  };

  const week = async (key: string) => {
    const entry = await entries.entry({ kind: 'liveChannel', key });
    if (!entry) throw new AppError('not_found', `There is no live channel '${key}'.`);
    const slots = entry.fields.slots as (WeeklySlot & SlotWords)[];
    return { key, version: entry.version, slots, gaps: gapsOf(slots) };
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
    register(liveWeek, { limit: 'read', handle: async ({ params: { key } }) => await week(key) });
    register(putLiveWeek, {
      limit: 'write',
      bodyLimit: MOST_BYTES,
      handle: async ({ params: { key }, body, actor, audit }) => {
        const before = await week(key);
        refuseOverlaps(body.slots);
        const row = { kind: 'liveChannel', key, version: body.version, slots: body.slots };
        const options = writing(actor, audit, { kind: 'liveChannel', key });
        const { problems } = body.dry_run
          ? await editing.preview([row], options)
          : await editing.apply([row], options);
        if (problems.length > 0) throw refusalOf(problems, true);
        if (!body.dry_run) return await week(key);
        const slots = body.slots.map((slot) => ({ video: null, episode: null, ...slot }));
        const checked = slots as unknown as (WeeklySlot & SlotWords)[];
        return { ...before, slots: checked, gaps: gapsOf(checked) };
      },
    });
  };
}

interface SlotWords {
  readonly title: string;
  readonly synopsis: string;
  readonly ratingAge: never;
  readonly ratingAdvice: never[];
  readonly video: string | null;
  readonly episode: string | null;
}

function gapsOf(slots: readonly WeeklySlot[]) {
  return weekOf(slots).gaps.map(({ startsAt, minutes }) => ({
    ...{ startsAt, minutes },
    words: `off air from ${weekTime(startsAt)} to ${weekTime(startsAt + minutes)}`,
  }));
}

/** Names each programme that overlaps another, with the other one. Other faults are the batch's. */
function refuseOverlaps(given: readonly Readonly<Record<string, unknown>>[]): void {
  const isTimed = given.every(
    ({ startsAt, minutes }) => typeof startsAt === 'number' && typeof minutes === 'number',
  );
  if (!isTimed) return;
  const slots = given as unknown as readonly (WeeklySlot & { readonly title: unknown })[];
  const { overlaps } = weekOf(slots);
  if (overlaps.length === 0) return;
  const fields = overlaps.map(({ slot, other }) => {
    const { startsAt = 0, minutes = 0, title } = slots[other] ?? {};
    const times = `${weekTime(startsAt)} to ${weekTime(startsAt + minutes)}`;
    return { field: `slots.${slot}`, problem: `overlaps '${String(title)}', ${times}` };
  });
  throw new AppError('invalid_request', `Programmes overlap: ${fields[0]?.problem}.`, { fields });
}
