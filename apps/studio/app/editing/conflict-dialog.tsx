import { catalogueCompare } from '@bonisa/contract/studio/editing.calls';
import { StudioCallError } from '@bonisa/contract/studio/studio-client';
import { useState } from 'react';
import { useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Loading, Problem } from '../design/states.tsx';
import type { Entry } from './entry-state.tsx';
import { wordsOf } from './field-changes.tsx';

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

/** Two people changed the same field: theirs or mine, field by field. Nothing is lost meanwhile. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { entry, version, mine, error, onChoose, onClose } = props;
  const { kind, key } = entry;
  const { data, error: failed } = useRead(catalogueCompare, { params: { kind, key, version } });
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const disputed = error.fields.map(({ field }) => field).filter((field) => field in mine);
  const choose = (field: string, isTheirs: boolean): void => {
    const next = new Set(theirs);
    if (isTheirs) next.add(field);
    else next.delete(field);
    setTheirs(next);
  };
  return (
    <Dialog title="Somebody else changed this meanwhile" wide onClose={onClose}>
      <p className="mb-4">
        Choose for each field what stays. Other fields of theirs and of yours are kept.
      </p>
      {failed && <Problem error={failed} />}
      {!data && !failed && <Loading />}
      {data &&
        disputed.map((field) => (
          <fieldset key={field} className="mb-4">
            <legend className="mb-1 font-semibold">{field}</legend>
            <p className="mb-2 text-small text-muted">
              {error.fields.find((one) => one.field === field)?.problem}
            </p>
            <Choice
              name={field}
              label={`Theirs: ${wordsOf(data.changes[field]?.after)}`}
              checked={theirs.has(field)}
              onChoose={() => choose(field, true)}
            />
            <Choice
              name={field}
              label={`Mine: ${wordsOf(mine[field])}`}
              checked={!theirs.has(field)}
              onChoose={() => choose(field, false)}
            />
          </fieldset>
        ))}
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
