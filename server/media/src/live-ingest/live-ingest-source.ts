import type { LiveSource, SourceSegment } from '../live/live-source.port.ts';
import type { LeftAir, LiveIngestPart } from './live-ingest-parts.repository.ts';

/**
 * Lays live ingest sessions over the schedule of a channel. All numbers follow from the schedule
 * and from what is written of the live ingest sessions, so every process answers the same. Times
 * are microseconds since 1970.
 */

/** A live ingest session that was or is on air, with its parts in their order. */
export interface Broadcast {
  readonly ingestSessionId: string;
  readonly parts: readonly [LiveIngestPart, ...LiveIngestPart[]];
  readonly left: LeftAir | undefined;
}

/** What is added to the schedule's numbers. */
export interface Shift {
  readonly sequence: number;
  readonly discontinuity: number;
}

/** What live ingest sessions did to a channel. */
export interface ChannelBroadcasts {
  /** In the order of their times, the window of two hours only. */
  readonly broadcasts: readonly Broadcast[];
  /** Since the live ingest sessions before the window. */
  readonly before: Shift;
}

/** Where a part begins, and the numbers of its first segment. */
export interface Place {
  readonly startsAt: number;
  readonly sequence: number;
  readonly discontinuity: number;
}

const SECOND = 1e6;
/** An open part that has not grown for so long has no writer any more. */
const SILENT = 14 * SECOND;
/** So long the slate stands for a publisher whose writer is gone. */
const ABANDONED = 45 * SECOND;
/** Segments have about two seconds, and no programme's segment is as long as this. */
const REACH = 60 * SECOND;
/** What other processes may not know yet has so long to reach them. */
const SPREAD = 0.8 * SECOND;
/** A part may begin so far before now: no segment of so short a time was told as on air whole. */
const BACK = 1.2 * SECOND;
/** Where nothing was on air, it may begin before a slow start of its encoder. */
const BACK_ALONE = 4 * SECOND;
/** The least duration that players are told: that of a live ingest session's segments. */
const TARGET_SECONDS = 2;

/** The end of what is known of a part. */
export function endOf(part: LiveIngestPart): number {
  return part.startsAt + (part.segments - 1) * part.segmentDuration + part.lastDuration;
}

function isRunning(part: LiveIngestPart, now: number): boolean {
  return part.isOpen && now <= endOf(part) + SILENT;
}

/** A broadcast between `from` and `until`; undefined: no end is known. */
interface Stretch {
  readonly from: number;
  readonly until: number | undefined;
  readonly shift: Shift;
  between(from: number, to: number): SourceSegment[];
}

/**
 * The source of a channel with its live ingest sessions in place of some of its schedule.
 * Undefined: the channel has neither.
 */
export function liveIngestSource(
  schedule: LiveSource | undefined,
  channel: ChannelBroadcasts,
  now: number,
): LiveSource | undefined {
  const { broadcasts, before } = channel;
  const last = broadcasts.at(-1);
  if (!last) return schedule && shifted(schedule, before);
  const stretches = stretchesOf(schedule, channel, now);
  const part = last.parts.at(-1) as LiveIngestPart;
  const phase = last.left ? 'l' : isRunning(part, now) ? 'o' : 'a';
  const renditions = renditionsOf(schedule, broadcasts);
  return {
    id: `${schedule?.id ?? last.ingestSessionId}-${part.assetId.slice(-12)}${phase}`,
    renditions: phase === 'o' ? atCostsOf(part, renditions) : renditions,
    targetSeconds: Math.max(TARGET_SECONDS, schedule?.targetSeconds ?? 0),
    inits: new Map(),
    slate: schedule?.slate ?? [],
    ...(phase === 'l' && schedule?.hourBytes ? { hourBytes: schedule.hourBytes } : {}),
    between(from, to) {
      const found: SourceSegment[] = [];
      let at = Number.NEGATIVE_INFINITY;
      let shift = before;
      for (const stretch of stretches) {
        found.push(...scheduled(schedule, shift, Math.max(from, at), Math.min(to, stretch.from)));
        found.push(...stretch.between(from, to));
        at = stretch.until ?? Number.POSITIVE_INFINITY;
        shift = stretch.shift;
      }
      found.push(...scheduled(schedule, shift, Math.max(from, at), to));
      return found;
    },
  };
}

function shifted(schedule: LiveSource, shift: Shift): LiveSource {
  if (shift.sequence === 0 && shift.discontinuity === 0) return schedule;
  return { ...schedule, between: (from, to) => scheduled(schedule, shift, from, to) };
}

