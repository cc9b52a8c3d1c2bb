import { changePassword } from '@bonisa/contract/studio/sign-in.calls';
import { PASSWORD_LEAST, PASSWORD_MOST } from '@bonisa/domain/staff/staff-password';
import { type FormEvent, useState } from 'react';
import { useFactors } from '../calls/person.tsx';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/fields.tsx';
import { Problem } from '../design/states.tsx';

/** The own password. A factor proves who changes it, so that the earlier one is not asked for. */
export function MyPassword() {
  const [isChanging, setChanging] = useState(false);
  const has = useFactors().includes('password');
  return (
    <section className="mb-8" aria-labelledby="my-password">
      <h2 id="my-password" className="mb-3 text-heading">
        Your password
      </h2>
      <p className="mb-3 max-w-[60ch]">
        {has
          ? 'A new one ends your sessions in other browsers.'
          : 'You have none. With one, and an authenticator app, you can sign in without your company.'}
      </p>
      <Button onClick={() => setChanging(true)}>
        {has ? 'Change the password' : 'Set a password'}
      </Button>
      {isChanging && <ChangePassword onClose={() => setChanging(false)} />}
    </section>
  );
}

function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const change = useAct(changePassword, { done: 'The new password counts from now on.' });
  const [differs, setDiffers] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password'));
    const isSame = password === form.get('again');
    setDiffers(!isSame);
    if (isSame && (await change.act({ body: { password } }))) onClose();
  };
  return (
    <Dialog title="A new password" onClose={onClose}>
      <form onSubmit={submit}>
        {change.error && <Problem error={change.error} />}
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={PASSWORD_LEAST}
          maxLength={PASSWORD_MOST}
          hint={`${PASSWORD_LEAST} characters or more, and not mostly a well-known word or your name.`}
        />
        <TextField
          label="The same again"
          name="again"
          type="password"
          autoComplete="new-password"
          required
          problem={differs ? 'is not the same' : undefined}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={change.isBusy}>
            Change it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
