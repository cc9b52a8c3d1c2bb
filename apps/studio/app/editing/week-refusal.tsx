import { weekTime } from '@bonisa/domain/live/live-week';
import { Button } from '../design/button.tsx';
import { counted } from '../design/money.ts';
import { Notice, Problem } from '../design/states.tsx';
import { dateTime } from '../design/time.ts';
import { type SlotProblems, slotProblemWords } from './week-problems.ts';
import type { Dated, Slot } from './week-slots.ts';

/** Why a week is not saved: which programmes are at fault. */
export function WeekRefusal({
  error,
  refused,
  onChoose,
}: {
  readonly error: Error;
  readonly refused: ReadonlyMap<Slot | Dated, SlotProblems>;
  readonly onChoose: (programme: Slot | Dated) => void;
}) {
  if (refused.size === 0) return <Problem error={error} />;
  return (
    <Notice tone="problem">
      <p>The week is not saved yet. Mend {counted(refused.size, 'programme')} first:</p>
      <ul className="mt-2 grid gap-2">
        {[...refused].map(([programme, problems]) => {
          const { startsAt, title } = programme;
          const time = typeof startsAt === 'number' ? weekTime(startsAt) : dateTime(startsAt);
          return (
            <li key={time} className="flex flex-wrap items-center gap-2">
              <Button size="small" onClick={() => onChoose(programme)}>
                {time} {title}
              </Button>
              {slotProblemWords(problems)}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
