import { renamePackage } from '@bonisa/contract/studio/packages.calls';
import { type FormEvent, useState } from 'react';
import { FormProblem } from '../calls/form-problem.tsx';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextArea, TextField } from '../design/fields.tsx';
import type { SoldPackage } from './price-form.ts';

/** Another name and line of a package, from now on. */
export function NameDialog({
  of,
  onClose,
}: {
  readonly of: SoldPackage;
  readonly onClose: () => void;
}) {
  const { act, error, isBusy } = useAct(renamePackage, { done: 'The name is changed.' });
  // The screen may read again while the dialog is open, and the fields stay as they began.
  const [seen] = useState({ name: of.name, words: of.words });
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    const body = { name: text('name'), words: text('words'), seen, reason: text('reason') };
    if (await act({ params: { key: of.key }, body })) onClose();
  };
  return (
    <Dialog title={`Name of ${of.name}`} onClose={onClose}>
      <form onSubmit={submit}>
        {error && <FormProblem error={error} onClose={onClose} />}
        <p className="mb-4 text-muted">
          Pages and messages use it from now on. Consents keep the words that were shown.
        </p>
        <TextField label="Name" name="name" required maxLength={80} defaultValue={seen.name} />
        <TextField label="In one line" name="words" maxLength={80} defaultValue={seen.words} />
        <TextArea label="Why" name="reason" required maxLength={500} hint="The audit keeps it." />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={isBusy}>
            Change it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