function scheduled(
  schedule: LiveSource | undefined,
  shift: Shift,
  from: number,
  to: number,
): SourceSegment[] {
  if (!schedule || from >= to) return [];
  return schedule.between(from, to).map((segment) => ({
    ...segment,
    sequence: segment.sequence + shift.sequence,
    discontinuity: segment.discontinuity + shift.discontinuity,
  }));
}

function renditionsOf(
  schedule: LiveSource | undefined,
  broadcasts: readonly Broadcast[],
): LiveSource['renditions'] {
  const parts = broadcasts.flatMap((broadcast) => broadcast.parts);
  const all = schedule?.renditions ?? parts.at(-1)?.renditions ?? [];
  return all.filter(({ height }) =>
    parts.every((part) => part.renditions.some((rendition) => rendition.height === height)),
  );
}

/** The renditions as they cost while a part is on air. */
function atCostsOf(
  part: LiveIngestPart,
  renditions: LiveSource['renditions'],
): LiveSource['renditions'] {
  return renditions.map((rendition) => {
    const { hourBytes } =
      part.renditions.find(({ height }) => height === rendition.height) ?? rendition;
    return { ...rendition, hourBytes };
  });
}

function stretchesOf(
  schedule: LiveSource | undefined,
  { broadcasts, before }: ChannelBroadcasts,
  now: number,
): Stretch[] {
  let shift = before;
  return broadcasts.map((broadcast, at) => {
    const next = broadcasts[at + 1]?.parts[0].startsAt ?? Number.POSITIVE_INFINITY;
    const stretch = stretchOf(schedule, broadcast, { shift, next, now });
    shift = stretch.shift;
    return stretch;
  });
}

function stretchOf(
  schedule: LiveSource | undefined,
  { parts, left }: Broadcast,
  { shift, next, now }: { readonly shift: Shift; readonly next: number; readonly now: number },
): Stretch {
  const last = parts.at(-1) as LiveIngestPart;
  const runs = !left && isRunning(last, now) && next === Number.POSITIVE_INFINITY;
  const until = runs ? undefined : Math.min(next, left?.onAirUntil ?? endOf(last) + ABANDONED);
  const between = (from: number, to: number): SourceSegment[] =>
    parts.flatMap((part, at) => {
      const isOpenEnd = part === last && runs;
      const limit = parts[at + 1]?.startsAt ?? until ?? Number.POSITIVE_INFINITY;
      const own = partSegments(part, isOpenEnd, from, Math.min(to, limit));
      if (isOpenEnd) return own;
      return [...own, ...slateSegments(schedule, part, { from, to, limit })];
    });
  const after =
    left ??
    (until === undefined ? undefined : shiftAfter(schedule, between(until - REACH, until), until));
  return {
    from: parts[0].startsAt,
    until,
    between,
    shift: left
      ? { sequence: left.sequenceShift, discontinuity: left.discontinuityShift }
      : ((after as Shift | undefined) ?? shift),
  };
}

function partSegments(
  part: LiveIngestPart,
  isOpenEnd: boolean,
  from: number,
  to: number,
): SourceSegment[] {
  const { assetId, startsAt, segmentDuration, lastDuration } = part;
  const first = Math.max(0, Math.ceil((from - startsAt) / segmentDuration));
  const last = Math.ceil((to - startsAt) / segmentDuration) - 1;
  const end = isOpenEnd ? last : Math.min(last, part.segments - 1);
  return Array.from({ length: Math.max(0, end - first + 1) }, (_, at) => {
    const index = first + at;
    return {
      assetId,
      index,
      sequence: part.sequence + index,
      discontinuity: part.discontinuity,
      startsAt: startsAt + index * segmentDuration,
      duration: index === part.segments - 1 ? lastDuration : segmentDuration,
      partStartsAt: startsAt,
      ...(index >= part.segments ? { isExpected: true as const } : {}),
    };
  });
}

