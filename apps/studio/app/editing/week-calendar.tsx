import { weekTime } from '@bonisa/domain/live/live-week';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { DAY_MINUTES, DAYS, movedBy, partsOf, type Slot, timeOf } from './week-slots.ts';

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
  readonly slots: readonly Slot[];
  readonly gaps: readonly { readonly startsAt: number; readonly minutes: number }[];
  /** What is wrong with programmes, by their places. */
  readonly wrong: ReadonlyMap<number, string>;
  readonly chosen: number | undefined;
  readonly onChoose: (place: number) => void;
  readonly onChange: (place: number, slot: Slot) => void;
}

/** The week in seven columns of buttons; Alt with the arrows moves the programme in focus. */
export function WeekCalendar(props: WeekCalendarProps) {
  const { slots, gaps } = props;
  const parts = partsOf(slots);
  const offAir = partsOf(gaps.map((gap) => gap as Slot));
  const calendar = useRef<HTMLElement>(null);
  const moved = useRef<number>(undefined);
  // It begins where programmes are: a night off air would fill the whole view.
  const first = useRef(Math.min(...parts.map(({ from }) => from)));
  useLayoutEffect(() => {
    if (Number.isFinite(first.current)) calendar.current?.scrollTo(0, pixels(first.current - 60));
  }, []);
  // A programme that moves to another day is another element there: the focus goes with it.
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    calendar.current?.querySelector<HTMLElement>(`[data-place="${moved.current}"]`)?.focus();
    moved.current = undefined;
  });
  const move = (place: number, slot: Slot): void => {
    moved.current = place;
    props.onChange(place, slot);
  };
  return (
    <section
      ref={calendar}
      aria-label="Calendar of the week"
      className="max-h-[70vh] overflow-auto rounded-card border border-rule bg-sheet"
    >
      <div className="grid min-w-[56rem] grid-cols-[3.5rem_repeat(7,minmax(0,1fr))]">
        <span className="sticky top-0 z-20 border-rule border-b bg-shade" />
        {DAYS.map((name) => (
          <h2
            key={name}
            className="sticky top-0 z-20 border-rule border-b border-l bg-shade px-2 py-2 text-small"
          >
            {name}
          </h2>
        ))}
        <div aria-hidden="true" style={{ height: rem(DAY_MINUTES) }} className="relative">
          {HOURS.map((hour) => (
            <span
              key={hour}
              className="absolute right-2 text-small text-muted tabular-nums"
              style={{ top: rem(hour * 60) }}
            >
              {timeOf(hour * 60)}
            </span>
          ))}
        </div>
        {DAYS.map((name, day) => (
          <ul
            key={name}
            aria-label={name}
            className="relative border-rule border-l"
            style={{ height: rem(DAY_MINUTES) }}
          >
            {offAir
              .filter((part) => part.day === day)
              .map(({ from, minutes }) => (
                <li
                  key={`off ${from}`}
                  className="absolute inset-x-0 overflow-hidden border-rule border-y border-dashed bg-shade px-2 text-small text-muted"
                  style={{ top: rem(from), height: rem(minutes) }}
                >
                  off air
                </li>
              ))}
            {parts
              .filter((part) => part.day === day)
              .toSorted((a, b) => a.from - b.from)
              .map((part) => (
                <li
                  key={`${part.place} ${part.isFirst}`}
                  className="absolute inset-x-1"
                  style={{ top: rem(part.from), height: rem(part.minutes) }}
                >
                  <Programme {...props} {...part} onChange={move} />
                </li>
              ))}
          </ul>
        ))}
      </div>
    </section>
  );
}

function Programme({
  slot,
  place,
  isFirst,
  wrong,
  chosen,
  onChoose,
  onChange,
}: WeekCalendarProps & {
  readonly slot: Slot;
  readonly place: number;
  readonly isFirst: boolean;
}) {
  const problem = wrong.get(place);
  const times = `${weekTime(slot.startsAt)} to ${weekTime(slot.startsAt + slot.minutes)}`;
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
      className={`flex size-full flex-col items-start overflow-hidden rounded-mark border px-2 py-0.5 text-left text-small leading-tight ${look} ${chosen === place ? 'outline-2 outline-mark outline-offset-1' : ''}`}
    >
      <strong>{slot.title}</strong>
      <span className="sr-only">{`, ${times}${problem ? `, ${problem}` : ''}`}</span>
      <span aria-hidden="true" className="tabular-nums">
        {timeOf(slot.startsAt)}–{timeOf(slot.startsAt + slot.minutes)}
      </span>
    </button>
  );
}
