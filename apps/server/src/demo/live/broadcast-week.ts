import { WEEK_MINUTES } from '@bonisa/domain/live-schedule';
import type { LiveChannelInput } from '../../catalogue/catalogue.input.ts';

/** How the week of a live channel is written down: by the days of which it is made. */

type Slot = LiveChannelInput['slots'][number];

/** Two digits each: `05:30`. */
type Clock = `${number}:${number}`;

/**
 * A programme, on until the next one begins. A list of synopses takes turns over the days that show
 * it.
 */
type Programme =
  | readonly [
      from: Clock,
      title: string,
      synopsis: string | readonly string[],
      age?: Slot['ratingAge'],
      ...advice: Slot['ratingAdvice'],
    ]
  | readonly [from: Clock, title: null];

/**
 * A broadcasting day in the order of its programmes. It runs from 05:00 to 05:00 of the next
 * morning.
 */
export type BroadcastDay = readonly Programme[];

const MINUTES_OF_DAY = 24 * 60;
const DAY_BEGINS = 5 * 60;

/** From Monday to Sunday: five weekdays, a Saturday and a Sunday. */
export function weekOf(
  weekday: BroadcastDay,
  saturday: BroadcastDay,
  sunday: BroadcastDay,
): Slot[] {
  return [weekday, weekday, weekday, weekday, weekday, saturday, sunday].flatMap(slotsOf);
}

function slotsOf(programmes: BroadcastDay, day: number): Slot[] {
  return programmes.flatMap(
    ([from, title, synopsis = '', ratingAge = 'A', ...ratingAdvice], index): Slot[] => {
      if (title === null) return [];
      const next = programmes[index + 1];
      const start = minuteOf(from);
      const end = next ? minuteOf(next[0]) : DAY_BEGINS + MINUTES_OF_DAY;
      const startsAt = (day * MINUTES_OF_DAY + start) % WEEK_MINUTES;
      return [
        {
          startsAt,
          minutes: end - start,
          title,
          synopsis: turn(synopsis, day),
          ratingAge,
          ratingAdvice,
        },
      ];
    },
  );
}

/**
 * Minutes since the midnight before the broadcasting day: what is before 05:00 belongs to the night
 * after it.
 */
function minuteOf(clock: Clock): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const minute = hours * 60 + minutes;
  return minute < DAY_BEGINS ? minute + MINUTES_OF_DAY : minute;
}

function turn(synopsis: string | readonly string[], day: number): string {
  return typeof synopsis === 'string' ? synopsis : (synopsis[day % synopsis.length] ?? '');
}
