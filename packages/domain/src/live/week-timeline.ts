import { A_MONDAY, WEEK_MINUTES, type WeeklySlot } from './live-schedule.ts';

/**
 * The timeline of a linear channel: which segment of which recording is on air when, computed from
 * the weekly schedule and the time alone. So every process finds the same segments with the same
 * numbers. Times are microseconds since 1970 or within a week, because durations of segments are
 * fractions of a millisecond.
 */

/** A packaged asset: the durations of its segments, in microseconds. */
export interface LivePart {
  readonly assetId: string;
  readonly durations: readonly number[];
}

/** A recording: its parts in the order of playing. */
export interface LiveTitle {
  readonly id: string;
  readonly parts: readonly LivePart[];
}

/** A programme of the week with the recordings that fill it in turn; none: the slate. */
export interface FilledSlot extends WeeklySlot {
  /**
   * The recording that an editor chose: it plays from the beginning, as often as it fits whole, and
   * once where it does not. The others fill the rest.
   */
  readonly chosen?: LiveTitle | undefined;
  readonly titles: readonly LiveTitle[];
}

/** A segment on air. */
export interface LiveSegment<Slot extends FilledSlot> {
  /** Counts all segments of the channel; never decreases from one segment to a later one. */
  readonly sequence: number;
  /** Counts the parts that have begun, this one included. */
  readonly discontinuity: number;
  readonly startsAt: number;
  readonly duration: number;
  readonly title: LiveTitle;
  readonly titleStartsAt: number;
  readonly part: LivePart;
  /** When the part began, or would have begun if it was cut. */
  readonly partStartsAt: number;
  /** The segment's number in its part. */
  readonly index: number;
  /** The programme; null: a hole in the schedule. */
  readonly slot: Slot | null;
}

/** A laid week of one channel, see {@link layWeek}. */
export interface WeekTimeline<Slot extends FilledSlot> {
  /** Where the week begins, in microseconds after Monday 00:00. */
  readonly anchor: number;
  readonly blocks: readonly Block<Slot>[];
  /** Segments and parts of the whole week. */
  readonly segments: number;
  readonly parts: number;
}

/** What fills one programme or hole; times count from the anchor. */
interface Block<Slot extends FilledSlot> {
  readonly slot: Slot | null;
  /** What plays first, so many times. */
  readonly chosen: { readonly title: Measured; readonly times: number } | undefined;
  readonly titles: readonly Measured[];
  /** After the programme's own time where the segment before is still on air. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** Of the last block: its last segment ends in time. */
  readonly isLast: boolean;
  readonly sequence: number;
  readonly parts: number;
}

interface Measured {
  readonly title: LiveTitle;
  readonly duration: number;
  readonly segments: number;
}

const MINUTE = 60_000_000;
const WEEK = WEEK_MINUTES * MINUTE;
const FIRST_MONDAY = A_MONDAY * 1000;

/**
 * Lays the recordings of a week one after the other. A programme ends with the segment that is on
 * air at its end, so the next one may begin up to a segment late; only the last segment of the week
 * ends in time, with a gap of less than a segment. Where a programme has no recording, and in
 * holes, the slate is repeated; without a slate the channel shows nothing then. Throws a RangeError
 * for a slate without segments.
 */
export function layWeek<Slot extends FilledSlot>(
  slots: readonly Slot[],
  slate: LiveTitle | undefined,
): WeekTimeline<Slot> {
  const filler = slate && measure(slate);
  if (filler && filler.duration <= 0) throw new RangeError('a slate has at least one segment');
  const ordered = slots.toSorted((a, b) => a.startsAt - b.startsAt);
  const anchor = (ordered[0]?.startsAt ?? 0) * MINUTE;
  const blocks: Block<Slot>[] = [];
  let at: Cursor = { time: 0, segments: 0, parts: 0 };
  const add = (slot: Slot | null, startsAt: number, endsAt: number) => {
    if (at.time >= endsAt) return;
    const begins = Math.max(startsAt, at.time);
    const chosen = chosenIn(slot, endsAt - begins);
    const known = (slot?.titles ?? []).map(measure).filter(({ duration }) => duration > 0);
    const titles = known.length > 0 || !filler ? known : [filler];
    if (titles.length === 0 && !chosen) return;
    const block: Block<Slot> = {
      slot,
      chosen,
      titles,
      startsAt: begins,
      endsAt,
      isLast: endsAt >= WEEK,
      sequence: at.segments,
      parts: at.parts,
    };
    blocks.push(block);
    at = endOf(block);
  };
  let end = 0;
  for (const slot of ordered) {
    const startsAt = slot.startsAt * MINUTE - anchor;
    if (startsAt > end) add(null, end, startsAt);
    end = startsAt + slot.minutes * MINUTE;
    add(slot, startsAt, end);
  }
  if (end < WEEK) add(null, end, WEEK);
  return { anchor, blocks, segments: at.segments, parts: at.parts };
}

