import { changeAccount } from '@bonisa/contract/studio/accounts.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { type FormEvent, useState } from 'react';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { CheckField } from '../design/fields.tsx';
import { ReasonField } from '../design/reason-field.tsx';
import { Problem } from '../design/states.tsx';
import { dateTime } from '../design/time.ts';

type Left = NonNullable<StudioReplyOf<typeof changeAccount>['left']>;

const KINDS = { refund: 'A refund', write_off: 'A write-off' } as const;

/** Disables an account, and says what it leaves: API keys and requests that wait. */
export function DisableDialog({
  account: { id, name },
  onClose,
}: {
  readonly account: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}) {
  const { act, error, isBusy } = useAct(changeAccount, { done: `${name} is disabled.` });
  const [left, setLeft] = useState<Left>();
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const reason = String(form.get('reason')).trim();
    const body = { disabled: true, revoke_keys: form.has('revoke_keys'), reason };
    const made = await act({ params: { id }, body });
    if (!made) return;
    const isAny = made.left && made.left.keys.length + made.left.requests.length > 0;
    if (isAny && made.left) setLeft(made.left);
    else onClose();
  };
  if (left) return <LeftDialog name={name} left={left} onClose={onClose} />;
  return (
    <Dialog title={`Disable ${name}?`} onClose={onClose}>
      <form onSubmit={submit}>
        {error && <Problem error={error} />}
        <p className="mb-4">
          Their sessions end at once, and they cannot sign in. Nobody can approve what they asked
          for.
        </p>
        <CheckField
          label="Revoke the API keys that they made"
          hint="Programs that use such a key are refused at once."
          name="revoke_keys"
          defaultChecked
        />
        <ReasonField />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="danger" disabled={isBusy}>
            Disable
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function LeftDialog({
  name,
  left: { keys, requests },
  onClose,
}: {
  readonly name: string;
  readonly left: Left;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={`What ${name} leaves`} onClose={onClose}>
      <ul className="mb-4 list-disc ps-6">
        {keys.map((key) => (
          <li key={key.id}>
            The API key {key.name}{' '}
            {key.revoked ? 'is revoked.' : `works until ${dateTime(key.expires_at)}.`}
          </li>
        ))}
        {requests.map(({ kind, id, amount, expires_at }) => (
          <li key={id}>
            {KINDS[kind]} of R{amount} waits until {dateTime(expires_at)}, and cannot be approved
            while {name} is disabled.
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <Button tone="action" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
