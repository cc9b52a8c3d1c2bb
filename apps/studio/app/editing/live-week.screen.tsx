import { catalogueEntries } from '@bonisa/contract/studio/catalogue.calls';
import { liveWeek, putLiveWeek } from '@bonisa/contract/studio/programme.calls';
import { weekOf, weekTime } from '@bonisa/domain/live/live-week';
import { type Day, daysAfter, parseDay } from '@bonisa/domain/south-african-time';
import { useState } from 'react';
import { Link, type Location, useSearchParams } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { productNow } from '../calls/settings.ts';
import { useAct, useRead, useSaved } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { SelectField, TextField } from '../design/fields.tsx';
import { useLeaveGuard } from '../design/leave-guard.ts';
import { Card, Page } from '../design/page.tsx';
import { EmptyState, Loading, Notice, Problem } from '../design/states.tsx';
import { dayValue } from '../design/time.ts';
import { isConflict } from './conflict-dialog.tsx';
import { SlotForm } from './slot-form.tsx';
import { WeekCalendar } from './week-calendar.tsx';
import { WeekConflict } from './week-conflict.tsx';
import { datedOf, dayNames, gapsIn, mondayOf, overlapsOf, slotOf, weeklyIn } from './week-dates.ts';
import { type WeekDraft, withoutSaved, withSchedule } from './week-draft.ts';
import { slotProblems, slotProblemWords } from './week-problems.ts';
import { WeekRefusal } from './week-refusal.tsx';
import { DAYS, newSlotIn, type Schedule, type Slot, type Week } from './week-slots.ts';
import { CopyDay, XmltvFiles } from './week-tools.tsx';
import './week.css';

/** The week of a live channel: what is on when, what overlaps, and when it is off air. */
export default function LiveWeekScreen() {
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useRead(catalogueEntries, {
    params: { kind: 'liveChannel' },
    query: { limit: 1000 },
  });
  const channels = data?.data ?? [];
  const key = query.get('channel') ?? channels[0]?.key;
  const monday = parseDay(query.get('week') ?? '');
  const show = (name: string, value: string | undefined): void =>
    setQuery((before) => {
      before.delete(name);
      if (value !== undefined) before.set(name, value);
      return before;
    });
  return (
    <Page
      title="Week of a live channel"
      intro="What is on every week, and what is on once in its place. Times are South African."
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && channels.length === 0 && (
        <EmptyState title="There is no live channel">
          Make one under{' '}
          <Link to="/live-channels" className="text-mark underline">
            Live channels
          </Link>{' '}
          first.
        </EmptyState>
      )}
      {channels.length > 0 && (
        <div className="max-w-[24rem]">
          <SelectField
            label="Live channel"
            choices={channels.map((one) => ({ value: one.key, label: one.title ?? one.key }))}
            value={key ?? ''}
            onChange={({ target }) => show('channel', target.value)}
          />
        </div>
      )}
      {key !== undefined && channels.length > 0 && (
        <WeekOf
          key={key}
          channel={key}
          monday={monday && mondayOf(monday)}
          onWeek={(day) => show('week', day)}
        />
      )}
    </Page>
  );
}

interface WeekShown {
  /** The week of the calendar; undefined: every week. */
  readonly monday: Day | undefined;
  readonly onWeek: (monday: Day | undefined) => void;
}

