import { catalogueBatch } from '@bonisa/contract/studio/catalogue.calls';
import type { PackageWindow } from '@bonisa/domain/catalogue/entry-state';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { CheckField } from '../design/fields.tsx';
import { PackagesField } from '../editing/packages-field.tsx';
import {
  type BulkDialogProps,
  hasPackages,
  isSharable,
  NONE_WORDS,
  rowsOfBulk,
  sharedPlansOf,
  untyped,
} from './bulk-fields.ts';
import { BulkRefusal } from './bulk-refusal.tsx';
import { EntryField } from './entry-field.tsx';
import type { Fields } from './field-plan.ts';
import { focusFault, unreadFields } from './form-faults.ts';
import { countedEntries } from './kinds.ts';

/** Gives all chosen entries the same values of some fields; the other fields stay. */
export function BulkEdit({ view, keys, titles, onClose, onDone }: BulkDialogProps) {
  const [fields, setFields] = useState<Fields>({});
  const batch = useAct(catalogueBatch, { done: `${countedEntries(keys.length, view)} changed.` });
  const plans = sharedPlansOf(view.kind);
  const mayPublish = useMay('catalogue:publish');
  const choose = (name: string, isChosen: boolean): void => {
    const { [name]: _, ...others } = fields;
    setFields(isChosen ? { ...others, [name]: untyped(name) } : others);
  };
  const set = (name: string, value: unknown): void => setFields({ ...fields, [name]: value });
  const isNone = (name: string): boolean => name in NONE_WORDS && fields[name] === null;
  const chosen = (name: string, editor: ReactNode): ReactNode =>
    name in fields && (
      <div data-field={name} className="mb-2 ml-9">
        {/* Another editor: what was half typed is gone once there is no value. */}
        <div key={String(isNone(name))}>{editor}</div>
        {NONE_WORDS[name] && (
          <CheckField
            label={NONE_WORDS[name]}
            checked={isNone(name)}
            onChange={(event) => set(name, event.target.checked ? null : undefined)}
          />
        )}
      </div>
    );
  const save = async ({ currentTarget }: MouseEvent): Promise<void> => {
    const dialog = currentTarget.closest('dialog');
    const unread = dialog ? Object.keys(unreadFields(dialog)) : [];
    if (dialog && unread.length > 0) return focusFault(dialog, unread);
    if (await batch.act({ body: { rows: rowsOfBulk(view.kind, keys, fields) } })) onDone();
  };
  return (
    <Dialog
      title={`Change ${countedEntries(keys.length, view)}`}
      wide={hasPackages(view.kind)}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">What is not ticked stays as it is in each of them.</p>
      {batch.error && <BulkRefusal {...{ view, keys, titles }} error={batch.error} />}
      {plans.map((plan) => (
        <div key={plan.name}>
          <CheckField
            label={plan.label}
            hint={plan.name === 'channel' ? 'It takes the category away.' : undefined}
            checked={plan.name in fields}
            onChange={(event) => choose(plan.name, event.target.checked)}
          />
          {chosen(
            plan.name,
            <EntryField
              plan={plan}
              kind={view.kind}
              fields={fields}
              entryKey={undefined}
              value={fields[plan.name]}
              problem={undefined}
              disabled={batch.isBusy || isNone(plan.name)}
              onChange={(value) => set(plan.name, value ?? untyped(plan.name))}
            />,
          )}
        </div>
      ))}
      {hasPackages(view.kind) && mayPublish && (
        <>
          <CheckField
            label="Packages that include it"
            hint="They take the place of the windows that each of them has."
            checked={'packages' in fields}
            onChange={(event) => choose('packages', event.target.checked)}
          />
          {chosen(
            'packages',
            <PackagesField
              windows={(fields.packages as readonly PackageWindow[] | null | undefined) ?? []}
              disabled={batch.isBusy || isNone('packages')}
              onChange={(windows) => set('packages', windows.length > 0 ? windows : undefined)}
            />,
          )}
        </>
      )}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          tone="action"
          disabled={!isSharable(view.kind, fields) || batch.isBusy}
          onClick={save}
        >
          Change
        </Button>
      </div>
    </Dialog>
  );
}
