import { replayWebhookSpan } from '@bonisa/contract/studio/webhooks.calls';
import { useNotify } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { productNow } from '../calls/settings.ts';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/fields.tsx';
import { Problem } from '../design/states.tsx';
import { inputOfInstant, instantOfInput } from '../design/time.ts';

const DAY_MS = 24 * 60 * 60_000;

interface WebhookReplayProps {
  readonly endpoint: { readonly id: string; readonly url: string };
  readonly onClose: () => void;
}

/** Asks from when until when a partner gets its events again, such as after a day of its outage. */
export function WebhookReplay({ endpoint: { id, url }, onClose }: WebhookReplayProps) {
  const notify = useNotify();
  const [opened] = useState(() => productNow().getTime());
  const { act, error, isBusy } = useAct(replayWebhookSpan);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const at = (name: string) => instantOfInput(String(form.get(name))) ?? '';
    const span = { from: at('from'), to: at('to'), only_failed: form.has('only_failed') };
    const done = await act({ params: { id }, body: span });
    if (!done) return;
    notify(
      done.queued === 0
        ? 'There is nothing of that time to send.'
        : `Queued again, under the same ids: ${done.queued}.`,
      { type: done.queued === 0 ? 'info' : 'success' },
    );
    onClose();
  };
  return (
    <Dialog title="Send a span again" onClose={onClose}>
      <form onSubmit={submit}>
        {error && <Problem error={error} />}
        <p className="mb-3 break-all">
          What happened in this time is sent to {url} again. A partner knows it by its ids.
        </p>
        <div className="grid gap-x-4 md:grid-cols-2">
          <TextField
            label="From"
            name="from"
            type="datetime-local"
            required
            hint="South African time."
            defaultValue={inputOfInstant(new Date(opened - DAY_MS).toISOString())}
          />
          <TextField
            label="Until"
            name="to"
            type="datetime-local"
            required
            hint="The end is not included."
            defaultValue={inputOfInstant(new Date(opened).toISOString())}
          />
        </div>
        <label className="mb-4 flex items-start gap-3">
          <input
            type="checkbox"
            name="only_failed"
            defaultChecked
            className="size-6 shrink-0 accent-mark"
          />
          <span>Only what failed. What is still tried arrives anyway.</span>
        </label>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={isBusy}>
            Send again
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
