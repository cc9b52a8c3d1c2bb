import { weekTime } from '@bonisa/domain/live/live-week';
import { Button } from '../design/button.tsx';
import { counted } from '../design/money.ts';
import { Notice, Problem } from '../design/states.tsx';
import { isConflict } from './conflict-dialog.tsx';
import { type SlotProblems, slotProblemWords } from './week-problems.ts';
import type { Slot } from './week-slots.ts';

/** Why a week is not saved: another person was first, or which programmes are at fault. */
export function WeekRefusal({
  error,
  slots,
  refused,
  onChoose,
  onMerge,
  onLoad,
}: {
  readonly error: Error;
  readonly slots: readonly Slot[];
  /** The programmes at fault, by their places. */
  readonly refused: ReadonlyMap<number, SlotProblems>;
  readonly onChoose: (place: number) => void;
  /** Puts their week together with this one. */
  readonly onMerge: () => void;
  /** Gives this week up for theirs. */
  readonly onLoad: () => void;
}) {
  if (isConflict(error))
    return (
      <Notice tone="problem">
        <p>Somebody else changed this week meanwhile. Yours is not saved yet.</p>
        <p className="mt-2 flex flex-wrap gap-2">
          <Button tone="action" onClick={onMerge}>
            Put both weeks together
          </Button>
          <Button onClick={onLoad}>Load their week</Button>
        </p>
      </Notice>
    );
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
