import { endLiveIngestSession } from '@bonisa/contract/studio/live.calls';
import type { FormEvent } from 'react';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { CheckField, TextArea } from '../design/fields.tsx';
import { Problem } from '../design/states.tsx';
import type { LiveIngestSession } from './live-ingest-words.ts';

/** Asks why a live ingest session is ended, and whether its sender may come back. */
export function EndDialog({
  one,
  onClose,
}: {
  readonly one: LiveIngestSession;
  readonly onClose: () => void;
}) {
  const { act, isBusy, error } = useAct(endLiveIngestSession, {
    done: 'It is ended: viewers see the schedule within seconds.',
  });
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = {
      reason: String(form.get('reason')).trim(),
      revoke_key: form.get('revoke_key') === 'on',
    };
    if (await act({ params: { id: one.id }, body })) onClose();
  };
  return (
    <Dialog title={`End what is sent to ${one.channel_name ?? 'this channel'}?`} onClose={onClose}>
      <form method="post" onSubmit={submit}>
        {error && <Problem error={error} />}
        <p className="mb-4">
          The channel goes on with its schedule. What was sent so far is kept as a recording.
        </p>
        <TextArea
          label="Reason"
          name="reason"
          hint="It is kept in the audit with your name."
          required
          maxLength={500}
          rows={2}
        />
        <CheckField
          label="Revoke the stream key, too"
          name="revoke_key"
          hint="Without this the sender's program connects again by itself."
          defaultChecked
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="danger" disabled={isBusy}>
            End it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
