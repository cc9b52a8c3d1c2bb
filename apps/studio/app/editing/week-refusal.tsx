import { weekTime } from '@bonisa/domain/live/live-week';
import { Button } from '../design/button.tsx';
import { counted } from '../design/money.ts';
import { Notice, Problem } from '../design/states.tsx';
import { type SlotProblems, slotProblemWords } from './week-problems.ts';
import type { Slot } from './week-slots.ts';

/** Why a week is not saved: which programmes are at fault. */
export function WeekRefusal({
  error,
  slots,
  refused,
  onChoose,
}: {
  readonly error: Error;
  readonly slots: readonly Slot[];
  /** The programmes at fault, by their places. */
  readonly refused: ReadonlyMap<number, SlotProblems>;
  readonly onChoose: (place: number) => void;
}) {
  if (refused.size === 0) return <Problem error={error} />;
  return (
    <Notice tone="problem">
      <p>The week is not saved yet. Mend {counted(refused.size, 'programme')} first:</p>
      <ul className="mt-2 grid gap-2">
        {[...refused].map(([place, problems]) => {
          const { startsAt = 0, title = '' } = slots[place] ?? {};
          return (
            <li key={place} className="flex flex-wrap items-center gap-2">
              <Button size="small" onClick={() => onChoose(place)}>
                {weekTime(startsAt)} {title}
              </Button>
              {slotProblemWords(problems)}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
