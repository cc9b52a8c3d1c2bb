import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { catalogueEntry } from '@bonisa/contract/studio/editing.calls';
import { type FormEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { studioSettings } from '../calls/settings.ts';
import { useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/fields.tsx';
import { Fold } from '../design/fold.tsx';
import { Card, Page } from '../design/page.tsx';
import { Loading, Notice, Problem } from '../design/states.tsx';
import { ConflictDialog, isConflict } from '../editing/conflict-dialog.tsx';
import { type Entry, EntryMark } from '../editing/entry-state.tsx';
import { MoreFields } from '../editing/more-fields.tsx';
import { PreviewButton } from '../editing/preview-site.tsx';
import { EntryCaptions, EntryFilm, EntryPictures } from '../media/entry-media.tsx';
import { useDelete } from './deleting.tsx';
import { EntryField } from './entry-field.tsx';
import { type EntryFormState, useEntryForm } from './entry-form.ts';
import { EntryRefusal, NothingSaved } from './entry-refusal.tsx';
import { EntryTools, pageOf, previewOf, STATE_CARD } from './entry-tools.tsx';
import { isShort, labelOf, type Plan, plansOf } from './field-plan.ts';
import { FORM_SECTIONS, plansInSight } from './form-sections.ts';
import { entryAddress, type KindView } from './kinds.ts';
import { fieldId, useNamedPart } from './lack-link.tsx';
import { keyHint } from './new-key.ts';
import { ViewerPreview } from './viewer-preview.tsx';

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
  useNamedPart();
  const mayWrite = useMay('catalogue:write');
  const navigate = useNavigate();
  const remove = useDelete(view);
  const form = useEntryForm(view, entry);
  const { fields, save, isBusy, error, theirs } = form;
  const element = useRef<HTMLFormElement>(null);
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
  const saveButton = mayWrite && (
    <Button type="submit" form={FORM} tone="action" disabled={isBusy || !form.isChanged}>
      Save
    </Button>
  );
  return (
    <Page
      title={title}
      trail={[{ to: view.path, label: view.many }]}
      actions={entry && <SiteLink entry={entry} />}
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
          {entry && <EntryFilm entry={entry} />}
          <form ref={element} id={FORM} onSubmit={submit} noValidate aria-label={title}>
            {/* A new entry is another form as soon as it is made: nothing is typed into this one. */}
            <fieldset disabled={isBusy && !entry} className="min-w-0">
              <FormFields {...{ kind, entry, form }} disabled={!mayWrite} />
            </fieldset>
          </form>
          {entry && <EntryCaptions entry={entry} />}
          {entry && mayWrite && (
            <Button tone="danger" className="mt-2" onClick={leave}>
              Delete
            </Button>
          )}
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 lg:sticky lg:top-6 lg:flex-[1_1_21rem]">
          {entry ? (
            <EntryTools
              entry={entry}
              isChanged={form.isChanged}
              onSave={async () => (element.current ? await save(element.current) : undefined)}
            >
              <div className="mb-4 hidden lg:block">{saveButton}</div>
            </EntryTools>
          ) : (
            <div className="hidden lg:block">{saveButton}</div>
          )}
          <ViewerPreview kind={kind} entryKey={entry?.key} fields={fields} />
        </div>
      </div>
      <div className="sticky bottom-0 z-10 -mx-5 mt-4 flex flex-wrap items-center gap-2 border-rule border-t bg-paper px-5 py-3 md:-mx-8 md:px-8 lg:hidden">
        {entry && <EntryMark entry={entry} />}
        <span className="mr-auto text-small">
          {form.isChanged ? 'Not saved yet' : entry && <ToDo entry={entry} />}
        </span>
        {entry && <PreviewButton {...previewOf(entry)} />}
        {saveButton}
      </div>
    </Page>
  );
}

/** The fields of a form: what is always in sight, the pictures, and the sections that open. */
function FormFields({
  kind,
  entry,
  form,
  disabled,
}: {
  readonly kind: EntryKind;
  readonly entry: Entry | undefined;
  readonly form: EntryFormState;
  readonly disabled: boolean;
}) {
  const { fields, problems, set } = form;
  const plans = plansOf(kind);
  const grid = (shown: readonly Plan[]) => (
    <div className="grid gap-x-4 md:grid-cols-2">
      {shown.map((plan) => (
        <div
          key={plan.name}
          id={fieldId(plan.name)}
          data-field={plan.name}
          className={columnOf(plan)}
        >
          <EntryField
            plan={plan}
            kind={kind}
            entryKey={entry?.key}
            fields={fields}
            value={fields[plan.name]}
            problem={problems[plan.name]}
            disabled={disabled}
            onChange={(value) => set(plan.name, value)}
          />
        </div>
      ))}
    </div>
  );
  const more = <MoreFields kind={kind} fields={fields} problems={problems} onChange={set} />;
  return (
    <>
      <Card>
        <p className="mb-3 text-small text-muted">
          Fields with <span className="text-danger">*</span> must be filled.
        </p>
        {grid(plansInSight(plans))}
        {kind === 'shelf' && more}
        {!entry && (
          <TextField
            label="Your reference"
            hint={keyHint(kind)}
            value={form.newKey}
            maxLength={200}
            problem={problems.key}
            onChange={(event) => form.setNewKey(event.target.value)}
          />
        )}
      </Card>
      {entry && <EntryPictures entry={entry} />}
      {FORM_SECTIONS.map(({ name, title, fields: own }) => {
        const shown = plans.filter((plan) => own.includes(plan.name));
        if (shown.length === 0) return null;
        return (
          <Fold key={name} {...{ name, title }} isFaulty={own.some((field) => problems[field])}>
            {grid(shown)}
            {own.includes('packages') && kind !== 'shelf' && more}
          </Fold>
        );
      })}
    </>
  );
}

/** Leads from the foot of a small screen to what the entry still lacks. */
function ToDo({ entry: { lacks } }: { readonly entry: Entry }) {
  const many = lacks.filter(({ blocks }) => blocks).length;
  if (many === 0) return null;
  return (
    <a href={`#${STATE_CARD}`} className="text-mark underline">
      {many} missing
    </a>
  );
}

/** Short fields stand in two columns; a span of time begins a row. */
function columnOf(plan: Plan): string | undefined {
  if (plan.name === 'availableFrom') return 'md:col-start-1';
  return isShort(plan) ? undefined : 'md:col-span-full';
}

/** For the buttons of the form, which stand outside of it. */
const FORM = 'entry-form';

function SiteLink({ entry }: { readonly entry: Entry }) {
  const path = pageOf(entry);
  if (!path || entry.state !== 'published') return null;
  return (
    <a
      href={`${studioSettings().siteUrl}${path}`}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-10 items-center rounded-full border border-field bg-sheet px-4 font-semibold hover:bg-shade"
    >
      Open on the site
    </a>
  );
}
