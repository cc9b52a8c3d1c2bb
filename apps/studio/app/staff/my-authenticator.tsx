import { changeAuthenticator, newAuthenticator } from '@bonisa/contract/studio/sign-in.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { type FormEvent, useState } from 'react';
import { useFactors } from '../calls/person.tsx';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/fields.tsx';
import { Problem } from '../design/states.tsx';
import { dateTime } from '../design/time.ts';
import { Secret } from './one-time-link.tsx';

type Made = StudioReplyOf<typeof newAuthenticator>;

/** The own authenticator app: another one counts once a code of it was given. */
export function MyAuthenticator() {
  const make = useAct(newAuthenticator);
  const [made, setMade] = useState<Made>();
  const has = useFactors().includes('authenticator');
  return (
    <section className="mb-8" aria-labelledby="my-authenticator">
      <h2 id="my-authenticator" className="mb-3 text-heading">
        Your authenticator app
      </h2>
      {make.error && <Problem error={make.error} />}
      <p className="mb-3 max-w-[60ch]">
        {has
          ? 'For another phone: the app that you have counts until the new one has shown a code.'
          : 'You have none. Its codes confirm that it is you, as your company or a passkey does.'}
      </p>
      <Button disabled={make.isBusy} onClick={async () => setMade(await make.act({}))}>
        {has ? 'Another authenticator app' : 'Set up an authenticator app'}
      </Button>
      {made && <SetUp made={made} onClose={() => setMade(undefined)} />}
    </section>
  );
}

function SetUp({
  made: { challenge, totp, expires_at },
  onClose,
}: {
  readonly made: Made;
  readonly onClose: () => void;
}) {
  const change = useAct(changeAuthenticator, { done: 'The new authenticator app counts.' });
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('code'));
    const code = typed.replace(/\s/g, '');
    if (await change.act({ body: { challenge, code } })) onClose();
  };
  return (
    <Dialog title="Set up the authenticator app" onClose={onClose}>
      <form onSubmit={submit}>
        {change.error && <Problem error={change.error} />}
        <p className="mb-3">Scan this with the app, until {dateTime(expires_at)}:</p>
        <svg
          viewBox={`0 0 ${totp.qr.size} ${totp.qr.size}`}
          role="img"
          aria-label="QR code of the key"
          shapeRendering="crispEdges"
          className="mb-3 w-full max-w-[232px]"
        >
          {/* Scanners need dark on light, whatever the colours of the studio are. */}
          <rect width="100%" height="100%" fill="#fff" />
          <path d={totp.qr.path} fill="#000" />
        </svg>
        <p className="mb-3">Or type its key:</p>
        <div className="mb-3">
          <Secret text={totp.secret} label="Key of the authenticator app" />
        </div>
        <p className="mb-4">
          <a href={totp.uri} className="text-mark underline">
            Open the authenticator app on this device
          </a>
        </p>
        <TextField
          label="Code that the new app shows"
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          hint="The app that you had, and your sessions in other browsers, then end."
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={change.isBusy}>
            Use this app
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
