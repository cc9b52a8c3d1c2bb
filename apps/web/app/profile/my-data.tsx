import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../browser/api.ts';
import { Button } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { MyDevices } from '../device/my-devices.tsx';
import { showDialog } from '../layouts/show-dialog.ts';
import { say } from '../words/words.ts';
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
      <h2 className="text-heading">{say('account.data.heading')}</h2>
      <div className="mt-3 grid gap-6">
        <MyDevices />
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
      <p className="mb-2 text-quiet">{say('account.data.sign_out.note')}</p>
      <Button onClick={() => showDialog(question.current)}>{say('account.data.sign_out')}</Button>
      <ConfirmDialog
        ref={question}
        title={say('account.data.sign_out.question')}
        problem={problem}
        answers={
          <>
            <Button
              look="primary"
              busy={busy}
              busyLabel={say('account.data.sign_out.busy')}
              onClick={leave}
            >
              {say('account.data.sign_out.yes')}
            </Button>
            <Button onClick={() => question.current?.close()}>
              {say('account.data.sign_out.stay')}
            </Button>
          </>
        }
      >
        <p>{say('account.data.sign_out.help')}</p>
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
      <p className="mb-2 text-quiet">{say('account.data.download.note')}</p>
      <Button busy={busy} busyLabel={say('account.data.download.busy')} onClick={download}>
        {say('account.data.download')}
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
      <p className="mb-2 text-quiet">{say('account.data.delete.note')}</p>
      <Button onClick={() => showDialog(question.current)}>{say('account.data.delete')}</Button>
      <ConfirmDialog
        ref={question}
        title={say('account.data.delete.question')}
        problem={problem}
        answers={
          <>
            <Button look="primary" onClick={() => question.current?.close()}>
              {say('account.data.delete.keep')}
            </Button>
            <Button busy={busy} busyLabel={say('account.data.delete.busy')} onClick={remove}>
              {say('account.data.delete')}
            </Button>
          </>
        }
      >
        <ul className="grid list-disc gap-2 ps-5">
          <li>{say('account.data.delete.ends')}</li>
          <li>{say('account.data.delete.out')}</li>
          <li>{say('account.data.delete.gone')}</li>
          <li>{say('account.data.delete.law')}</li>
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
            <span>{say('account.data.delete.sure')}</span>
          </label>
          <div id={`${id}-unsure`} role="alert">
            {unsure ? <p className="field-error">{say('account.data.delete.tick')}</p> : null}
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
