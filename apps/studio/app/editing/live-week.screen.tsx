import { catalogueEntries } from '@bonisa/contract/studio/catalogue.calls';
import { liveWeek, putLiveWeek } from '@bonisa/contract/studio/programme.calls';
import { weekOf, weekTime } from '@bonisa/domain/live/live-week';
import {
  type MergedWeek,
  mergeWeeks,
  takeTheirs,
  type WeekClash,
} from '@bonisa/domain/live/week-merge';
import { useState } from 'react';
import { type Location, useSearchParams } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { useAct, useRead, useReread } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { SelectField } from '../design/fields.tsx';
import { useLeaveGuard } from '../design/leave-guard.ts';
import { Card, Page } from '../design/page.tsx';
import { EmptyState, Loading, Notice, Problem } from '../design/states.tsx';
import { isConflict } from './conflict-dialog.tsx';
import { SlotForm } from './slot-form.tsx';
import { WeekCalendar } from './week-calendar.tsx';
import { WeekClashes } from './week-clashes.tsx';
import { isSameSlot, newSlotIn, type Slot, type Week } from './week-slots.ts';

/** The week of a live channel: what is on when, what overlaps, and when it is off air. */
export default function LiveWeekScreen() {
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useRead(catalogueEntries, {
    params: { kind: 'liveChannel' },
    query: { limit: 1000 },
  });
  const channels = data?.data ?? [];
  const key = query.get('channel') ?? channels[0]?.key;
  return (
    <Page
      title="Week of a live channel"
      intro="Each programme repeats every week at the same South African time."
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && channels.length === 0 && (
        <EmptyState title="There is no live channel">
          Make one under Live channels first.
        </EmptyState>
      )}
      {channels.length > 0 && (
        <div className="max-w-[24rem]">
          <SelectField
            label="Live channel"
            choices={channels.map((one) => ({ value: one.key, label: one.title ?? one.key }))}
            value={key ?? ''}
            onChange={({ target }) => setQuery({ channel: target.value })}
          />
        </div>
      )}
      {key !== undefined && channels.length > 0 && <WeekOf key={key} channel={key} />}
    </Page>
  );
}

function WeekOf({ channel }: { readonly channel: string }) {
  const { data, error, refetch } = useRead(liveWeek, { params: { key: channel } });
  // The page reads the week again while a person works: the first change fixes the version.
  const [began, setBegan] = useState<Week>();
  const [merged, setMerged] = useState<MergedWeek<Slot>>();
  useLeaveGuard(began !== undefined, isOtherWeek);
  const week = began ?? data;
  if (error && !week) return <Problem error={error} onRetry={refetch} />;
  if (!week || week.key !== channel) return <Loading />;
  const merge = async (mine: readonly Slot[]): Promise<void> => {
    const { data: theirs, isSuccess } = await refetch();
    // What was not read is told beside the button.
    if (!isSuccess || theirs.key !== channel) return;
    const weeks = { began: week.slots, mine, theirs: theirs.slots };
    setMerged(mergeWeeks(weeks, isSameSlot));
    setBegan(theirs);
  };
  return (
    <WeekEditor
      key={week.version}
      week={week}
      merged={merged}
      unread={error}
      onMerge={merge}
      onChanged={(isChanged) => {
        setBegan(isChanged ? week : undefined);
        if (!isChanged) setMerged(undefined);
      }}
    />
  );
}

const isOtherWeek = (from: Location, to: Location): boolean =>
  from.pathname !== to.pathname || from.search !== to.search;

