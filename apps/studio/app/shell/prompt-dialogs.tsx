import { passkeySignInOptions, stepUpWithPasskey } from '@bonisa/contract/studio/passkeys.calls';
import { stepUpWithCode } from '@bonisa/contract/studio/sign-in.calls';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { signInAddress } from '../calls/auth-provider.ts';
import type { Prompt } from '../calls/prompts.ts';
import { prompts, studio } from '../calls/studio.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/fields.tsx';
import { Problem } from '../design/states.tsx';
import { hasPasskeys, showPasskey } from '../staff/browser-passkeys.ts';

/** The dialogs that calls wait for: a factor, or a new sign-in. */
export function PromptDialogs() {
  const prompt = useSyncExternalStore(prompts.subscribe, prompts.current);
  if (!prompt) return null;
  return prompt.kind === 'factor' ? <FactorDialog {...prompt} /> : <SignInDialog {...prompt} />;
}

function FactorDialog({ answer }: Prompt) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const show = async (factor: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await factor();
      answer(true);
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    void show(() => studio.call(stepUpWithCode, { body: { code } }));
  };
  const byPasskey = async (): Promise<void> => {
    const { challenge, options } = await studio.call(passkeySignInOptions, {});
    const response = await showPasskey(options);
    await studio.call(stepUpWithPasskey, { body: { challenge, response } });
  };
  return (
    <Dialog title="Confirm that it is you" onClose={() => answer(false)}>
      <form onSubmit={submit}>
        <p className="mb-4">
          This cannot be done by a screen that was left open. What you show counts for five minutes.
        </p>
        {error !== undefined && <Problem error={error} />}
        <TextField
          label="Code of your authenticator app, or a recovery code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="off"
          required
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => answer(false)}>Cancel</Button>
          {hasPasskeys() && (
            <Button disabled={isBusy} onClick={() => void show(byPasskey)}>
              Use a passkey
            </Button>
          )}
          <Button type="submit" tone="action" disabled={isBusy}>
            Confirm
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function SignInDialog({ answer }: Prompt) {
  return (
    <Dialog title="Your session has ended" onClose={() => answer(false)} mustAnswer>
      <p className="mb-2">
        You have not been here for a while, or the session was ended from elsewhere.
      </p>
      <p className="mb-5">
        What you have typed is still on this screen. Sign in in another tab, then go on here.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <a
          href={signInAddress('/')}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-10 items-center rounded-full border border-field px-4 font-semibold hover:bg-shade"
        >
          Sign in in another tab
        </a>
        <Button tone="action" onClick={() => answer(true)}>
          Go on
        </Button>
      </div>
    </Dialog>
  );
}
