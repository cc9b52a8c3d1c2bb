/** The week of a live channel as its file describes it. */

/**
 * A programme. It lasts until the next one starts. `title: null` marks a pause. Of several
 * synopses, each weekday shows the next one. The default rating is `A`. One that names a show or a
 * video plays it, and has its words: of a show each day the next episode.
 */
export type Programme = ProgrammeWords | ProgrammeOfShow | ProgrammeOfVideo;

export interface ProgrammeOfShow {
  readonly from: string;
  readonly show: string;
}

export interface ProgrammeOfVideo {
  readonly from: string;
  readonly video: string;
}

export interface ProgrammeWords {
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
  readonly video: string | null;
  readonly episode: string | null;
}

/** What a programme takes from the video or the show that it plays. */
export interface Recorded {
  readonly title: string;
  readonly synopsis: string;
  readonly ratingAge: string;
  readonly ratingAdvice: readonly string[];
}

/** The demo's videos by slug, and the episodes of its shows with the words of a programme. */
export interface Recordings {
  readonly videos: ReadonlyMap<string, Recorded>;
  readonly episodes: ReadonlyMap<string, readonly (Recorded & { readonly episode: string })[]>;
}

const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;
const DAY_STARTS = 5 * 60;

/** Lists the slots of a week, from Monday 05:00 on. */
export function slotsOfWeek(
  { weekday, weekend = [], saturday, sunday }: BroadcastWeek,
  recordings: Recordings,
): Slot[] {
  const weekdays = [weekday, weekday, weekday, weekday, weekday];
  return [...weekdays, saturday ?? weekend, sunday ?? weekend].flatMap((programmes, day) =>
    slotsOfDay(programmes, day, recordings),
  );
}

function slotsOfDay(programmes: BroadcastDay, day: number, recordings: Recordings): Slot[] {
  return programmes.flatMap((programme, index): Slot[] => {
    const shown = shownOn(day, programme, recordings);
    if (!shown) return [];
    const next = programmes[index + 1];
    const start = minuteOf(programme.from);
    const end = next ? minuteOf(next.from) : DAY_STARTS + DAY_MINUTES;
    const startsAt = (day * DAY_MINUTES + start) % WEEK_MINUTES;
    return [{ startsAt, minutes: end - start, ...shown }];
  });
}

/** What a programme shows on a day; undefined: a pause. Throws if there is no such recording. */
function shownOn(
  day: number,
  programme: Programme,
  { videos, episodes }: Recordings,
): Omit<Slot, 'startsAt' | 'minutes'> | undefined {
  if ('video' in programme) {
    const found = videos.get(programme.video);
    if (!found) throw new Error(`there is no video ${programme.video}`);
    return { ...found, video: programme.video, episode: null };
  }
  if ('show' in programme) {
    const all = episodes.get(programme.show) ?? [];
    const found = all[day % all.length];
    if (!found) throw new Error(`there is no episode of ${programme.show}`);
    return { ...found, video: null };
  }
  const { title, synopsis = '', ratingAge = 'A', ratingAdvice = [] } = programme;
  if (title === null) return undefined;
  const words = typeof synopsis === 'string' ? synopsis : (synopsis[day % synopsis.length] ?? '');
  return { title, synopsis: words, ratingAge, ratingAdvice, video: null, episode: null };
}

/** Minutes since midnight. A time before 05:00 belongs to the night of the day before. */
function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const minute = hours * 60 + minutes;
  return minute < DAY_STARTS ? minute + DAY_MINUTES : minute;
}
