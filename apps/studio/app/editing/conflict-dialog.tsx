import { catalogueCompare, catalogueVersions } from '@bonisa/contract/studio/editing.calls';
import { MOST_SEARCHED } from '@bonisa/contract/studio/lists.calls';
import { StudioCallError, type StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useState } from 'react';
import { useRead } from '../calls/use-calls.ts';
import { labelOf } from '../catalogue/field-plan.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Loading, Problem } from '../design/states.tsx';
import { dateTime } from '../design/time.ts';
import type { Entry } from './entry-state.tsx';
import { passages, valueWords } from './field-words.ts';

type Version = StudioReplyOf<typeof catalogueVersions>['data'][number];

export interface ConflictDialogProps {
  readonly entry: Pick<Entry, 'kind' | 'key'>;
  /** The version that the person began from. */
  readonly version: number;
  /** What the person typed, by field. */
  readonly mine: Readonly<Record<string, unknown>>;
  readonly error: StudioCallError;
  /** Saves the chosen values on top of the newest version. */
  readonly onChoose: (fields: Readonly<Record<string, unknown>>, version: number) => void;
  readonly onClose: () => void;
}

/** Whether a refused write met another person's change. */
export function isConflict(error: unknown): error is StudioCallError {
  return error instanceof StudioCallError && error.code === 'conflict';
}

/**
 * Another person changed what this one is changing. Where it is the same field: theirs or mine,
 * field by field. Nothing is lost meanwhile.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { mine, error } = props;
  const disputed = error.fields.map(({ field }) => field).filter((field) => field in mine);
  // An entry that was deleted has no field to choose.
  if (disputed.length === 0) return <Unsavable {...props} />;
  return <Disputed {...props} disputed={disputed} />;
}

const TITLE = 'Somebody else changed this meanwhile';

function Disputed(props: ConflictDialogProps & { readonly disputed: readonly string[] }) {
  const { entry, version, mine, disputed, onChoose, onClose } = props;
  const { kind, key } = entry;
  const { data, error: failed } = useRead(catalogueCompare, { params: { kind, key, version } });
  const versions = useVersions(entry, 100);
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (field: string, isTheirs: boolean): void => {
    const next = new Set(theirs);
    if (isTheirs) next.add(field);
    else next.delete(field);
    setTheirs(next);
  };
  // An entry that was deleted and restored is as it was: there is nothing to choose.
  const differing = disputed.filter((field) => data && field in data.changes);
  return (
    <Dialog title={TITLE} wide onClose={onClose}>
      <p className="mb-4">
        {data && differing.length === 0
          ? 'It is again as it was when you began. Yours can be saved.'
          : 'Choose for each field what stays. Other fields of theirs and of yours are kept.'}
      </p>
      {failed && <Problem error={failed} />}
      {!data && !failed && <Loading />}
      {differing.map((field) => {
        const values = [data?.changes[field]?.after, mine[field]] as const;
        const [their, own] = passages(valueWords(field, values[0]), valueWords(field, values[1]));
        return (
          <fieldset key={field} className="mb-4">
            <legend className="mb-1 font-semibold">{labelOf(kind, field)}</legend>
            <p className="mb-2 text-small text-muted">{changeWords(versions, field, version)}</p>
            <Choice
              name={field}
              label={`Theirs: ${their}`}
              checked={theirs.has(field)}
              onChoose={() => choose(field, true)}
            />
            <Choice
              name={field}
              label={`Mine: ${own}`}
              checked={!theirs.has(field)}
              onChoose={() => choose(field, false)}
            />
          </fieldset>
        );
      })}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Go on editing</Button>
        <Button
          tone="action"
          disabled={!data}
          onClick={() => {
            const kept = Object.entries(mine).filter(([field]) => !theirs.has(field));
            onChoose(Object.fromEntries(kept), data?.to ?? version);
          }}
        >
          Save this
        </Button>
      </div>
    </Dialog>
  );
}

/** No choice saves the entry: mostly it is deleted. What was typed stays in the form. */
function Unsavable({ entry, error, onClose }: ConflictDialogProps) {
  const [last] = useVersions(entry, 1);
  const isGone = last?.action === 'deleted';
  const query = new URLSearchParams({
    kind: entry.kind,
    search: entry.key.slice(0, MOST_SEARCHED),
  });
  return (
    <Dialog title={isGone ? 'It was deleted meanwhile' : TITLE} onClose={onClose}>
      {isGone ? (
        <p className="mb-4">
          {last.by.name} deleted it, {dateTime(last.at)}. What you typed stays in this form. Restore
          the entry first, then save again.
        </p>
      ) : (
        error.fields.map(({ field, problem }) => (
          <p key={field} className="mb-4">
            {labelOf(entry.kind, field)}: {problem}
          </p>
        ))
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Go on editing</Button>
        {isGone && (
          // In a tab of its own, because leaving the form would lose what was typed.
          <ButtonLink to={`/deleted?${query}`} target="_blank" tone="action">
            Deleted entries
          </ButtonLink>
        )}
      </div>
    </Dialog>
  );
}

/** The newest versions of an entry; none while they are read. */
function useVersions({ kind, key }: ConflictDialogProps['entry'], limit: number) {
  const { data } = useRead(catalogueVersions, { params: { kind, key }, query: { limit } });
  return data?.data ?? [];
}

/** Who changed a field last since a version, and when. */
function changeWords(versions: readonly Version[], field: string, since: number): string {
  const change = versions.find(({ version, fields }) => version > since && field in fields);
  return change ? `${change.by.name} changed it, ${dateTime(change.at)}.` : '';
}

function Choice({
  name,
  label,
  checked,
  onChoose,
}: {
  readonly name: string;
  readonly label: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <label className="mb-1 flex gap-3">
      <input
        type="radio"
        name={name}
        className="mt-1 size-5 shrink-0 accent-mark"
        checked={checked}
        onChange={onChoose}
      />
      <span className="min-w-0 break-words">{label}</span>
    </label>
  );
}
