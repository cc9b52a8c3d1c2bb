import {
  accounts,
  changeAccount,
  invite,
  resetAccount,
  showLink,
} from '@bonisa/contract/studio/accounts.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import type { Role } from '@bonisa/domain/staff/staff-roles';
import { type FormEvent, useState } from 'react';
import { useMay, usePerson } from '../calls/person.tsx';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/fields.tsx';
import { PlusIcon } from '../design/icons.tsx';
import { Page } from '../design/page.tsx';
import { Badge, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime } from '../design/time.ts';
import { AccountChanges } from './account-changes.tsx';
import { AccountSessions } from './account-sessions.tsx';
import { DisableDialog } from './disable-dialog.tsx';
import { OneTimeLink } from './one-time-link.tsx';
import { RoleBoxes, RolesDialog } from './roles-dialog.tsx';

type Account = StudioReplyOf<typeof accounts>['data'][number];
/** A link to hand over; without one another administrator shows it. */
type Link = {
  readonly link: string | null;
  readonly expires_at: string | null;
  readonly name: string;
};
type Open =
  | { readonly of: 'roles' | 'sessions'; readonly account: Account }
  | { readonly of: 'invite' };

const LINKS = {
  to_show: 'its link waits for you to hand over',
  with_another: 'another administrator has its link',
} as const;
const STATES = { invited: 'mark', active: 'good', disabled: 'problem' } as const;

/** The accounts of the brand's people: invite, change roles, disable, reset, end sessions. */
export default function AccountsScreen() {
  const mayManage = useMay('staff:manage');
  const list = useRead(accounts);
  const [open, setOpen] = useState<Open>();
  const [link, setLink] = useState<Link>();
  const close = (): void => setOpen(undefined);
  return (
    <Page
      title="Accounts"
      intro="Who may sign in to the studio, and what their roles let them do."
      actions={
        mayManage && (
          <Button tone="action" onClick={() => setOpen({ of: 'invite' })}>
            <PlusIcon /> Invite a person
          </Button>
        )
      }
    >
      {list.error && <Problem error={list.error} onRetry={list.refetch} />}
      {list.isPending && <Loading />}
      {list.data && <AccountChanges {...list.data} />}
      {list.data && (
        <Table
          caption="Accounts"
          rows={list.data.data}
          keyOf={({ id }) => id}
          columns={[
            {
              head: 'Person',
              cell: ({ name, email }) => (
                <>
                  <strong>{name}</strong>
                  <div className="text-small text-muted">{email}</div>
                </>
              ),
            },
            { head: 'Roles', cell: ({ roles }) => roles.join(', ') },
            {
              head: 'State',
              cell: ({ state, link: waits }) => (
                <>
                  <Badge tone={STATES[state]}>{state}</Badge>
                  {waits && <div className="text-small text-muted">{LINKS[waits]}</div>}
                </>
              ),
            },
            {
              head: 'Since',
              wideOnly: true,
              cell: ({ created_at, created_by }) => (
                <>
                  {dateTime(created_at)}
                  <div className="text-small text-muted">by {created_by}</div>
                </>
              ),
            },
            {
              head: 'What to do',
              cell: (account) => (
                <div className="flex flex-wrap gap-1">
                  <Button
                    size="small"
                    tone="quiet"
                    aria-label={`Sessions of ${account.name}`}
                    onClick={() => setOpen({ of: 'sessions', account })}
                  >
                    Sessions
                  </Button>
                  {mayManage && (
                    <>
                      <Button
                        size="small"
                        tone="quiet"
                        aria-label={`Roles of ${account.name}`}
                        onClick={() => setOpen({ of: 'roles', account })}
                      >
                        Roles
                      </Button>
                      <AccountActs account={account} onLink={setLink} />
                    </>
                  )}
                </div>
              ),
            },
          ]}
        />
      )}
      {open?.of === 'invite' && <InviteDialog onClose={close} onLink={setLink} />}
      {open?.of === 'roles' && <RolesDialog account={open.account} onClose={close} />}
      {open?.of === 'sessions' && <AccountSessions account={open.account} onClose={close} />}
      {link && <OneTimeLink {...link} onClose={() => setLink(undefined)} />}
    </Page>
  );
}

/** Disable or enable, and reset: each with a reason. */
function AccountActs({
  account: { id, name, email, state, link },
  onLink,
}: {
  readonly account: Account;
  readonly onLink: (link: Link) => void;
}) {
  const me = usePerson();
  const confirm = useConfirm();
  const change = useAct(changeAccount, { done: `${name} is changed.` });
  const reset = useAct(resetAccount);
  const show = useAct(showLink);
  const [isDisabling, setDisabling] = useState(false);
  const isDisabled = state === 'disabled';
  const enable = async (): Promise<void> => {
    const answer = await confirm({
      title: `Let ${name} sign in again?`,
      button: 'Enable',
      reason: true,
    });
    if (answer)
      await change.act({ params: { id }, body: { disabled: false, reason: answer.reason } });
  };
  const renew = async (): Promise<void> => {
    const answer = await confirm({
      title: `Reset ${name}?`,
      text: 'Their sessions end, and their password, authenticator app, recovery codes and passkeys stop working at once. A one-time link lets them set new ones; where there is another administrator, that one hands it over.',
      button: 'Reset',
      danger: true,
      reason: true,
    });
    if (!answer) return;
    const made = await reset.act({ params: { id }, body: { reason: answer.reason } });
    if (made) onLink({ ...made, name });
  };
  const handOver = async (): Promise<void> => {
    const answer = await confirm({
      title: `Show the link for ${name}?`,
      text: `Hand it to ${name} alone, at ${email} or in person, and to nobody who asks for it on their behalf.`,
      button: 'Show the link',
    });
    if (!answer) return;
    const made = await show.act({ params: { id }, body: {} });
    if (made) onLink({ ...made, name });
  };
  if (id === me.id) return <Badge>you</Badge>;
  const error = change.error ?? reset.error ?? show.error;
  return (
    <>
      {link === 'to_show' && (
        <Button size="small" aria-label={`Show the link for ${name}`} onClick={handOver}>
          Show link
        </Button>
      )}
      {!isDisabled && (
        <Button size="small" tone="quiet" aria-label={`Reset ${name}`} onClick={renew}>
          Reset
        </Button>
      )}
      <Button
        size="small"
        tone="quiet"
        aria-label={`${isDisabled ? 'Enable' : 'Disable'} ${name}`}
        onClick={isDisabled ? enable : () => setDisabling(true)}
      >
        {isDisabled ? 'Enable' : 'Disable'}
      </Button>
      {error && <Problem error={error} />}
      {isDisabling && <DisableDialog account={{ id, name }} onClose={() => setDisabling(false)} />}
    </>
  );
}

function InviteDialog({
  onClose,
  onLink,
}: {
  readonly onClose: () => void;
  readonly onLink: (link: Link) => void;
}) {
  const { act, error, isBusy } = useAct(invite);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = String(form.get('name'));
    const roles = form.getAll('roles') as Role[];
    const made = await act({ body: { email: String(form.get('email')), name, roles } });
    if (!made) return;
    onClose();
    onLink({ link: made.link, expires_at: made.expires_at, name });
  };
  return (
    <Dialog title="Invite a person" onClose={onClose}>
      <form onSubmit={submit}>
        {error && <Problem error={error} />}
        <TextField label="Name" name="name" required maxLength={80} autoComplete="off" />
        <TextField
          label="E-mail address"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          hint="It is what they sign in with. The studio sends no mail."
        />
        <RoleBoxes chosen={[]} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={isBusy}>
            Invite
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
