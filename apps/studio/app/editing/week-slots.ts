import type { liveWeek } from '@bonisa/contract/studio/programme.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { WEEK_MINUTES } from '@bonisa/domain/live/live-schedule';
import { counted } from '../design/money.ts';

/** The programmes of a week as the calendar has them, and what keys do to them. */

export type Week = StudioReplyOf<typeof liveWeek>;
export type Slot = Week['slots'][number];
/** A programme that is on once, at an instant. */
export type Dated = Week['dated'][number];
type Programme = Omit<Slot, 'startsAt'>;

/** What an editor changes of a live channel: the repeating week, and what is on once. */
export interface Schedule {
  readonly slots: readonly Slot[];
  readonly dated: readonly Dated[];
}

export const DAY_MINUTES = 1440;
export const DAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
/** One press of a key moves or lengthens a programme by so much. */
const STEP = 15;

/** The part of a programme that lies on one day; one that passes midnight has several. */
export interface Part {
  readonly slot: Slot;
  /** Its place in the list of the week. */
  readonly place: number;
  readonly day: number;
  /** Minutes since midnight. */
  readonly from: number;
  readonly minutes: number;
  readonly isFirst: boolean;
}

/**
 * The parts of programmes or of gaps; a week off air has one on each day. A week that does not
 * repeat leaves out what is before or after it.
 */
export function partsOf(slots: readonly Slot[], repeats = true): Part[] {
  return slots.flatMap((slot, place) => {
    const parts: Part[] = [];
    const end = slot.startsAt + slot.minutes;
    let at = slot.startsAt;
    do {
      const whole = Math.floor(at / DAY_MINUTES);
      const day = repeats ? whole % DAYS.length : whole;
      const from = at - whole * DAY_MINUTES;
      const minutes = Math.min(end - at, DAY_MINUTES - from);
      if (day >= 0 && day < DAYS.length)
        parts.push({ slot, place, day, from, minutes, isFirst: at === slot.startsAt });
      at += minutes;
    } while (at < end);
    return parts;
  });
}

/** The programme after a key with Alt, or `undefined` where the key does nothing. */
export function movedBy(
  slot: Slot,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
): Slot | undefined {
  const shifts: Readonly<Record<string, number>> = {
    ArrowUp: -STEP,
    ArrowDown: STEP,
    ArrowLeft: -DAY_MINUTES,
    ArrowRight: DAY_MINUTES,
  };
  const by = shifts[key];
  if (by === undefined) return undefined;
  if (!shiftKey) return { ...slot, startsAt: (slot.startsAt + by + WEEK_MINUTES) % WEEK_MINUTES };
  if (Math.abs(by) !== STEP) return undefined;
  const minutes = slot.minutes + by;
  return minutes < STEP || minutes > DAY_MINUTES ? undefined : { ...slot, minutes };
}

/** A programme in the first gap, as long as it has room, at most an hour. */
export function newSlotIn(gap: { startsAt: number; minutes: number } | undefined): Slot {
  return {
    startsAt: gap?.startsAt ?? 0,
    minutes: Math.min(gap?.minutes ?? 60, 60),
    title: 'New programme',
    synopsis: 'What it is about.',
    ratingAge: 'A',
    ratingAdvice: [],
    video: null,
    episode: null,
  };
}

/** Whether two programmes are the same in everything that an editor can change. */
export function isSameSlot(one: Slot | Dated, other: Slot | Dated): boolean {
  const textOf = (slot: Slot | Dated): string =>
    JSON.stringify([
      ...[slot.startsAt, slot.minutes, slot.title, slot.synopsis, slot.ratingAge],
      ...[slot.ratingAdvice.toSorted(), slot.video, slot.episode],
    ]);
  return textOf(one) === textOf(other);
}

/** What one person has at a time of the week, with everything in which two may differ. */
export function slotWords(slots: readonly Programme[]): string {
  const words = slots.map(({ title, minutes, ratingAge, ratingAdvice, ...slot }) => {
    const rating = [ratingAge, ...ratingAdvice].join(' ');
    const plays = slot.video ?? slot.episode;
    const playing = plays === null ? '' : ` Plays ${plays}.`;
    return `${title}, ${counted(minutes, 'minute')}, ${rating}. ${slot.synopsis}${playing}`;
  });
  return words.join(' ') || 'nothing';
}

/** What a programme plays. */
export type SlotSource = 'genre' | 'video' | 'episode';

export const SLOT_SOURCES: readonly { readonly value: SlotSource; readonly label: string }[] = [
  { value: 'genre', label: 'Recordings of the channel’s genre' },
  { value: 'video', label: 'A video' },
  { value: 'episode', label: 'An episode' },
];

export function sourceOf({ video, episode }: Pick<Slot, 'video' | 'episode'>): SlotSource {
  if (episode !== null) return 'episode';
  return video === null ? 'genre' : 'video';
}

export function timeOf(minute: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor((minute % DAY_MINUTES) / 60))}:${two(minute % 60)}`;
}

/** `18:30` in minutes since midnight; `undefined` for anything else. */
export function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]?[0-9]|2[0-3]):([0-5][0-9])$/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
