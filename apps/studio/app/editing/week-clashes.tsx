import { weekTime } from '@bonisa/domain/live/live-week';
import type { WeekClash } from '@bonisa/domain/live/week-merge';
import { Button } from '../design/button.tsx';
import { counted } from '../design/money.ts';
import { Notice } from '../design/states.tsx';
import { type Slot, slotWords } from './week-slots.ts';

export interface WeekClashesProps {
  /** The programmes that both changed and that the person has not decided on yet. */
  readonly clashes: readonly WeekClash<Slot>[];
  readonly onKeep: (clash: WeekClash<Slot>) => void;
  readonly onTake: (clash: WeekClash<Slot>) => void;
}

/** What a merge of two people's weeks made, and each programme that both of them changed. */
export function WeekClashes({ clashes, onKeep, onTake }: WeekClashesProps) {
  if (clashes.length === 0)
    return (
      <Notice tone="info">The week has their changes and yours. Look at it, and save it.</Notice>
    );
  return (
    <Notice tone="warning">
      <p>
        The week has their changes and yours. Both of you changed{' '}
        {counted(clashes.length, 'programme')}; yours are in the week until you choose.
      </p>
      <ul className="mt-2 grid gap-3">
        {clashes.map((clash) => {
          const time = weekTime(clash.startsAt);
          return (
            <li key={clash.startsAt}>
              <p className="font-semibold">{time}</p>
              <p>Yours: {slotWords(clash.mine)}</p>
              <p>Theirs: {slotWords(clash.theirs)}</p>
              <div className="mt-1 flex flex-wrap gap-2">
                <Button
                  size="small"
                  aria-label={`Keep mine: ${time}`}
                  onClick={() => onKeep(clash)}
                >
                  Keep mine
                </Button>
                <Button
                  size="small"
                  aria-label={`Take theirs: ${time}`}
                  onClick={() => onTake(clash)}
                >
                  Take theirs
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
