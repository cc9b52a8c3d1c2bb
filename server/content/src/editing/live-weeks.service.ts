import { datedOverlap, type WeeklySlot } from '@bonisa/domain/live/live-schedule';
import { weekOf, weekTime } from '@bonisa/domain/live/live-week';
import { AppError } from '@bonisa/kit/http/app-error';
import { refusalOf } from './batch.refusals.ts';
import type { ApplyOptions, EditingService } from './editing.service.ts';
import type { EntriesService } from './entries.service.ts';

/** A programme as calls write and answer it. */
interface Programme {
  readonly minutes: number;
  readonly title: string;
  readonly synopsis: string;
  readonly ratingAge: never;
  readonly ratingAdvice: never[];
  readonly video: string | null;
  readonly episode: string | null;
}

export interface LiveWeek {
  readonly key: string;
  readonly slug: string;
  readonly title: string;
  readonly version: number;
  readonly slots: (Programme & WeeklySlot)[];
  /** Times as ISO 8601. */
  readonly dated: (Programme & { readonly startsAt: string })[];
  readonly gaps: { startsAt: number; minutes: number; words: string }[];
}

type Given = readonly Readonly<Record<string, unknown>>[];

export interface WeekChange {
  /** The version that the change began from. */
  readonly version: number | undefined;
  /** Absent: they stay as they are. */
  readonly slots?: Given | undefined;
  readonly dated?: Given | undefined;
}

export type LiveWeeks = ReturnType<typeof createLiveWeeks>;

/** The weeks of live channels with their dated programmes. They are fields of the entries. */
export function createLiveWeeks({
  entries,
  editing,
}: {
  readonly entries: Pick<EntriesService, 'entry'>;
  readonly editing: Pick<EditingService, 'apply' | 'preview'>;
}) {
  async function read(key: string): Promise<LiveWeek> {
    const entry = await entries.entry({ kind: 'liveChannel', key });
    if (!entry) throw new AppError('not_found', `There is no live channel '${key}'.`);
    const { slug, title, slots, dated } = entry.fields as unknown as LiveWeek;
    return { key, slug, title, version: entry.version, slots, dated, gaps: gapsOf(slots) };
  }

  return {
    /** The week of a channel. Throws `not_found`. */
    read,

    /**
     * Replaces the week, the dated programmes, or both; a dry run answers what they would be.
     * Throws `not_found`, `conflict`, and `invalid_request` that names each programme at fault.
     */
    async replace(
      key: string,
      { version, slots, dated }: WeekChange,
      { isDryRun, ...options }: ApplyOptions & { readonly isDryRun: boolean },
    ): Promise<LiveWeek> {
      const before = await read(key);
      if (slots) refuseOverlaps(slots);
      if (dated) refuseDatedOverlap(dated);
      const week = { ...(slots && { slots }), ...(dated && { dated }) };
      const row = { kind: 'liveChannel', key, version, ...week };
      const { problems } = isDryRun
        ? await editing.preview([row], options)
        : await editing.apply([row], options);
      if (problems.length > 0) throw refusalOf(problems, true);
      if (!isDryRun) return await read(key);
      const whole = (all: Given) => all.map((row) => ({ video: null, episode: null, ...row }));
      const checked = {
        ...before,
        ...(slots && { slots: whole(slots) }),
        ...(dated && { dated: whole(dated) }),
      } as unknown as LiveWeek;
      return { ...checked, gaps: gapsOf(checked.slots) };
    },
  };
}

function gapsOf(slots: readonly WeeklySlot[]) {
  return weekOf(slots).gaps.map(({ startsAt, minutes }) => ({
    ...{ startsAt, minutes },
    words: `off air from ${weekTime(startsAt)} to ${weekTime(startsAt + minutes)}`,
  }));
}

/** Names each programme that overlaps another, with the other one. Other faults are the batch's. */
function refuseOverlaps(rows: Given): void {
  const isTimed = rows.every(
    ({ startsAt, minutes }) => typeof startsAt === 'number' && typeof minutes === 'number',
  );
  if (!isTimed) return;
  const slots = rows as unknown as readonly (WeeklySlot & { readonly title: unknown })[];
  const { overlaps } = weekOf(slots);
  if (overlaps.length === 0) return;
  const fields = overlaps.map(({ slot, other }) => {
    const { startsAt = 0, minutes = 0, title } = slots[other] ?? {};
    const times = `${weekTime(startsAt)} to ${weekTime(startsAt + minutes)}`;
    return { field: `slots.${slot}`, problem: `overlaps '${String(title)}', ${times}` };
  });
  throw new AppError('invalid_request', `Programmes overlap: ${fields[0]?.problem}.`, { fields });
}

/** The same for the first two dated programmes at the same time. */
function refuseDatedOverlap(rows: Given): void {
  const dated = rows.map(({ startsAt, minutes, title }) => ({
    startsAt: new Date(String(startsAt)),
    minutes: Number(minutes),
    title: String(title),
  }));
  if (
    dated.some((datedProgramme) =>
      Number.isNaN(datedProgramme.startsAt.getTime() + datedProgramme.minutes),
    )
  )
    return;
  const overlap = datedOverlap(dated);
  if (!overlap) return;
  const { title, startsAt } = dated[overlap.other] ?? {};
  const problem = `overlaps '${title}' at ${startsAt?.toISOString()}`;
  const fields = [{ field: `dated.${overlap.programme}`, problem }];
  throw new AppError('invalid_request', `Programmes overlap: ${problem}.`, { fields });
}