/** The slate after a part, repeated until `limit`. */
function slateSegments(
  schedule: LiveSource | undefined,
  part: LiveIngestPart,
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
): SourceSegment[] {
  const slate = schedule?.slate ?? [];
  const cycle = slate.flatMap(({ durations }) => durations);
  const length = cycle.reduce((sum, duration) => sum + duration, 0);
  const begin = endOf(part);
  if (length <= 0 || begin >= to || limit <= from) return [];
  const found: SourceSegment[] = [];
  const skipped = Math.max(0, Math.floor((from - begin) / length));
  let at = begin + skipped * length;
  let sequence = part.sequence + part.segments + skipped * cycle.length;
  // A part without a segment has used up no number.
  const first = part.segments > 0 ? part.discontinuity + 1 : part.discontinuity;
  let discontinuity = first + skipped * slate.length;
  for (;;) {
    for (const { assetId, durations } of slate) {
      const partStartsAt = at;
      for (const [index, duration] of durations.entries()) {
        if (at >= to || at + duration > limit) return found;
        if (at >= from)
          found.push({
            assetId,
            index,
            sequence,
            discontinuity,
            startsAt: at,
            duration,
            partStartsAt,
          });
        at += duration;
        sequence += 1;
      }
      discontinuity += 1;
    }
  }
}

/** What the schedule's numbers need from `at` on, to go on after the last of `segments`. */
function shiftAfter(
  schedule: LiveSource | undefined,
  segments: readonly SourceSegment[],
  at: number,
): Shift | undefined {
  const last = segments.at(-1);
  const next = schedule?.between(at, at + REACH)[0];
  if (!last || !next) return undefined;
  return {
    sequence: last.sequence + 1 - next.sequence,
    discontinuity: last.discontinuity + 1 - next.discontinuity,
  };
}

/**
 * Where something else can begin: at the end of a segment that is on air about now, so that no
 * process has told anybody of what it replaces.
 */
export function placeAfter(
  source: Pick<LiveSource, 'between'> | undefined,
  now: number,
  notBefore: number,
): Place {
  const wanted = Math.max(now - BACK, notBefore);
  const near = (source?.between(wanted - REACH, wanted + REACH) ?? []).filter(
    ({ isExpected }) => !isExpected,
  );
  let on = near.findLast(({ startsAt }) => startsAt < wanted);
  for (const next of near) {
    if (!on || next.startsAt <= on.startsAt) continue;
    const end = on.startsAt + on.duration;
    // What begins here may have been told as on air whole.
    const isTold = next.startsAt + next.duration < now + SPREAD;
    if (end >= wanted && !isTold) break;
    if (next.startsAt < wanted || isTold) on = next;
  }
  if (!on) {
    // Nothing was on air: numbers that grow with time are larger than all before.
    const startsAt = Math.max(now - BACK_ALONE, notBefore);
    const sequence = Math.floor(startsAt / SECOND);
    return { startsAt, sequence, discontinuity: sequence };
  }
  return {
    startsAt: Math.max(wanted, on.startsAt + on.duration),
    sequence: on.sequence + 1,
    discontinuity: on.discontinuity + 1,
  };
}

/** When a live ingest session without a writer left the air, once that has passed. */
export function abandonedSince(
  schedule: LiveSource | undefined,
  channel: ChannelBroadcasts,
  ingestSessionId: string,
  now: number,
): LeftAir | undefined {
  const at = channel.broadcasts.findIndex((one) => one.ingestSessionId === ingestSessionId);
  const broadcast = channel.broadcasts[at];
  const stretch = stretchesOf(schedule, channel, now)[at];
  if (!broadcast || stretch?.until === undefined || stretch.until > now) return undefined;
  return {
    ingestSessionId,
    liveChannelId: broadcast.parts[0].liveChannelId,
    onAirUntil: stretch.until,
    sequenceShift: stretch.shift.sequence,
    discontinuityShift: stretch.shift.discontinuity,
  };
}

/**
 * How a live ingest session leaves the air that is over at `now`: about now, or when the schedule
 * took its place because it was silent. Undefined: nothing of it was on air.
 */
export function leavingAir(
  schedule: LiveSource | undefined,
  channel: ChannelBroadcasts,
  ingestSessionId: string,
  now: number,
): LeftAir | undefined {
  const broadcast = channel.broadcasts.find((one) => one.ingestSessionId === ingestSessionId);
  const last = broadcast?.parts.at(-1);
  if (!last) return undefined;
  const abandoned = abandonedSince(schedule, channel, ingestSessionId, now);
  if (abandoned) return abandoned;
  const source = liveIngestSource(schedule, channel, now);
  const { startsAt: onAirUntil } = placeAfter(source, now, endOf(last));
  const before = source?.between(onAirUntil - REACH, onAirUntil) ?? [];
  const shift = shiftAfter(schedule, before, onAirUntil) ?? { sequence: 0, discontinuity: 0 };
  return {
    ingestSessionId,
    liveChannelId: last.liveChannelId,
    onAirUntil,
    sequenceShift: shift.sequence,
    discontinuityShift: shift.discontinuity,
  };
}
