import { changeAccount } from '@bonisa/contract/studio/accounts.calls';
import { type FormEvent, useState } from 'react';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { CheckField } from '../design/fields.tsx';
import { ReasonField } from '../design/reason-field.tsx';
import { Problem } from '../design/states.tsx';
import { isAnythingLeft, type Left, LeftDialog } from './left-dialog.tsx';

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
    if (isAnythingLeft(made.left)) setLeft(made.left);
    else onClose();
  };
  if (left)
    return <LeftDialog title={`What ${name} leaves`} name={name} left={left} onClose={onClose} />;
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
