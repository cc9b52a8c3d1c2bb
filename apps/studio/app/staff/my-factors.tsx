import {
  addPasskey,
  myPasskeys,
  newPasskeyOptions,
  removePasskey,
  renamePasskey,
} from '@bonisa/contract/studio/passkeys.calls';
import { newRecoveryCodes } from '@bonisa/contract/studio/sign-in.calls';
import { type FormEvent, useState } from 'react';
import { productNow } from '../calls/settings.ts';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/fields.tsx';
import { PlusIcon } from '../design/icons.tsx';
import { EmptyState, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime, fromNow } from '../design/time.ts';
import { hasPasskeys, makePasskey } from './browser-passkeys.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The own passkeys: each with a name that can be changed, the last use and its end. */
export function MyPasskeys() {
  const list = useRead(myPasskeys);
  const remove = useAct(removePasskey, { done: 'The passkey is removed.' });
  const confirm = useConfirm();
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<Named>();
  const now = productNow();
  const end = async (id: string, name: string): Promise<void> => {
    const answer = await confirm({
      title: `Remove the passkey ${name}?`,
      text: 'It signs in to the studio no more. Remove it from the device, too.',
      button: 'Remove',
      danger: true,
    });
    if (answer) await remove.act({ params: { id } });
  };
  const add = (
    <Button onClick={() => setAdding(true)} disabled={!hasPasskeys()}>
      <PlusIcon /> Add a passkey
    </Button>
  );
  const error = list.error ?? remove.error;
  return (
    <section className="mb-8" aria-labelledby="my-passkeys">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="my-passkeys" className="text-heading">
          Your passkeys
        </h2>
        {add}
      </div>
      {error && <Problem error={error} />}
      {list.isPending && <Loading />}
      {list.data?.data.length === 0 && (
        <EmptyState title="You have no passkey">
          With a passkey you sign in by the lock of a phone or computer, without a password and a
          code. No other site can ask for it.
        </EmptyState>
      )}
      {list.data && list.data.data.length > 0 && (
        <Table
          caption="Your passkeys"
          rows={list.data.data}
          keyOf={({ id }) => id}
          columns={[
            { head: 'Name', cell: ({ name }) => <strong>{name}</strong> },
            { head: 'Added', cell: ({ created_at }) => dateTime(created_at) },
            {
              head: 'Last used',
              cell: ({ last_used_at }) => (last_used_at ? fromNow(last_used_at, now) : 'never'),
            },
            {
              head: 'What to do',
              cell: ({ id, name }) => (
                <span className="flex flex-wrap gap-2">
                  <Button
                    size="small"
                    aria-label={`Rename the passkey ${name}`}
                    onClick={() => setRenamed({ id, name })}
                  >
                    Rename
                  </Button>
                  <Button
                    size="small"
                    tone="quiet"
                    aria-label={`Remove the passkey ${name}`}
                    onClick={() => end(id, name)}
                  >
                    Remove
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
      {renamed && <RenamePasskey passkey={renamed} onClose={() => setRenamed(undefined)} />}
    </section>
  );
}

function RenamePasskey({
  passkey: { id, name },
  onClose,
}: {
  readonly passkey: Named;
  readonly onClose: () => void;
}) {
  const rename = useAct(renamePasskey, { done: 'The passkey has its new name.' });
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const given = String(new FormData(event.currentTarget).get('name'));
    if (await rename.act({ params: { id }, body: { name: given } })) onClose();
  };
  return (
    <Dialog title={`Rename the passkey ${name}`} onClose={onClose}>
      <form onSubmit={submit}>
        {rename.error && <Problem error={rename.error} />}
        <PasskeyName defaultValue={name} hint="It changes here alone: the device keeps its name." />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={rename.isBusy}>
            Rename it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function PasskeyName(more: { readonly defaultValue?: string; readonly hint: string }) {
  return (
    <TextField label="Name" name="name" required maxLength={60} autoComplete="off" {...more} />
  );
}

function AddPasskey({ onClose }: { readonly onClose: () => void }) {
  const options = useAct(newPasskeyOptions);
  const add = useAct(addPasskey, { done: 'The passkey is added.' });
  const [refused, setRefused] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const make = async (name: string): Promise<boolean> => {
    const asked = await options.act({});
    if (!asked) return false;
    const response = await makePasskey(asked.options).catch((error: unknown) => {
      setRefused(error);
    });
    if (!response) return false;
    const { challenge } = asked;
    return (await add.act({ body: { challenge, name, response } })) !== undefined;
  };
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    setRefused(undefined);
    setBusy(true);
    const isMade = await make(name);
    setBusy(false);
    if (isMade) onClose();
  };
  const error = refused ?? options.error ?? add.error;
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <form onSubmit={submit}>
        {error ? <Problem error={error} /> : null}
        <PasskeyName hint="Of the device that has it, such as Laptop. The browser then asks for its lock." />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={isBusy}>
            Add it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** New recovery codes for a lost authenticator; they are shown once, and the earlier ones end. */
export function MyRecoveryCodes() {
  const make = useAct(newRecoveryCodes);
  const confirm = useConfirm();
  const [codes, setCodes] = useState<readonly string[]>();
  const ask = async (): Promise<void> => {
    const answer = await confirm({
      title: 'Make new recovery codes?',
      text: 'The earlier ones count no more. The new ones are shown once.',
      button: 'Make them',
    });
    const made = answer && (await make.act({}));
    if (made) setCodes(made.recovery_codes);
  };
  return (
    <section className="mb-8" aria-labelledby="my-recovery-codes">
      <h2 id="my-recovery-codes" className="mb-3 text-heading">
        Your recovery codes
      </h2>
      {make.error && <Problem error={make.error} />}
      <p className="mb-3 max-w-[60ch]">
        Each signs you in once where your authenticator app is lost. Keep them where your phone is
        not.
      </p>
      <Button onClick={ask}>New recovery codes</Button>
      {codes && (
        <Dialog title="Your new recovery codes" onClose={() => setCodes(undefined)} mustAnswer>
          <p className="mb-3">They are shown this once. The earlier ones count no more.</p>
          <ul className="mb-3 grid grid-cols-2 gap-1 font-mono">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button onClick={() => void navigator.clipboard.writeText(codes.join('\n'))}>
              Copy all
            </Button>
            <Button tone="action" onClick={() => setCodes(undefined)}>
              I have kept them
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
