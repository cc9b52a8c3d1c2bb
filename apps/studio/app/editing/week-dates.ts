import {
  airingsBetween,
  datedOverlap,
  gapsBetween,
  type WeeklySlot,
} from '@bonisa/domain/live/live-schedule';
import { type Overlap, weekOf } from '@bonisa/domain/live/live-week';
import { type Day, dayOf, daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import { DAY_MINUTES, DAYS, type Dated, type Schedule, type Slot } from './week-slots.ts';

/** The weeks of a calendar: dated programmes at their place in one, and days that are copied. */

const MINUTE = 60_000;

/** The Monday of the week of a day. */
export function mondayOf(day: Day): Day {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return daysAfter(day, -weekday);
}

const MONTHS = new Intl.DateTimeFormat('en-ZA', { day: 'numeric', month: 'short' });

/** The days of the week that begins on `monday`: `Mon 30 Nov`. */
export function dayNames(monday: Day): readonly string[] {
  return DAYS.map((name, place) => {
    const [, month = 1, day = 1] = daysAfter(monday, place).split('-').map(Number);
    return `${name.slice(0, 3)} ${MONTHS.format(new Date(2028, month - 1, day))}`;
  });
}

/** A dated programme as the calendar of a week has it, in minutes since its Monday. */
export function slotOf(one: Dated, monday: Day): Slot {
  const since = Date.parse(one.startsAt) - instantOf(monday).getTime();
  return { ...one, startsAt: since / MINUTE };
}

/** The other way round. */
export function datedOf(slot: Slot, monday: Day): Dated {
  return { ...slot, startsAt: instantAt(monday, slot.startsAt) };
}

function instantAt(day: Day, minute: number): string {
  return new Date(instantOf(day).getTime() + minute * MINUTE).toISOString();
}

const timed = (dated: readonly Dated[]) =>
  dated.map((one) => ({ ...one, startsAt: new Date(one.startsAt) }));

/** What dated programmes leave of the repeating week in the week that begins on `monday`. */
export function weeklyIn({ slots, dated }: Schedule, monday: Day): Slot[] {
  const from = instantOf(monday);
  const to = instantOf(daysAfter(monday, DAYS.length));
  return airingsBetween(slots, from, to, timed(dated)).flatMap(({ slot, startsAt, endsAt }) =>
    slot.startsAt instanceof Date
      ? []
      : [
          {
            ...slot,
            startsAt: (startsAt.getTime() - from.getTime()) / MINUTE,
            minutes: (endsAt.getTime() - startsAt.getTime()) / MINUTE,
          },
        ],
  );
}

/** When nothing is on in the week that begins on `monday`, in minutes since then. */
export function gapsIn({ slots, dated }: Schedule, monday: Day): WeeklySlot[] {
  const from = instantOf(monday);
  const to = instantOf(daysAfter(monday, DAYS.length));
  return gapsBetween(slots, from, to, timed(dated)).map(({ startsAt, endsAt }) => ({
    startsAt: (startsAt.getTime() - from.getTime()) / MINUTE,
    minutes: (endsAt.getTime() - startsAt.getTime()) / MINUTE,
  }));
}

/** What overlaps: all of the repeating week, the first two of the dated programmes. */
export function overlapsOf({ slots, dated }: Schedule): {
  readonly slots: readonly Overlap[];
  readonly dated: readonly Overlap[];
} {
  const first = datedOverlap(timed(dated));
  return {
    slots: weekOf(slots).overlaps,
    dated: first ? [{ slot: first.programme, other: first.other }] : [],
  };
}

/** A day of the calendar, or one of every week: 0 is Monday. */
export type CopiedDay = { readonly date: Day } | { readonly weekday: number };

/** The schedule with the programmes of one day on another one, in place of those there. */
export function copyDay(schedule: Schedule, from: CopiedDay, to: CopiedDay): Schedule {
  const copied = programmesOn(schedule, from);
  if ('date' in to) {
    const others = schedule.dated.filter((one) => dayOf(new Date(one.startsAt)) !== to.date);
    return { ...schedule, dated: [...others, ...copied.map((one) => datedOf(one, to.date))] };
  }
  const isThere = ({ startsAt }: Slot) => Math.floor(startsAt / DAY_MINUTES) === to.weekday;
  const begins = to.weekday * DAY_MINUTES;
  const slots = [
    ...schedule.slots.filter((one) => !isThere(one)),
    ...copied.map((one) => ({ ...one, startsAt: begins + one.startsAt })),
  ];
  return { ...schedule, slots: slots.toSorted((a, b) => a.startsAt - b.startsAt) };
}

/** The programmes that begin on a day, in minutes since its midnight. */
function programmesOn(schedule: Schedule, day: CopiedDay): Slot[] {
  if ('weekday' in day)
    return schedule.slots
      .map((one) => ({ ...one, startsAt: one.startsAt - day.weekday * DAY_MINUTES }))
      .filter(isOfDay);
  const own = schedule.dated.map((one) => slotOf(one, day.date));
  return [...own, ...weeklyIn(schedule, day.date)].filter(isOfDay);
}

const isOfDay = ({ startsAt }: Slot): boolean => startsAt >= 0 && startsAt < DAY_MINUTES;
