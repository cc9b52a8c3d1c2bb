import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { DAY_MINUTES, movedBy, type Part, partsOf, type Slot, timeOf } from './week-slots.ts';

/** The height of an hour, which grows with the text of the browser. */
const HOUR_REM = 2.75;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const rem = (minutes: number): string => `${(minutes / 60) * HOUR_REM}rem`;

/** The same height in pixels, for a scroll. */
function pixels(minutes: number): number {
  const { fontSize } = getComputedStyle(document.documentElement);
  return (minutes / 60) * HOUR_REM * Number.parseFloat(fontSize);
}

export interface WeekCalendarProps {
  /** The names of the seven days. */
  readonly days: readonly string[];
  readonly slots: readonly Slot[];
  /** What is off air. */
  readonly gaps: readonly { readonly startsAt: number; readonly minutes: number }[];
  /** Programmes of every week around those of one week; absent: the week repeats. */
  readonly weekly?: readonly Slot[];
  /** What is wrong with programmes, by their places. */
  readonly wrong: ReadonlyMap<number, string>;
  readonly chosen: number | undefined;
  readonly onChoose: (place: number) => void;
  readonly onChange: (place: number, slot: Slot) => void;
  /** Puts a programme of its own in the place of a weekly one. */
  readonly onReplace: (slot: Slot) => void;
}

/**
 * The week in seven columns of buttons, on a phone one day of it. Alt with the arrows moves the
 * programme in focus.
 */
export function WeekCalendar(props: WeekCalendarProps) {
  const { days, slots, gaps, weekly, chosen } = props;
  const parts = partsOf(slots, weekly === undefined);
  const around = partsOf(weekly ?? [], false);
  const offAir = partsOf(gaps.map((gap) => gap as Slot));
  const calendar = useRef<HTMLElement>(null);
  const moved = useRef<number>(undefined);
  const [shownDay, setShownDay] = useState(0);
  // It begins where programmes are: a night off air would fill the whole view.
  const first = useRef(Math.min(...[...parts, ...around].map(({ from }) => from)));
  useLayoutEffect(() => {
    if (Number.isFinite(first.current)) calendar.current?.scrollTo(0, pixels(first.current - 60));
  }, []);
  // A programme that moves to another day is another element there: the focus goes with it.
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    calendar.current?.querySelector<HTMLElement>(`[data-place="${moved.current}"]`)?.focus();
    moved.current = undefined;
  });
  // The form opens beside the calendar, on a small screen below it: both are to be in sight.
  const chosenAt = chosen === undefined ? undefined : slots[chosen]?.startsAt;
  useLayoutEffect(() => {
    const view = calendar.current;
    if (!view || chosenAt === undefined) return;
    if (matchMedia('(width < 80rem)').matches) view.scrollIntoView({ block: 'start' });
    const from = pixels(chosenAt % DAY_MINUTES);
    const isSeen = from >= view.scrollTop && from < view.scrollTop + view.clientHeight - pixels(60);
    if (!isSeen) view.scrollTo(0, from - pixels(30));
  }, [chosenAt]);
  const move = (place: number, slot: Slot): void => {
    moved.current = place;
    setShownDay(Math.floor(slot.startsAt / DAY_MINUTES));
    props.onChange(place, slot);
  };
  const shown = (day: number): string => (day === shownDay ? '' : 'week-other-day');
  return (
    <>
      <div className="mb-2 flex flex-wrap gap-1 md:hidden">
        {days.map((name, day) => (
          <Button
            key={name}
            size="small"
            aria-pressed={day === shownDay}
            tone={day === shownDay ? 'action' : 'plain'}
            onClick={() => setShownDay(day)}
          >
            {name}
          </Button>
        ))}
      </div>
      <section
        ref={calendar}
        aria-label="Calendar of the week"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        data-open={chosen !== undefined}
        className="week-calendar rounded-card border border-rule bg-sheet"
      >
        <div className="week-columns">
          <span className="sticky top-0 z-10 border-rule border-b bg-shade" />
          {days.map((name, day) => (
            <h2
              key={name}
              className={`sticky top-0 z-10 week-block border-rule border-b border-l bg-shade px-1 py-2 text-small ${shown(day)}`}
            >
              {name}
            </h2>
          ))}
          <div aria-hidden="true" style={{ height: rem(DAY_MINUTES) }} className="relative">
            {HOURS.map((hour) => (
              <span
                key={hour}
                className="absolute right-1 text-small text-muted tabular-nums"
                style={{ top: rem(hour * 60) }}
              >
                {timeOf(hour * 60)}
              </span>
            ))}
          </div>
          {days.map((name, day) => (
            <ul
              key={name}
              aria-label={name}
              className={`relative border-rule border-l ${shown(day)}`}
              style={{ height: rem(DAY_MINUTES) }}
            >
              {offAir
                .filter((part) => part.day === day)
                .map(({ from, minutes }) => (
                  <li
                    key={`off ${from}`}
                    className="absolute inset-x-0 overflow-hidden border-rule border-y border-dashed bg-shade px-1 text-small text-muted"
                    style={{ top: rem(from), height: rem(minutes) }}
                  >
                    off air
                  </li>
                ))}
              {around
                .filter((part) => part.day === day)
                .map((part) => (
                  <Placed key={`weekly ${part.from}`} {...part}>
                    <WeeklyProgramme {...part} dayName={name} onReplace={props.onReplace} />
                  </Placed>
                ))}
              {parts
                .filter((part) => part.day === day)
                .toSorted((a, b) => a.from - b.from)
                .map((part) => (
                  <Placed key={`${part.place} ${part.isFirst}`} {...part}>
                    <Programme {...props} {...part} dayName={name} onChange={move} />
                  </Placed>
                ))}
            </ul>
          ))}
        </div>
      </section>
    </>
  );
}

