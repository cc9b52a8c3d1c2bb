import { catalogueEntries } from '@bonisa/contract/studio/catalogue.calls';
import { liveWeek, putLiveWeek } from '@bonisa/contract/studio/programme.calls';
import { weekOf, weekTime } from '@bonisa/domain/live/live-week';
import { useState } from 'react';
import { type Location, useSearchParams } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { useAct, useRead, useSaved } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { SelectField } from '../design/fields.tsx';
import { useLeaveGuard } from '../design/leave-guard.ts';
import { Card, Page } from '../design/page.tsx';
import { EmptyState, Loading, Notice, Problem } from '../design/states.tsx';
import { isConflict } from './conflict-dialog.tsx';
import { SlotForm } from './slot-form.tsx';
import { WeekCalendar } from './week-calendar.tsx';
import { WeekConflict } from './week-conflict.tsx';
import { type WeekDraft, withoutSaved, withSlots } from './week-draft.ts';
import { slotProblems, slotProblemWords } from './week-problems.ts';
import { WeekRefusal } from './week-refusal.tsx';
import { newSlotIn, type Slot, type Week } from './week-slots.ts';

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
  const params = { key: channel };
  const { data, error, refetch } = useRead(liveWeek, { params });
  const [draft, setDraft] = useState<WeekDraft>();
  const [saved, setSaved] = useState<{ readonly version: number; readonly editor: number }>();
  const show = useSaved();
  useLeaveGuard(draft !== undefined, isOtherWeek);
  const week = draft?.began ?? data;
  if (error && !week) return <Problem error={error} onRetry={refetch} />;
  if (!week || week.key !== channel) return <Loading />;
  // What was opened while a save was under way stays open when it ends.
  const own = saved?.version === week.version ? saved.editor : week.version;
  const editor = draft?.editor ?? own;
  return (
    <WeekEditor
      key={editor}
      week={week}
      draft={draft}
      onResolve={setDraft}
      onChange={(slots) => setDraft((now) => withSlots(now, slots, week, editor))}
      onSaved={(sent, now) => {
        show(liveWeek, { params }, now);
        setSaved({ version: now.version, editor });
        setDraft((before) => withoutSaved(before, sent, now));
      }}
      onUndo={() => setDraft(undefined)}
    />
  );
}

const isOtherWeek = (from: Location, to: Location): boolean =>
  from.pathname !== to.pathname || from.search !== to.search;

interface WeekEditorProps {
  readonly week: Week;
  readonly draft: WeekDraft | undefined;
  /** Goes on with what the person chose after a conflict. */
  readonly onResolve: (draft: WeekDraft) => void;
  readonly onChange: (slots: readonly Slot[]) => void;
  readonly onSaved: (sent: readonly Slot[], saved: Week) => void;
  readonly onUndo: () => void;
}

function WeekEditor(props: WeekEditorProps) {
  const { week, draft, onResolve, onChange, onSaved, onUndo } = props;
  const mayWrite = useMay('catalogue:write');
  const slots = draft?.slots ?? week.slots;
  const isChanged = draft !== undefined;
  const [chosen, setChosen] = useState<number>();
  const [sent, setSent] = useState(slots);
  const save = useAct(putLiveWeek, { done: 'The week is saved.' });
  const setSlots = (next: readonly Slot[]): void => {
    save.forget();
    onChange(next);
  };
  const { overlaps, gaps } = weekOf(slots);
  const refused = slotProblems(save.error, sent, slots);
  const wrong = new Map(
    [...refused].map(([place, problems]) => [place, slotProblemWords(problems)]),
  );
  for (const { slot, other } of overlaps)
    for (const place of [slot, other]) wrong.set(place, OVERLAP);
  const change = (place: number, slot: Slot): void =>
    setSlots(slots.map((one, at) => (at === place ? slot : one)));
  const add = (): void => {
    setSlots([...slots, newSlotIn(gaps[0])]);
    setChosen(slots.length);
  };
  const submit = async (): Promise<void> => {
    setSent(slots);
    const body = { slots: [...slots], version: week.version };
    const saved = await save.act({ params: { key: week.key }, body });
    if (saved) onSaved(slots, saved);
  };
  const overlap = overlaps.some(({ slot, other }) => slot === chosen || other === chosen);
  const current = chosen === undefined ? undefined : slots[chosen];
  return (
    <>
      {overlaps.length > 0 && (
        <Notice tone="warning">
          {overlaps.length === 1 ? 'Two programmes overlap' : `${overlaps.length} overlaps`}: they
          are marked, and the week cannot be saved until they are mended.
        </Notice>
      )}
      {draft && isConflict(save.error) ? (
        <WeekConflict draft={draft} onChoose={onResolve} onClose={save.forget} />
      ) : (
        save.error && (
          <WeekRefusal {...{ slots, refused }} error={save.error} onChoose={setChosen} />
        )
      )}
      {mayWrite && (
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <Button onClick={add}>Add a programme</Button>
          <Button
            tone="action"
            disabled={!isChanged || overlaps.length > 0 || save.isBusy}
            onClick={submit}
          >
            Save the week
          </Button>
          {isChanged && (
            <Button tone="quiet" onClick={onUndo}>
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
              problems={{ ...refused.get(chosen), ...(overlap ? { title: OVERLAP } : {}) }}
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

const OVERLAP = 'overlaps another programme';

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
