import { createHash } from 'node:crypto';
import type { ProgrammedSlot } from '@bonisa/content/reading/programming.service';
import type { PlannedSlot } from '@bonisa/domain/live/live-plans';
import {
  type FilledSlot,
  type LiveTitle,
  layWeek,
  type WeekTimeline,
} from '@bonisa/domain/live/week-timeline';
import { filesOf } from '../asset.ts';
import type { TitleAsset } from '../composition.service.ts';

/** What a live channel plays, as all processes keep it: media by their place in the list. */
export interface StoredPlan {
  readonly assets: readonly string[];
  /** What fills holes; null: the channel is off air then. */
  readonly slate: number | null;
  /** Beginning and minutes, what an editor chose, and what fills the rest. */
  readonly slots: readonly (readonly [number, number, number | null, readonly number[]])[];
}

/** A recording as the timeline and the costs need it. */
export interface Recording {
  readonly asset: TitleAsset;
  readonly title: LiveTitle;
}

export type Recordings = ReadonlyMap<string, Recording>;

const MICROSECONDS = 1e6;

/** The plan of a week with the recordings that may be used. */
export function storedPlan(
  slots: readonly ProgrammedSlot[],
  slate: string | undefined,
  mayPlay: (assetId: string) => boolean,
): StoredPlan {
  const assets: string[] = [];
  const places = new Map<string, number>();
  const placeOf = (assetId: string): number => {
    const place = places.get(assetId) ?? assets.push(assetId) - 1;
    places.set(assetId, place);
    return place;
  };
  return {
    slate: slate === undefined ? null : placeOf(slate),
    slots: slots.map(({ startsAt, minutes, chosen, assetIds }) => [
      startsAt,
      minutes,
      chosen !== null && mayPlay(chosen) ? placeOf(chosen) : null,
      assetIds.filter(mayPlay).map(placeOf),
    ]),
    assets,
  };
}

/** An asset that is ready does not change, so its id stands for its segments. */
export function fingerprintOf(plan: StoredPlan): string {
  const { assets, slate, slots } = plan;
  return createHash('sha256')
    .update(JSON.stringify([assets, slate, slots]))
    .digest('hex');
}

export function plannedSlots({ assets, slots }: StoredPlan): PlannedSlot[] {
  return slots.map(([startsAt, minutes, chosen, others]) => ({
    ...{ startsAt, minutes },
    chosen: chosen === null ? null : (assets[chosen] ?? null),
    isFilled: chosen !== null || others.length > 0,
  }));
}

/** Lays a plan whose media are all there. */
export function layPlan(
  { assets, slate, slots }: StoredPlan,
  recordings: Recordings,
): WeekTimeline<FilledSlot> {
  const titleAt = (place: number): LiveTitle | undefined =>
    recordings.get(assets[place] ?? '')?.title;
  return layWeek(
    slots.map(([startsAt, minutes, chosen, others]) => ({
      ...{ startsAt, minutes },
      chosen: chosen === null ? undefined : titleAt(chosen),
      titles: others.flatMap((place) => titleAt(place) ?? []),
    })),
    slate === null ? undefined : titleAt(slate),
  );
}

export function recordingOf(asset: TitleAsset): Recording {
  const parts = asset.parts.map((part) => ({
    assetId: part.id,
    durations: (part.renditions[0]?.segments ?? []).map(({ duration }) =>
      Math.round(duration * MICROSECONDS),
    ),
  }));
  return { asset, title: { id: filesOf(asset), parts } };
}
