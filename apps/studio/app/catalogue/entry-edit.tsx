import { catalogueEntry, catalogueSaveEntry } from '@bonisa/contract/studio/editing.calls';
import { StudioCallError, type StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { slugOf } from '@bonisa/domain/catalogue/title-slug';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { studioSettings } from '../calls/settings.ts';
import { useAct, useRead, useReread, useSaved } from '../calls/use-calls.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { TextField } from '../design/fields.tsx';
import { useLeaveGuard } from '../design/leave-guard.ts';
import { Card, Page } from '../design/page.tsx';
import { Loading, Notice, Problem } from '../design/states.tsx';
import { ConflictDialog, isConflict } from '../editing/conflict-dialog.tsx';
import { MoreFields } from '../editing/more-fields.tsx';
import { EntryMedia, EntryParts } from '../media/entry-media.tsx';
import { useDelete } from './deleting.tsx';
import { changedBesides, NOTHING_TYPED, withField, withoutSaved } from './entry-draft.ts';
import { EntryField } from './entry-field.tsx';
import { EntryRefusal, NothingSaved } from './entry-refusal.tsx';
import { EntryTools } from './entry-tools.tsx';
import {
  emptyFields,
  type Fields,
  isShort,
  labelOf,
  type Plan,
  plansOf,
  problemsOf,
  sentFields,
} from './field-plan.ts';
import { problemsByField } from './field-problems.ts';
import { focusFault, unreadFields } from './form-faults.ts';
import { entryAddress, type KindView } from './kinds.ts';
import { keyHint, keyProblems, NO_VERSION, newKeyOf } from './new-key.ts';
import { ViewerPreview } from './viewer-preview.tsx';

export type Entry = StudioReplyOf<typeof catalogueEntry>;

/** One entry: its form with what viewers see beside it. Without a key, a new one. */
export function EntryEditScreen({
  view,
  entryKey,
}: {
  readonly view: KindView;
  readonly entryKey?: string;
}) {
  const { kind } = view;
  const { data, error, refetch } = useRead(
    catalogueEntry,
    { params: { kind, key: entryKey ?? '' } },
    { enabled: entryKey !== undefined },
  );
  if (entryKey === undefined) return <EntryForm view={view} entry={undefined} />;
  if (data && data.key === entryKey) return <EntryForm view={view} entry={data} />;
  return (
    <Page title={view.many} trail={[{ to: view.path, label: view.many }]}>
      {error ? <Problem error={error} onRetry={refetch} /> : <Loading />}
    </Page>
  );
}

function EntryForm({
  view,
  entry,
}: {
  readonly view: KindView;
  readonly entry: Entry | undefined;
}) {
  const { kind } = view;
  const mayWrite = useMay('catalogue:write');
  const navigate = useNavigate();
  const remove = useDelete(view);
  const form = useForm(view, entry);
  const { fields, problems, save, isBusy, error, theirs, set } = form;
  const title = entry ? String(fields.title ?? fields.name ?? entry.key) : `New ${view.one}`;
  const leave = async (): Promise<void> => {
    if (!entry || !(await remove([entry.key]))) return;
    form.forget();
    navigate(view.path);
  };
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const saved = await save(event.currentTarget);
    if (saved && !entry) navigate(entryAddress(kind, saved.key), { replace: true });
  };
  return (
    <Page
      title={title}
      trail={[{ to: view.path, label: view.many }]}
      actions={entry && <SiteLink kind={kind} fields={fields} state={entry.state} />}
    >
      {theirs.length > 0 && (
        <Notice tone="warning">
          Somebody else changed {theirs.map((name) => labelOf(kind, name)).join(', ')} meanwhile.
          Their change is kept beside yours.
        </Notice>
      )}
      {entry && isConflict(error) ? (
        <ConflictDialog
          entry={entry}
          version={form.began}
          mine={form.typed}
          error={error}
          onChoose={form.resolve}
          onRestored={form.continueFrom}
          onClose={form.forgetError}
        />
      ) : (
        error && <EntryRefusal {...{ error, kind, fields }} />
      )}
      {form.unsent && <NothingSaved kind={kind} problems={form.unsent} />}
      <div className="grid items-start gap-6 lg:flex lg:flex-wrap">
        {/* Side by side where both have room: large text takes it away at any width. */}
        <div className="min-w-0 lg:flex-[999_1_20rem]">
          {entry && <EntryParts kind={kind} />}
          <form onSubmit={submit} noValidate aria-label={title}>
            {/* A new entry is another form as soon as it is made: nothing is typed into this one. */}
            <fieldset disabled={isBusy && !entry} className="min-w-0">
              <Card>
                {!entry && (
                  <TextField
                    label="Your key"
                    hint={keyHint(kind)}
                    value={form.newKey}
                    maxLength={200}
                    problem={problems.key}
                    onChange={(event) => form.setNewKey(event.target.value)}
                  />
                )}
                <p className="mb-3 text-small text-muted">
                  Fields with <span className="text-danger">*</span> must be filled.
                </p>
                <div className="grid gap-x-4 md:grid-cols-2">
                  {plansOf(kind).map((plan) => (
                    <div key={plan.name} data-field={plan.name} className={columnOf(plan)}>
                      <EntryField
                        plan={plan}
                        kind={kind}
                        entryKey={entry?.key}
                        fields={fields}
                        value={fields[plan.name]}
                        problem={problems[plan.name]}
                        disabled={!mayWrite}
                        onChange={(value) => set(plan.name, value)}
                      />
                    </div>
                  ))}
                </div>
                <MoreFields kind={kind} fields={fields} problems={problems} onChange={set} />
              </Card>
            </fieldset>
            {mayWrite && (
              <div
                className={`flex flex-wrap justify-end gap-2 border-rule border-t bg-paper py-3 ${form.isChanged ? 'sticky bottom-0 z-10' : ''}`}
              >
                {entry && (
                  <Button tone="danger" className="mr-auto" onClick={leave}>
                    Delete
                  </Button>
                )}
                <ButtonLink to={view.path}>Back to the list</ButtonLink>
                <Button type="submit" tone="action" disabled={isBusy || !form.isChanged}>
                  Save
                </Button>
              </div>
            )}
          </form>
          {entry && <EntryMedia entry={entry} />}
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 lg:sticky lg:top-6 lg:flex-[1_1_21rem]">
          {entry && <EntryTools entry={entry} isChanged={form.isChanged} />}
          <ViewerPreview kind={kind} entryKey={entry?.key} fields={fields} />
        </div>
      </div>
    </Page>
  );
}

