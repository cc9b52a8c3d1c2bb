import type { catalogueEntry } from '@bonisa/contract/studio/editing.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { FILM_FAILED } from '@bonisa/domain/catalogue/publish-blockers';
import { type FormEvent, useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { LackLink } from '../catalogue/lack-link.tsx';
import { type StateStep, useStateChange } from '../catalogue/publishing.tsx';
import { StateMark } from '../catalogue/state-badge.tsx';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/fields.tsx';
import { Notice, Problem } from '../design/states.tsx';
import { dateTime, instantOfInput } from '../design/time.ts';

export type Entry = StudioReplyOf<typeof catalogueEntry>;

/** What viewers see of an entry now, what it lacks, and the buttons that change it. */
export function EntryState({
  entry,
  isChanged,
  onSave,
}: {
  readonly entry: Entry;
  /** Something is typed and not saved. */
  readonly isChanged: boolean;
  /** Saves it; resolves with what is saved, or with `undefined` where it was refused. */
  readonly onSave: () => Promise<Entry | undefined>;
}) {
  const mayPublish = useMay('catalogue:publish');
  const change = useStateChange();
  const { state, key, kind, version, lacks } = entry;
  if (state === null)
    return (
      <p className="text-small text-muted">
        It is never a draft: viewers see it with the titles that name it.
      </p>
    );
  const isReady = isPublishable(entry);
  // What is typed may be what is missing.
  const isElsewhere = lacks.some(({ blocks, field }) => blocks && !(field in entry.fields));
  const saveAndPublish = async (): Promise<void> => {
    const saved = await onSave();
    if (saved && isPublishable(saved))
      await change.change([{ kind, key, version: saved.version }], { state: 'published' });
  };
  const isShown = state === 'published' || state === 'scheduled';
  const to = (release: StateStep) => change.change([{ kind, key, version }], release);
  return (
    <>
      <p className="mb-3 flex flex-wrap items-center gap-2">
        <EntryMark entry={entry} />
        <Edges entry={entry} />
      </p>
      <Lacks entry={entry} />
      {change.error && <Problem error={change.error} />}
      {!mayPublish && (
        <p className="text-small text-muted">
          {state === 'published'
            ? 'Viewers see new words and pictures as soon as they are saved. A publisher changes the rest.'
            : 'A publisher releases it to viewers.'}
        </p>
      )}
      {mayPublish && isChanged && isShown && (
        <p className="text-small text-muted">Save first, then change its state.</p>
      )}
      {mayPublish && isChanged && !isShown && (
        <Button disabled={change.isBusy || isElsewhere} onClick={saveAndPublish}>
          Save and publish
        </Button>
      )}
      {mayPublish && !isChanged && (
        <>
          <div className="flex flex-wrap gap-2">
            {state !== 'published' && (
              <Button
                tone="action"
                disabled={change.isBusy || !isReady}
                onClick={() => to({ state: 'published' })}
              >
                Publish now
              </Button>
            )}
            {!isShown && isAhead(entry.fields.availableFrom) && (
              <Button
                disabled={change.isBusy || !isReady}
                onClick={() => to({ state: 'published', own_times: true })}
              >
                Release at {dateTime(String(entry.fields.availableFrom))}
              </Button>
            )}
            {isShown && (
              <Button disabled={change.isBusy} onClick={() => to({ state: 'withdrawn' })}>
                Withdraw
              </Button>
            )}
          </div>
          {'availableFrom' in entry.fields && state !== 'published' && (
            <Schedule
              isBusy={change.isBusy || !isReady}
              onSchedule={(at) => to({ state: 'scheduled', at })}
            />
          )}
        </>
      )}
    </>
  );
}

const isPublishable = ({ lacks }: Entry): boolean => !lacks.some(({ blocks }) => blocks);

/** The state of an entry in one sentence. */
export function EntryMark({ entry: { state, lacks } }: { readonly entry: Entry }) {
  if (state === null) return null;
  const lack = lacks.find(({ field }) => field === 'media');
  return (
    <StateMark state={state} film={lack && (lack.reason === FILM_FAILED ? 'failed' : 'waits')} />
  );
}

const isAhead = (from: unknown): boolean =>
  typeof from === 'string' && Date.parse(from) > Date.now();

function Edges({ entry: { state, fields } }: { readonly entry: Entry }) {
  const [from, until] = [fields.availableFrom, fields.availableUntil];
  const words = [
    state === 'scheduled' && typeof from === 'string' ? `from ${dateTime(from)}` : '',
    typeof until === 'string' ? `until ${dateTime(until)}` : '',
  ].filter(Boolean);
  return words.length > 0 ? (
    <span className="text-small text-muted">{words.join(', ')}</span>
  ) : null;
}

/** Everything that is missing, what hinders publishing first. */
function Lacks({ entry }: { readonly entry: Entry }) {
  const { state, lacks } = entry;
  if (lacks.length === 0) return null;
  const blocking = lacks.filter(({ blocks }) => blocks);
  const advice = lacks.filter(({ blocks }) => !blocks);
  return (
    <>
      {blocking.length > 0 && (
        <Notice tone="warning">
          <p className="font-semibold">
            {state === 'published' ? 'This is missing:' : 'It cannot be published yet:'}
          </p>
          <LackList entry={entry} lacks={blocking} />
        </Notice>
      )}
      {advice.length > 0 && (
        <div className="mb-3 text-small text-muted">
          <p>Good to know:</p>
          <LackList entry={entry} lacks={advice} />
        </div>
      )}
    </>
  );
}

function LackList({
  entry: { kind, key, fields },
  lacks,
}: Pick<Entry, 'lacks'> & { readonly entry: Entry }) {
  return (
    <ul className="list-disc pl-5">
      {lacks.map(({ field, reason }) => (
        <li key={`${field} ${reason}`}>
          <LackLink {...{ kind, field, reason, fields }} entryKey={key} />
        </li>
      ))}
    </ul>
  );
}

function Schedule({
  isBusy,
  onSchedule,
}: {
  readonly isBusy: boolean;
  readonly onSchedule: (at: string) => void;
}) {
  const [when, setWhen] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const at = instantOfInput(when);
    if (at) onSchedule(at);
  };
  return (
    <form onSubmit={submit} className="mt-4" aria-label="Schedule">
      <TextField
        label="Publish at"
        hint="South African time."
        type="datetime-local"
        value={when}
        onChange={(event) => setWhen(event.target.value)}
        required
      />
      <Button type="submit" disabled={isBusy || when === ''}>
        Schedule
      </Button>
    </form>
  );
}