function Placed({ from, minutes, children }: Part & { readonly children: React.ReactNode }) {
  return (
    <li className="absolute inset-x-1" style={{ top: rem(from), height: rem(minutes) }}>
      {children}
    </li>
  );
}

const BLOCK =
  'flex size-full flex-col items-start week-block rounded-mark border px-1 py-0.5 text-left text-small leading-tight';

/** A programme of every week, in the week of a date: a press puts another one in its place. */
function WeeklyProgramme({
  slot,
  isFirst,
  dayName,
  onReplace,
}: Part & { readonly dayName: string; readonly onReplace: (slot: Slot) => void }) {
  return (
    <button
      type="button"
      tabIndex={isFirst ? 0 : -1}
      onClick={() => onReplace(slot)}
      className={`${BLOCK} border-rule border-dashed bg-paper text-muted`}
    >
      {slot.title}
      <span className="sr-only">{`, ${timesOf(slot, dayName)}, every week. Replace it on this date`}</span>
    </button>
  );
}

/** `Mon 30 Nov, 18:00 to 19:30`. */
function timesOf({ startsAt, minutes }: Slot, day: string): string {
  return `${day}, ${timeOf(startsAt)} to ${timeOf(startsAt + minutes)}`;
}

function Programme({
  slot,
  place,
  isFirst,
  dayName,
  wrong,
  chosen,
  onChoose,
  onChange,
}: WeekCalendarProps & Part & { readonly dayName: string }) {
  const problem = wrong.get(place);
  const look = problem
    ? 'border-danger bg-danger-soft text-danger border-2'
    : 'border-mark bg-mark-soft text-text';
  const press = (event: KeyboardEvent): void => {
    const moved = event.altKey ? movedBy(slot, event) : undefined;
    if (!moved) return;
    event.preventDefault();
    onChange(place, moved);
  };
  return (
    <button
      type="button"
      data-place={isFirst ? place : undefined}
      tabIndex={isFirst ? 0 : -1}
      aria-pressed={chosen === place}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight"
      onClick={() => onChoose(place)}
      onKeyDown={press}
      className={`${BLOCK} ${look} ${chosen === place ? 'outline-2 outline-mark outline-offset-1' : ''}`}
    >
      <strong>{slot.title}</strong>
      <span className="sr-only">{`, ${timesOf(slot, dayName)}${problem ? `, ${problem}` : ''}`}</span>
      <span aria-hidden="true" className="tabular-nums">
        {timeOf(slot.startsAt)}–{timeOf(slot.startsAt + slot.minutes)}
      </span>
    </button>
  );
}
