import { liveWeek } from '@bonisa/contract/studio/programme.calls';
import { useState } from 'react';
import { useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Loading, Problem } from '../design/states.tsx';
import { SideChoices } from './side-choices.tsx';
import { onTopOf, type WeekDraft, weekDifferences } from './week-draft.ts';
import { slotWords, type Week } from './week-slots.ts';

interface WeekConflictProps {
  readonly draft: WeekDraft;
  /** Goes on with the chosen programmes, on top of the newest week. */
  readonly onChoose: (draft: WeekDraft) => void;
  readonly onClose: () => void;
}

/** Another person saved the week meanwhile: theirs or mine, at each time where they differ. */
export function WeekConflict(props: WeekConflictProps) {
  const params = { key: props.draft.began.key };
  const { data, error, isFetching } = useRead(liveWeek, { params }, { isFresh: true });
  return (
    <Dialog title="Somebody else changed this week meanwhile" wide onClose={props.onClose}>
      {error && <Problem error={error} />}
      {isFetching && <Loading />}
      {data && !isFetching && !error && <Choose {...props} theirs={data} />}
    </Dialog>
  );
}

function Choose({
  draft,
  theirs,
  onChoose,
  onClose,
}: WeekConflictProps & { readonly theirs: Week }) {
  const differences = weekDifferences(draft, theirs);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(differences.flatMap((one) => (one.isTheirChange ? [one.name] : []))),
  );
  const take = (): void => onChoose(onTopOf(theirs, draft, chosen));
  return (
    <>
      <p className="mb-4">
        {differences.length === 0
          ? 'Both weeks are the same.'
          : 'Choose for each time what stays. Then look at the calendar, and save the week.'}
      </p>
      <SideChoices
        all={differences.map((one) => ({
          name: one.name,
          label: one.name,
          ...(one.isTheirChange ? { note: 'You did not change it.' } : {}),
          theirs: slotWords(one.theirs),
          mine: slotWords(one.mine),
        }))}
        theirs={chosen}
        onChoose={setChosen}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Go on editing</Button>
        <Button tone="action" onClick={take}>
          Put this into the calendar
        </Button>
      </div>
    </>
  );
}