/** What is added to the numbers of a week. */
export interface NumberShift {
  readonly sequence: number;
  readonly discontinuity: number;
}

const NO_SHIFT: NumberShift = { sequence: 0, discontinuity: 0 };

/** The segments that start in a span of time, in order; both in microseconds since 1970. */
export function segmentsBetween<Slot extends FilledSlot>(
  week: WeekTimeline<Slot>,
  from: number,
  to: number,
  shift = NO_SHIFT,
): LiveSegment<Slot>[] {
  const found: LiveSegment<Slot>[] = [];
  const start = FIRST_MONDAY + week.anchor;
  for (let number = Math.floor((from - start) / WEEK); start + number * WEEK < to; number++) {
    const origin = start + number * WEEK;
    for (let at = blockAt(week, from - origin); at < week.blocks.length; at++) {
      const block = week.blocks[at] as Block<Slot>;
      if (origin + block.startsAt >= to) break;
      for (const segment of onAir(block, from - origin)) {
        const startsAt = origin + segment.startsAt;
        if (startsAt >= to) break;
        found.push(numbered(segment, block, { week, number, origin, shift }));
      }
    }
  }
  return found;
}

/** The last block that has begun at a time of the week; the first before its beginning. */
function blockAt({ blocks }: WeekTimeline<FilledSlot>, time: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((blocks[middle] as Block<FilledSlot>).startsAt <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A place in a block, with the segments and parts before it. */
interface Cursor {
  readonly time: number;
  readonly segments: number;
  readonly parts: number;
}

interface Placed {
  readonly segment: number;
  readonly part: number;
  readonly startsAt: number;
  readonly duration: number;
  readonly title: LiveTitle;
  readonly titleStartsAt: number;
  readonly source: LivePart;
  readonly partStartsAt: number;
  readonly index: number;
}

/** Passes over the recordings of a block that end by `time`. */
function skip(block: Block<FilledSlot>, time: number): Cursor & { readonly next: number } {
  let { startsAt: at, sequence: segments, parts } = block;
  let next = 0;
  for (;;) {
    const { duration, segments: count, title } = titleAt(block, next);
    if (at + duration > Math.min(time, block.endsAt)) return { time: at, segments, parts, next };
    at += duration;
    segments += count;
    parts += title.parts.length;
    next += 1;
  }
}

/** The segments of a block that start at `from` or later, until its end. */
function* onAir(block: Block<FilledSlot>, from: number): Generator<Placed> {
  const skipped = skip(block, from);
  let { time, segments: segment, parts: part, next } = skipped;
  for (; ; next++) {
    const { title } = titleAt(block, next);
    const shown = { title, titleStartsAt: time };
    for (const source of title.parts) {
      const partStartsAt = time;
      for (const [index, duration] of source.durations.entries()) {
        if (time >= block.endsAt || (block.isLast && time + duration > block.endsAt)) return;
        if (time >= from)
          yield { ...shown, segment, part, startsAt: time, duration, source, partStartsAt, index };
        time += duration;
        segment += 1;
      }
      part += 1;
    }
  }
}

function endOf(block: Block<FilledSlot>): Cursor {
  const { time, segments, parts } = skip(block, block.endsAt);
  let end: Cursor = { time, segments, parts };
  for (const { startsAt, duration, segment, part } of onAir(block, time))
    end = { time: startsAt + duration, segments: segment + 1, parts: part + 1 };
  return end;
}

function numbered<Slot extends FilledSlot>(
  { segment, part, startsAt, titleStartsAt, partStartsAt, source, ...rest }: Placed,
  { slot }: Block<Slot>,
  {
    week,
    number,
    origin,
    shift,
  }: {
    readonly week: WeekTimeline<Slot>;
    readonly number: number;
    readonly origin: number;
    readonly shift: NumberShift;
  },
): LiveSegment<Slot> {
  return {
    ...rest,
    sequence: shift.sequence + number * week.segments + segment,
    discontinuity: shift.discontinuity + number * week.parts + part,
    startsAt: origin + startsAt,
    titleStartsAt: origin + titleStartsAt,
    partStartsAt: origin + partStartsAt,
    part: source,
    slot,
  };
}

function titleAt({ chosen, titles }: Block<FilledSlot>, number: number): Measured {
  const times = chosen?.times ?? 0;
  if (chosen && (number < times || titles.length === 0)) return chosen.title;
  return titles[(number - times) % titles.length] as Measured;
}

function chosenIn(slot: FilledSlot | null, time: number): Block<FilledSlot>['chosen'] {
  const title = slot?.chosen && measure(slot.chosen);
  if (!title || title.duration <= 0) return undefined;
  return { title, times: Math.max(1, Math.floor(time / title.duration)) };
}

function measure(title: LiveTitle): Measured {
  const durations = title.parts.flatMap((part) => part.durations);
  return {
    title,
    duration: durations.reduce((sum, duration) => sum + duration, 0),
    segments: durations.length,
  };
}