function WeekEditor({
  week,
  merged,
  unread,
  onMerge,
  onChanged,
}: {
  readonly week: Week;
  /** What it begins with where another person's changes were put together with ours. */
  readonly merged: MergedWeek<Slot> | undefined;
  /** Why the week could not be read again. */
  readonly unread: unknown;
  /** Puts the changes of another person together with these programmes. */
  readonly onMerge: (mine: readonly Slot[]) => Promise<void>;
  /** Whether there is something that is not saved. */
  readonly onChanged: (isChanged: boolean) => void;
}) {
  const mayWrite = useMay('catalogue:write');
  const [slots, keepSlots] = useState<readonly Slot[]>(merged?.slots ?? week.slots);
  const [clashes, setClashes] = useState(merged?.clashes ?? []);
  const [chosen, setChosen] = useState<number>();
  const save = useAct(putLiveWeek, { done: 'The week is saved.' });
  const reread = useReread();
  const setSlots = (next: readonly Slot[]): void => {
    keepSlots(next);
    onChanged(next !== week.slots);
  };
  const { overlaps, gaps } = weekOf(slots);
  const wrong = new Set(overlaps.flatMap(({ slot, other }) => [slot, other]));
  const isChanged = slots !== week.slots;
  const change = (place: number, slot: Slot): void => {
    save.forget();
    setSlots(slots.map((one, at) => (at === place ? slot : one)));
  };
  const add = (): void => {
    setSlots([...slots, newSlotIn(gaps[0])]);
    setChosen(slots.length);
  };
  const decide = (clash: WeekClash<Slot>): void =>
    setClashes(clashes.filter((one) => one !== clash));
  const take = (clash: WeekClash<Slot>): void => {
    decide(clash);
    setChosen(undefined);
    setSlots(takeTheirs(slots, clash));
  };
  const overlap = overlaps.find(({ slot, other }) => slot === chosen || other === chosen);
  const current = chosen === undefined ? undefined : slots[chosen];
  return (
    <>
      {overlaps.length > 0 && (
        <Notice tone="warning">
          {overlaps.length === 1 ? 'Two programmes overlap' : `${overlaps.length} overlaps`}: they
          are marked, and the week cannot be saved until they are mended.
        </Notice>
      )}
      {merged && isChanged && <WeekClashes clashes={clashes} onKeep={decide} onTake={take} />}
      {save.error && <Problem error={save.error} />}
      {isChanged && unread ? <Problem error={unread} /> : null}
      {isConflict(save.error) && (
        <p className="mb-4 flex flex-wrap gap-2">
          <Button tone="action" onClick={() => onMerge(slots)}>
            Put both weeks together
          </Button>
          <Button onClick={() => reread().then(() => onChanged(false))}>Load their week</Button>
        </p>
      )}
      {mayWrite && (
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <Button onClick={add}>Add a programme</Button>
          <Button
            tone="action"
            disabled={!isChanged || overlaps.length > 0 || save.isBusy}
            onClick={async () => {
              const body = { slots: [...slots], version: week.version };
              if (await save.act({ params: { key: week.key }, body })) onChanged(false);
            }}
          >
            Save the week
          </Button>
          {isChanged && (
            <Button tone="quiet" onClick={() => setSlots(week.slots)}>
              Undo what is not saved
            </Button>
          )}
          <p className="text-small text-muted">
            In the calendar: Alt with the arrows moves a programme, with Shift as well its end.
          </p>
        </div>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <WeekCalendar
          {...{ slots, gaps, wrong, chosen }}
          onChoose={setChosen}
          onChange={mayWrite ? change : () => undefined}
        />
        <div>
          {current && chosen !== undefined && mayWrite && (
            <SlotForm
              key={chosen}
              slot={current}
              problem={overlap ? 'overlaps another programme' : undefined}
              onChange={(slot) => change(chosen, slot)}
              onRemove={() => {
                setSlots(slots.filter((_, at) => at !== chosen));
                setChosen(undefined);
              }}
            />
          )}
          <Gaps gaps={gaps} />
        </div>
      </div>
    </>
  );
}

/** `Tue 00:00 to 14:00`; the second day is named where it is another one. */
function spanWords(startsAt: number, minutes: number): string {
  const [from, until] = [weekTime(startsAt), weekTime(startsAt + minutes)];
  const sameDay = minutes < 24 * 60 && from.slice(0, 3) === until.slice(0, 3);
  return `${from} to ${sameDay ? until.slice(4) : until}`;
}

function Gaps({
  gaps,
}: {
  readonly gaps: readonly { readonly startsAt: number; readonly minutes: number }[];
}) {
  return (
    <Card title="Off air">
      {gaps.length === 0 ? (
        <p className="text-muted">The whole week is on air.</p>
      ) : (
        <ul className="grid gap-1 text-small tabular-nums md:max-xl:grid-cols-3">
          {gaps.map(({ startsAt, minutes }) => (
            <li key={startsAt}>{spanWords(startsAt, minutes)}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}
