import {
  type LaidPlan,
  planAfter,
  planBegins,
  plansSince,
  shiftFrom,
} from '@bonisa/domain/live/live-plans';
import type { FilledSlot } from '@bonisa/domain/live/week-timeline';
import type { LiveRepository, PlanRow } from './live.repository.ts';
import {
  fingerprintOf,
  layPlan,
  plannedSlots,
  type Recordings,
  type StoredPlan,
} from './live-plan.ts';
import { microsecondsOf } from './live-playlist.ts';

export type PlansRepository = Pick<
  LiveRepository,
  'plansOf' | 'revisionBefore' | 'insertPlan' | 'removePlans'
>;

/** The plans of a channel that say something about the last hours, and about what comes. */
export interface ChannelPlans {
  /** Names what they show: another name where a segment for a time becomes another one. */
  readonly id: string;
  readonly plans: readonly LaidPlan<FilledSlot>[];
  /** The media of all of them. */
  readonly assetIds: readonly string[];
}

export type LivePlans = ReturnType<typeof createLivePlans>;

/** Longer than the two hours that a viewer can go back. */
const KEPT_MS = 3 * 3_600_000;
/** Another process may write a plan at the same time. */
const MOST_TRIES = 4;

/**
 * Keeps what a channel plays in step with its schedule, so that what was on air stays as it was.
 * All processes read the same plans; whichever sees a change first writes the next one.
 */
export function createLivePlans(repository: PlansRepository) {
  /** Laid weeks by channel and revision: a plan that was written never changes. */
  const laid = new Map<string, LaidPlan<FilledSlot>>();

  function lay(row: PlanRow, recordings: Recordings): LaidPlan<FilledSlot> {
    const name = `${row.liveChannelId}.${row.revision}`;
    const { startsAt, sequence, discontinuity, plan } = row;
    const made = laid.get(name) ?? {
      week: layPlan(plan, recordings),
      ...{ startsAt, sequence, discontinuity },
    };
    laid.set(name, made);
    return made;
  }

  function follow(
    rows: readonly PlanRow[],
    wanted: { readonly liveChannelId: number; readonly plan: StoredPlan; readonly readAt: Date },
    { recordings, now, revision }: { recordings: Recordings; now: Date; revision: number },
  ): PlanRow {
    const { plan } = wanted;
    const row = { ...wanted, revision, fingerprint: fingerprintOf(plan) };
    const last = rows.at(-1);
    const week = layPlan(plan, recordings);
    if (!last) return { ...row, startsAt: 0, ...shiftFrom(week, microsecondsOf(now), revision) };
    const begins = planBegins(plannedSlots(onAir(rows, now).plan), plannedSlots(plan), now);
    const before = rows.map((one) => lay(one, recordings));
    const { startsAt, sequence, discontinuity } = planAfter(
      before,
      week,
      microsecondsOf(new Date(begins)),
    );
    return { ...row, startsAt, sequence, discontinuity };
  }

  return {
    /**
     * The plans of a channel that plays `plan` from about now on. Reads media by `recordingsOf`,
     * which leaves out what is gone: a plan that needs it counts no longer.
     */
    async plansFor(
      wanted: { readonly liveChannelId: number; readonly plan: StoredPlan; readonly readAt: Date },
      recordingsOf: (assetIds: readonly string[]) => Promise<Recordings>,
      now: Date,
    ): Promise<ChannelPlans> {
      const { liveChannelId, plan, readAt } = wanted;
      const fingerprint = fingerprintOf(plan);
      const since = microsecondsOf(new Date(now.getTime() - KEPT_MS));
      for (let tries = 0; ; tries++) {
        const all = await repository.plansOf(liveChannelId);
        const kept = plansSince(all, since);
        const assetIds = [...new Set([plan, ...kept.map((one) => one.plan)].flatMap(mediaOf))];
        const recordings = await recordingsOf(assetIds);
        const isWhole = kept.every((one) => mediaOf(one.plan).every((id) => recordings.has(id)));
        const newest = kept.at(-1);
        const isLatest = newest && (newest.fingerprint === fingerprint || newest.readAt >= readAt);
        if ((isLatest && isWhole) || tries === MOST_TRIES) {
          const rows = isWhole ? kept : kept.slice(-1);
          return {
            id: `${liveChannelId}.${newest?.revision ?? 0}`,
            plans: rows.map((row) => lay(row, recordings)),
            assetIds,
          };
        }
        const revision =
          (all.at(-1)?.revision ?? (await repository.revisionBefore(liveChannelId))) + 1;
        await repository.insertPlan(
          follow(isWhole ? kept : [], wanted, { recordings, now, revision }),
        );
        const old = all.filter((one) => !kept.includes(one)).map((one) => one.revision);
        await repository.removePlans(liveChannelId, old);
        for (const one of old) laid.delete(`${liveChannelId}.${one}`);
      }
    },
  };
}

/**
 * The plans of a channel that viewers do not have: the present one, as if since ever. What it
 * showed before a change need not stay, so nothing is written, and all processes make the same from
 * the same schedule.
 */
export const draftPlans: LivePlans['plansFor'] = async ({ liveChannelId, plan }, recordingsOf) => {
  const week = layPlan(plan, await recordingsOf(mediaOf(plan)));
  return {
    id: `draft.${liveChannelId}.${fingerprintOf(plan).slice(0, 16)}`,
    plans: [{ week, startsAt: 0, sequence: 0, discontinuity: 0 }],
    assetIds: mediaOf(plan),
  };
};

function mediaOf({ assets }: StoredPlan): readonly string[] {
  return assets;
}

/** The plan that is shown at a time. */
function onAir(rows: readonly PlanRow[], now: Date): PlanRow {
  const at = microsecondsOf(now);
  return rows.findLast(({ startsAt }) => startsAt <= at) ?? (rows[0] as PlanRow);
}
