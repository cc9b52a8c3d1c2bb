import { apiKeys, createApiKey, revokeApiKey } from '@bonisa/contract/studio/staff.calls';
import { KEY_SCOPES, SCOPE_MEANINGS } from '@bonisa/domain/staff/staff-roles';
import { type FormEvent, useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { productNow } from '../calls/settings.ts';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/fields.tsx';
import { PlusIcon } from '../design/icons.tsx';
import { Page } from '../design/page.tsx';
import { Badge, EmptyState, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { day, fromNow } from '../design/time.ts';
import { Secret } from './one-time-link.tsx';

/** Keys of programs: each with scopes of its own, until a day. */
export default function ApiKeysScreen() {
  const mayManage = useMay('staff:manage');
  const confirm = useConfirm();
  const list = useRead(apiKeys);
  const revoke = useAct(revokeApiKey, { done: 'The key is revoked.' });
  const [isMaking, setMaking] = useState(false);
  const now = productNow();
  const end = async (id: string, name: string): Promise<void> => {
    const answer = await confirm({
      title: `Revoke the key ${name}?`,
      text: 'The program that uses it is refused at once.',
      button: 'Revoke',
      danger: true,
      reason: true,
    });
    if (answer) await revoke.act({ params: { id }, body: { reason: answer.reason } });
  };
  const make = mayManage && (
    <Button tone="action" onClick={() => setMaking(true)}>
      <PlusIcon /> New key
    </Button>
  );
  return (
    <Page
      title="API keys"
      intro="Programs use the studio's calls by a key."
      actions={list.data?.data.length !== 0 && make}
    >
      {(list.error ?? revoke.error) && <Problem error={list.error ?? revoke.error} />}
      {list.isPending && <Loading />}
      {list.data?.data.length === 0 && (
        <EmptyState title="There are no keys" action={make}>
          A program that imports titles or reads reports needs one.
        </EmptyState>
      )}
      {list.data && list.data.data.length > 0 && (
        <Table
          caption="API keys"
          rows={list.data.data}
          keyOf={({ id }) => id}
          columns={[
            {
              head: 'Key',
              cell: ({ name, prefix }) => (
                <>
                  <strong>{name}</strong>
                  <div className="font-mono text-small text-muted">{prefix}…</div>
                </>
              ),
            },
            { head: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
            {
              head: 'Made',
              wideOnly: true,
              cell: ({ created_at, created_by }) => `${day(created_at)} by ${created_by}`,
            },
            {
              head: 'Last used',
              cell: ({ last_used_at }) => (last_used_at ? fromNow(last_used_at, now) : 'never'),
            },
            {
              head: 'State',
              cell: ({ revoked_at, expires_at }) =>
                revoked_at ? (
                  <Badge tone="problem">revoked</Badge>
                ) : new Date(expires_at) < now ? (
                  <Badge tone="warning">expired</Badge>
                ) : (
                  <Badge tone="good">until {day(expires_at)}</Badge>
                ),
            },
            {
              head: 'What to do',
              cell: ({ id, name, revoked_at }) =>
                mayManage &&
                !revoked_at && (
                  <Button
                    size="small"
                    tone="quiet"
                    aria-label={`Revoke ${name}`}
                    onClick={() => end(id, name)}
                  >
                    Revoke
                  </Button>
                ),
            },
          ]}
        />
      )}
      {isMaking && <NewKey onClose={() => setMaking(false)} />}
    </Page>
  );
}

function NewKey({ onClose }: { readonly onClose: () => void }) {
  const { act, error, isBusy } = useAct(createApiKey);
  const [secret, setSecret] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const made = await act({
      body: {
        name: String(form.get('name')),
        scopes: form.getAll('scopes') as (typeof KEY_SCOPES)[number][],
        days: Number(form.get('days')),
      },
    });
    if (made) setSecret(made.secret);
  };
  if (secret !== undefined)
    return (
      <Dialog title="The new key" onClose={onClose} mustAnswer>
        <p className="mb-3">It is shown this once. Put it where the program finds it.</p>
        <Secret text={secret} label="API key" />
        <div className="mt-5 flex justify-end">
          <Button tone="action" onClick={onClose}>
            I have it
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="New key" onClose={onClose} wide>
      <form onSubmit={submit}>
        {error && <Problem error={error} />}
        <div className="grid gap-x-4 md:grid-cols-[1fr_9rem]">
          <TextField label="Name" name="name" required maxLength={60} autoComplete="off" />
          <TextField label="Days" name="days" type="number" min={1} max={366} defaultValue={90} />
        </div>
        <fieldset className="mb-4">
          <legend className="mb-1 font-semibold">What the program may do</legend>
          {KEY_SCOPES.map((scope) => (
            <label key={scope} className="mb-1 flex items-start gap-3">
              <input
                type="checkbox"
                name="scopes"
                value={scope}
                className="size-6 shrink-0 accent-mark"
              />
              <span>
                <code className="font-mono">{scope}</code>: {SCOPE_MEANINGS[scope]}
              </span>
            </label>
          ))}
        </fieldset>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={isBusy}>
            Make the key
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
