import { COMPANY_SIGN_IN_PATH } from '@bonisa/contract/studio/company-sign-in';
import { passkeySignInOptions, stepUpWithPasskey } from '@bonisa/contract/studio/passkeys.calls';
import { stepUpWithCode } from '@bonisa/contract/studio/sign-in.calls';
import { type FormEvent, type ReactNode, useState, useSyncExternalStore } from 'react';
import { signInAddress } from '../calls/auth-provider.ts';
import { useFactors } from '../calls/person.tsx';
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
  const factors = useFactors();
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
      <p className="mb-4">
        This cannot be done by a screen that was left open. What you show counts for five minutes.
      </p>
      {factors.includes('company') && <AtCompany onDone={() => answer(true)} />}
      <form onSubmit={submit}>
        {error !== undefined && <Problem error={error} />}
        <TextField
          label={
            factors.includes('authenticator')
              ? 'Code of your authenticator app, or a recovery code'
              : 'A recovery code'
          }
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

/** The company asks the person again in another tab; the session of this page goes on. */
function AtCompany({ onDone }: { readonly onDone: () => void }) {
  return (
    <div className="mb-5 border-rule border-b pb-5">
      <p className="mb-3">Your company can ask you, in another tab. Then go on here.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <OtherTab address={`${COMPANY_SIGN_IN_PATH}?fresh=1`}>Confirm at your company</OtherTab>
        <Button onClick={onDone}>Go on</Button>
      </div>
    </div>
  );
}

/** A link that looks like a button and leaves this page as it is. */
function OtherTab({
  address,
  children,
}: {
  readonly address: string;
  readonly children: ReactNode;
}) {
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-10 items-center rounded-full border border-field px-4 font-semibold hover:bg-shade"
    >
      {children}
    </a>
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
        <OtherTab address={signInAddress('/')}>Sign in in another tab</OtherTab>
        <Button tone="action" onClick={() => answer(true)}>
          Go on
        </Button>
      </div>
    </Dialog>
  );
}
