/** The week of a live channel as its file describes it. */

/**
 * A programme. It lasts until the next one starts. `title: null` marks a pause. Of several
 * synopses, each weekday shows the next one. The default rating is `A`.
 */
export interface Programme {
  /** The start in South African time, such as `05:30`. */
  readonly from: string;
  readonly title: string | null;
  readonly synopsis?: string | readonly string[];
  readonly ratingAge?: string;
  readonly ratingAdvice?: readonly string[];
}

/** The programmes of one broadcasting day, which runs from 05:00 to 05:00 of the next morning. */
export type BroadcastDay = readonly Programme[];

/** `weekend` is used for Saturday and Sunday where these have no programme. */
export interface BroadcastWeek {
  readonly weekday: BroadcastDay;
  readonly weekend?: BroadcastDay;
  readonly saturday?: BroadcastDay;
  readonly sunday?: BroadcastDay;
}

/** A programme of one day. Times are minutes, `startsAt` counts from Monday 00:00. */
export interface Slot {
  readonly startsAt: number;
  readonly minutes: number;
  readonly title: string;
  readonly synopsis: string;
  readonly ratingAge: string;
  readonly ratingAdvice: readonly string[];
}

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;
const DAY_STARTS = 5 * 60;

/** Lists the slots of a week, from Monday 05:00 on. */
export function slotsOfWeek({ weekday, weekend = [], saturday, sunday }: BroadcastWeek): Slot[] {
  const weekdays = [weekday, weekday, weekday, weekday, weekday];
  return [...weekdays, saturday ?? weekend, sunday ?? weekend].flatMap(slotsOfDay);
}

function slotsOfDay(programmes: BroadcastDay, day: number): Slot[] {
  return programmes.flatMap((programme, index): Slot[] => {
    const { from, title, synopsis = '', ratingAge = 'A', ratingAdvice = [] } = programme;
    if (title === null) return [];
    const next = programmes[index + 1];
    const start = minuteOf(from);
    const end = next ? minuteOf(next.from) : DAY_STARTS + DAY_MINUTES;
    return [
      {
        startsAt: (day * DAY_MINUTES + start) % WEEK_MINUTES,
        minutes: end - start,
        title,
        synopsis: typeof synopsis === 'string' ? synopsis : (synopsis[day % synopsis.length] ?? ''),
        ratingAge,
        ratingAdvice,
      },
    ];
  });
}

/** Minutes since midnight. A time before 05:00 belongs to the night of the day before. */
function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const minute = hours * 60 + minutes;
  return minute < DAY_STARTS ? minute + DAY_MINUTES : minute;
}