function WeekOf({ channel, ...shown }: WeekShown & { readonly channel: string }) {
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
      {...shown}
      week={week}
      draft={draft}
      onResolve={setDraft}
      onChange={(schedule) => setDraft((now) => withSchedule(now, schedule, week, editor))}
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
  from.pathname !== to.pathname ||
  new URLSearchParams(from.search).get('channel') !== new URLSearchParams(to.search).get('channel');

interface WeekEditorProps extends WeekShown {
  readonly week: Week;
  readonly draft: WeekDraft | undefined;
  /** Goes on with what the person chose after a conflict. */
  readonly onResolve: (draft: WeekDraft) => void;
  readonly onChange: (schedule: Schedule) => void;
  readonly onSaved: (sent: Schedule, saved: Week) => void;
  readonly onUndo: () => void;
}

const OVERLAP = 'overlaps another programme';

function WeekEditor(props: WeekEditorProps) {
  const { week, draft, monday, onWeek, onResolve, onChange, onSaved, onUndo } = props;
  const mayWrite = useMay('catalogue:write');
  const schedule: Schedule = draft ?? week;
  const [chosen, setChosen] = useState<number>();
  const [isCopying, setCopying] = useState(false);
  const [sent, setSent] = useState(schedule);
  const save = useAct(putLiveWeek, { done: 'The week is saved.' });
  const change = (next: Schedule): void => {
    save.forget();
    onChange(next);
  };
  const { slots, dated } = schedule;
  const shown = monday ? dated.map((one) => slotOf(one, monday)) : slots;
  const set = (next: readonly Slot[]): void => {
    // What is not changed stays the same programme, at which a refusal is shown.
    const before = new Map(shown.map((one, at) => [one, dated[at]]));
    change(
      monday
        ? { slots, dated: next.map((one) => before.get(one) ?? datedOf(one, monday)) }
        : { slots: next, dated },
    );
  };
  const overlaps = overlapsOf(schedule);
  const isOverlapping = overlaps.slots.length + overlaps.dated.length > 0;
  const refused = slotProblems(save.error, sent);
  const list = monday ? dated : slots;
  const wrong = new Map<number, string>();
  for (const [place, one] of list.entries()) {
    const problems = refused.get(one);
    if (problems) wrong.set(place, slotProblemWords(problems));
  }
  for (const { slot, other } of monday ? overlaps.dated : overlaps.slots)
    for (const place of [slot, other]) wrong.set(place, OVERLAP);
  const turnTo = (next: Day | undefined): void => {
    setChosen(undefined);
    onWeek(next);
  };
  const add = (slot: Slot): void => {
    set([...shown, slot]);
    setChosen(shown.length);
  };
  const submit = async (): Promise<void> => {
    setSent(schedule);
    const body = { slots: [...slots], dated: [...dated], version: week.version };
    const saved = await save.act({ params: { key: week.key }, body });
    if (saved) onSaved(schedule, saved);
  };
  const { gaps } = weekOf(slots);
  const days = monday ? dayNames(monday) : DAYS;
  const current = chosen === undefined ? undefined : shown[chosen];
  const place = chosen === undefined ? undefined : list[chosen];
  return (
    <>
      {isOverlapping && (
        <Notice tone="warning">
          Programmes overlap: they are marked, and the week cannot be saved until they are mended.
        </Notice>
      )}
      {draft && isConflict(save.error) ? (
        <WeekConflict draft={draft} onChoose={onResolve} onClose={save.forget} />
      ) : (
        save.error && (
          <WeekRefusal
            {...{ refused }}
            error={save.error}
            onChoose={(one) => {
              const { startsAt } = one;
              const isDated = typeof startsAt === 'string';
              onWeek(isDated ? mondayOf(dayValue(startsAt)) : undefined);
              setChosen((isDated ? dated : slots).indexOf(one as never));
            }}
          />
        )
      )}
      <WeekChoice monday={monday} onWeek={turnTo} />
      {mayWrite && (
        <div className="week-tools mb-3 flex flex-wrap items-center gap-2 bg-paper py-2">
          <Button onClick={() => add(newSlotIn(monday ? undefined : gaps[0]))}>
            Add a programme
          </Button>
          <Button onClick={() => setCopying(true)}>Copy a day</Button>
          <Button
            tone="action"
            disabled={draft === undefined || isOverlapping || save.isBusy}
            onClick={submit}
          >
            Save the week
          </Button>
          {draft && (
            <Button tone="quiet" onClick={onUndo}>
              Undo what is not saved
            </Button>
          )}
        </div>
      )}
      <p className="mb-2 text-small text-muted">
        In the calendar: Alt with the arrows moves a programme, with Shift as well its end.
      </p>
      <div className="week">
        <div className="min-w-0">
          <WeekCalendar
            key={monday ?? 'every week'}
            {...{ days, wrong, chosen }}
            slots={shown}
            gaps={monday ? [] : gaps}
            {...(monday ? { weekly: weeklyIn(schedule, monday) } : {})}
            onChoose={setChosen}
            onChange={(at, slot) =>
              mayWrite && set(shown.map((one, other) => (other === at ? slot : one)))
            }
            onReplace={(slot) => mayWrite && add(slot)}
          />
        </div>
        {current && mayWrite && (
          <div className="week-form">
            <SlotForm
              key={chosen}
              {...{ days }}
              slot={current}
              problems={{
                ...(place && refused.get(place)),
                ...(wrong.get(chosen ?? -1) === OVERLAP ? { title: OVERLAP } : {}),
              }}
              onChange={(slot) => set(shown.map((one, at) => (at === chosen ? slot : one)))}
              onRemove={() => {
                set(shown.filter((_, at) => at !== chosen));
                setChosen(undefined);
              }}
              onClose={() => setChosen(undefined)}
            />
          </div>
        )}
      </div>
      <div className="mt-4">
        <Gaps gaps={monday ? gapsIn(schedule, monday) : gaps} />
      </div>
      {mayWrite && (
        <XmltvFiles
          channel={week.key}
          isChanged={draft !== undefined}
          onRead={(read) => {
            change({ slots, dated: read });
            turnTo(read[0] && mondayOf(dayValue(read[0].startsAt)));
          }}
        />
      )}
      {isCopying && (
        <CopyDay
          {...{ schedule, monday }}
          today={dayValue(productNow())}
          onCopy={(next, to) => {
            change(next);
            turnTo('date' in to ? mondayOf(to.date) : undefined);
          }}
          onClose={() => setCopying(false)}
        />
      )}
    </>
  );
}

/** Every week, or the week of a date. */
function WeekChoice({ monday, onWeek }: WeekShown) {
  const today = mondayOf(dayValue(productNow()));
  return (
    <fieldset className="mb-2 flex flex-wrap items-center gap-2">
      <legend className="sr-only">Which week</legend>
      <Button
        aria-pressed={!monday}
        tone={monday ? 'plain' : 'action'}
        onClick={() => onWeek(undefined)}
      >
        Every week
      </Button>
      <Button
        aria-pressed={monday !== undefined}
        tone={monday ? 'action' : 'plain'}
        onClick={() => onWeek(monday ?? today)}
      >
        {monday ? `Week of ${dayNames(monday)[0]}` : 'On a date'}
      </Button>
      {monday && (
        <>
          <Button tone="quiet" onClick={() => onWeek(daysAfter(monday, -7))}>
            Week before
          </Button>
          <Button tone="quiet" onClick={() => onWeek(daysAfter(monday, 7))}>
            Week after
          </Button>
          <TextField
            label="Week of the date"
            hideLabel
            type="date"
            value={monday}
            onChange={({ target }) => {
              const day = parseDay(target.value);
              if (day) onWeek(mondayOf(day));
            }}
          />
        </>
      )}
    </fieldset>
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
        <ul className="grid gap-1 text-small tabular-nums">
          {gaps.map(({ startsAt, minutes }) => (
            <li key={startsAt}>{spanWords(startsAt, minutes)}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}