/** Short fields stand in two columns; a span of time begins a row. */
function columnOf(plan: Plan): string | undefined {
  if (plan.name === 'availableFrom') return 'md:col-start-1';
  return isShort(plan) ? undefined : 'md:col-span-full';
}

/** What is typed, what is wrong with it, and how it is saved. */
function useForm({ kind, one }: KindView, entry: Entry | undefined) {
  const start = entry ? entry.fields : emptyFields(kind);
  const [{ typed, began }, setDraft] = useState(NOTHING_TYPED);
  const [newKey, setNewKey] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  /** Why the form was not sent at the last press of Save. */
  const [unsent, setUnsent] = useState<Readonly<Record<string, string>>>();
  /** Fields that somebody else had changed, as the last save found. */
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const act = useAct(catalogueSaveEntry, { done: `The ${one} is saved.` });
  const show = useSaved();
  const reread = useReread();
  const proposed = entry ? {} : proposedSlug({ ...start, ...typed });
  const fields = { ...start, ...proposed, ...typed };
  const isChanged = Object.keys(typed).length > 0;
  const mayLeave = useLeaveGuard(isChanged);
  // A conflict is asked about in a dialog.
  const isAsked = entry !== undefined && isConflict(act.error);
  const refused = isAsked ? {} : refusedFields(act.error, fields);
  const { slug: unnamed, ...others } = problems;
  const found = 'slug' in typed || !proposed.slug ? problems : others;

  async function save(element: Element) {
    const sent = sentFields(kind, fields);
    const unread = unreadFields(element);
    const all = { ...problemsOf(kind, sent), ...unread };
    setProblems(all);
    // What is stored already, and was not changed, hinders nobody.
    const faults = Object.entries(all).filter(
      ([name]) => !entry || name in typed || name in unread,
    );
    setUnsent(faults.length > 0 ? Object.fromEntries(faults) : undefined);
    if (faults.length > 0) {
      act.forget();
      const names = faults.map(([name]) => name);
      focusFault(element, names);
      return undefined;
    }
    if (entry) return await write(entry.key, typed, began ?? entry.version);
    const key = newKeyOf(kind, newKey, sent);
    return key === undefined ? undefined : await write(key, sent, NO_VERSION);
  }

  /** Fields that a person typed, as they are sent: an empty one may be none. */
  function changesOf(some: Fields): Fields {
    const sent = Object.entries(sentFields(kind, { ...start, ...some }));
    return Object.fromEntries(sent.filter(([name]) => name in some));
  }

  /** Saves what is typed; typing goes on meanwhile. */
  async function write(key: string, given: Fields, version: number) {
    const params = { kind, key };
    const changes = entry ? changesOf(given) : given;
    const saved = await act.act({ params, body: { fields: changes, version } });
    if (!saved) return undefined;
    show(catalogueEntry, { params }, saved);
    if (entry) setTheirs(changedBesides(start, saved.fields, changes));
    if (entry) setDraft((now) => withoutSaved(now, given, saved.version));
    else restart();
    return saved;
  }

  /** What a refusal said counts until the form is changed. */
  function forgetRefusal(): void {
    act.forget();
    setUnsent(undefined);
  }

  /** Gives up what is typed for what somebody else has saved. */
  async function leaveTheirs(): Promise<void> {
    await reread();
    act.forget();
    setDraft(NOTHING_TYPED);
  }

  function restart(): void {
    mayLeave();
    setDraft(NOTHING_TYPED);
  }

  return {
    fields,
    began: began ?? entry?.version ?? 0,
    newKey,
    setNewKey: (key: string) => {
      forgetRefusal();
      setNewKey(key);
    },
    isChanged,
    theirs,
    unsent,
    save,
    isBusy: act.isBusy,
    error: act.error,
    problems: { ...found, ...refused, ...keyProblems(kind, newKey, refused.key) },
    typed,
    forgetError: act.forget,
    /** Saves what the person chose after a conflict, on top of the newest version. */
    resolve: async (kept: Fields, version: number): Promise<void> => {
      if (Object.keys(kept).length === 0) return await leaveTheirs();
      setDraft({ typed: kept, began });
      if (entry) await write(entry.key, kept, version);
    },
    /** What is typed becomes a change of this version. */
    continueFrom: (version: number): void => {
      act.forget();
      setDraft({ typed, began: version });
    },
    forget: restart,
    set: (name: string, value: unknown) => {
      forgetRefusal();
      setProblems(({ [name]: _, ...others }) => others);
      setDraft((now) => withField(now, name, value, entry?.version));
    },
  };
}

/** The slug of a new entry until a person types one: that of its name. */
function proposedSlug({ title, name, slug }: Fields): Fields {
  return slug === undefined ? {} : { slug: slugOf(String(title ?? name)) };
}

function refusedFields(error: Error | null, fields: Fields): Readonly<Record<string, string>> {
  return error instanceof StudioCallError ? problemsByField(error.fields, fields) : {};
}

const ON_SITE: Readonly<Record<string, string>> = {
  video: '/video/',
  show: '/show/',
  episode: '/episode/',
  channel: '/channel/',
};

function SiteLink({
  kind,
  fields,
  state,
}: {
  readonly kind: string;
  readonly fields: Fields;
  readonly state: string | null;
}) {
  const path = ON_SITE[kind];
  if (!path || state !== 'published') return null;
  return (
    <a
      href={`${studioSettings().siteUrl}${path}${String(fields.slug)}`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-10 items-center rounded-full border border-field bg-sheet px-4 font-semibold hover:bg-shade"
    >
      Open on the site
    </a>
  );
}
