import { careRefund } from '@bonisa/contract/studio/care.calls';
import { useNotify } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { studio } from '../calls/studio.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextArea, TextField } from '../design/fields.tsx';
import { Problem } from '../design/states.tsx';
import { newKey, type Summary } from './open-number.ts';
import { refundSentence } from './refund-sentence.ts';
import type { TimelineCharge } from './use-timeline.ts';

/** Gives a charge back, whole or in part. */
export function RefundDialog({
  handle,
  charge,
  onChanged,
  onClose,
}: {
  readonly handle: string;
  readonly charge: TimelineCharge;
  readonly onChanged: (summary: Summary) => void;
  readonly onClose: () => void;
}) {
  const notify = useNotify();
  const [key, setKey] = useState(newKey);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const amount = String(given.get('amount')).trim();
    const reason = String(given.get('reason')).trim();
    setBusy(true);
    setError(undefined);
    try {
      const { reference } = charge;
      const body = { handle, reference, amount, reason, key };
      const { refund, summary } = await studio.call(careRefund, { body });
      notify(refundSentence(refund), { type: refund.outcome === 'denied' ? 'warning' : 'success' });
      onChanged(summary);
      onClose();
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  return (
    <Dialog title={`Give back a charge of R${charge.amount}`} onClose={onClose}>
      <form method="post" onSubmit={submit} onChange={() => setKey(newKey())}>
        {error !== undefined && <Problem error={error} />}
        <TextField
          label="Amount in rand"
          name="amount"
          inputMode="decimal"
          defaultValue={charge.left}
          pattern="[0-9]{1,6}([.][0-9]{1,2})?"
          hint={`At most R${charge.left}. Above the limit a second person decides first.`}
          required
          autoComplete="off"
        />
        <TextArea
          label="Reason"
          name="reason"
          hint="It is kept in the audit and with the refund. Do not write numbers of subscribers."
          required
          minLength={3}
          maxLength={300}
          rows={2}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={isBusy}>
            {isBusy ? 'Asking the carrier…' : 'Give it back'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
