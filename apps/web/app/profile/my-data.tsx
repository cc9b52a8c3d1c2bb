import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../browser/api.ts';
import { Button } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { deleteAccount, logOut } from './log-out.ts';
import { useAction } from './use-action.ts';

/**
 * Sessions and personal data: sign out everywhere, export all data, and delete the account (POPIA
 * sections 23 and 24).
 */
export function MyData() {
  return (
    <section className="mt-10">
      <h2 className="text-heading">Devices and my data</h2>
      <div className="mt-3 grid gap-6">
        <SignOutEverywhere />
        <Download />
        <Delete />
      </div>
    </section>
  );
}

function SignOutEverywhere() {
  const question = useRef<HTMLDialogElement>(null);
  const { busy, problem, run } = useAction();
  const navigate = useNavigate();
  const leave = () =>
    run(async () => {
      await logOut({ everywhere: true });
      await navigate('/');
    });
  return (
    <div>
      <p className="mb-2 text-quiet">
        Lost a phone, or signed in on somebody else’s? This ends every session of your number; your
        subscription goes on.
      </p>
      <Button onClick={() => question.current?.showModal()}>Sign out everywhere</Button>
      <ConfirmDialog
        ref={question}
        title="Sign out on every device?"
        problem={problem}
        answers={
          <>
            <Button look="primary" busy={busy} busyLabel="Signing out" onClick={leave}>
              Yes, everywhere
            </Button>
            <Button onClick={() => question.current?.close()}>Stay signed in</Button>
          </>
        }
      >
        <p>
          Everybody who watches with your number signs in again with an OTP, you too. Nothing is
          taken for that.
        </p>
      </ConfirmDialog>
    </div>
  );
}

function Download() {
  const { busy, problem, run } = useAction();
  const download = () =>
    run(async () => {
      saveJson('my-data.json', await call('personalData', {}));
    });
  return (
    <div>
      <p className="mb-2 text-quiet">
        Everything that we keep about your number, as one file (JSON). Free of charge.
      </p>
      <Button busy={busy} busyLabel="Fetching your data" onClick={download}>
        Download my data
      </Button>
      {problem ? (
        <div className="mt-3">
          <ErrorNotice>{problem}</ErrorNotice>
        </div>
      ) : null}
    </div>
  );
}

function Delete() {
  const question = useRef<HTMLDialogElement>(null);
  const sure = useRef<HTMLInputElement>(null);
  const id = useId();
  const { busy, problem, run } = useAction();
  const [unsure, setUnsure] = useState(false);
  const navigate = useNavigate();
  const remove = async () => {
    if (!sure.current?.checked) {
      setUnsure(true);
      sure.current?.focus();
      return;
    }
    await run(async () => {
      await deleteAccount();
      await navigate('/');
    });
  };
  return (
    <div>
      <p className="mb-2 text-quiet">
        Ends your subscription and removes your list, where you stopped watching and what you wrote
        to us.
      </p>
      <Button onClick={() => question.current?.showModal()}>Delete my data</Button>
      <ConfirmDialog
        ref={question}
        title="Delete your data for good?"
        problem={problem}
        answers={
          <>
            <Button look="primary" onClick={() => question.current?.close()}>
              Keep my data
            </Button>
            <Button busy={busy} busyLabel="Deleting your data" onClick={remove}>
              Delete my data
            </Button>
          </>
        }
      >
        <ul className="list-disc space-y-2 ps-5">
          <li>
            Your subscription ends at once, also time that is already paid for. No more airtime is
            taken.
          </li>
          <li>You are signed out on every device.</li>
          <li>Your list, your viewing and your feedback are removed. This cannot be taken back.</li>
          <li>
            The law has us keep the proof of payments and of what you agreed to for a while, locked
            away.
          </li>
        </ul>
        <div>
          <label className="check" htmlFor={`${id}-sure`}>
            <input
              ref={sure}
              id={`${id}-sure`}
              type="checkbox"
              aria-describedby={unsure ? `${id}-unsure` : undefined}
              aria-invalid={unsure || undefined}
              onChange={() => setUnsure(false)}
            />
            <span>I understand, and I want my data to be deleted</span>
          </label>
          <div id={`${id}-unsure`} role="alert">
            {unsure ? (
              <p className="field-error">Tick this first, so that nothing is deleted by a slip.</p>
            ) : null}
          </div>
        </div>
      </ConfirmDialog>
    </div>
  );
}

/** Saves a document as a JSON file in the browser. Browser only. */
export function saveJson(name: string, document_: unknown): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(document_, null, 2)], { type: 'application/json' }),
  );
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // Some browsers read the address only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
