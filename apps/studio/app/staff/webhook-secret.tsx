import { rotateWebhookSecret } from '@bonisa/contract/studio/webhooks.calls';
import type { FormEvent } from 'react';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Problem } from '../design/states.tsx';

/** So long both secrets sign, unless the earlier one ends at once. */
const KEEP_HOURS = 24;

interface NewSecretProps {
  readonly endpoint: { readonly id: string; readonly url: string };
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

/** Makes a new signing secret, and ends the earlier one in a day or, where it leaked, at once. */
export function NewSecret({ endpoint: { id, url }, onClose, onSecret }: NewSecretProps) {
  const { act, error, isBusy } = useAct(rotateWebhookSecret);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const isLeaked = new FormData(event.currentTarget).has('ends');
    const made = await act({ params: { id }, body: { keep_hours: isLeaked ? 0 : KEEP_HOURS } });
    if (!made) return;
    onClose();
    onSecret(made.secret);
  };
  return (
    <Dialog title="Make a new signing secret?" onClose={onClose}>
      <form onSubmit={submit}>
        {error && <Problem error={error} />}
        <p className="mb-3 break-all">
          For {KEEP_HOURS} hours messages to {url} carry signatures of both secrets, then only of
          the new one.
        </p>
        <label className="mb-4 flex items-start gap-3">
          <input type="checkbox" name="ends" className="size-6 shrink-0 accent-mark" />
          <span>
            End the earlier secret at once, because others may know it. The partner refuses messages
            until it has the new one; they are tried again.
          </span>
        </label>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={isBusy}>
            Make it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
