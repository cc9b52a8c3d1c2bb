import { catalogueStates } from '@bonisa/contract/studio/editing.calls';
import { type FormEvent, useState } from 'react';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/fields.tsx';
import { dateTime, instantOfInput } from '../design/time.ts';
import type { BulkDialogProps } from './bulk-fields.ts';
import { BulkRefusal } from './bulk-refusal.tsx';
import { countedEntries } from './kinds.ts';

/** Publishes all chosen entries at one time, all or none. */
export function BulkSchedule({ view, keys, titles, onClose, onDone }: BulkDialogProps) {
  const [when, setWhen] = useState('');
  const at = instantOfInput(when);
  const { act, error, isBusy } = useAct(catalogueStates, {
    done: at ? `They are published at ${dateTime(at)}.` : 'They are scheduled.',
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!at) return;
    const entries = keys.map((key) => ({ kind: view.kind, key }));
    if (await act({ body: { entries, state: 'scheduled', at } })) onDone();
  };
  return (
    <Dialog title={`Schedule ${countedEntries(keys.length, view)}`} onClose={onClose}>
      <form onSubmit={submit}>
        {error && <BulkRefusal {...{ error, view, keys, titles }} />}
        <TextField
          label="Publish at"
          hint="South African time, for all of them, in place of times of their own. What is published already is hidden until then."
          type="datetime-local"
          required
          value={when}
          onChange={(event) => setWhen(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={isBusy || !at}>
            Schedule
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
