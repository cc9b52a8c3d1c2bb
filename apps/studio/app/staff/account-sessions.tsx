import { accountSessions, endAccountSessions } from '@bonisa/contract/studio/accounts.calls';
import { useMay } from '../calls/person.tsx';
import { productNow } from '../calls/settings.ts';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { Dialog } from '../design/dialog.tsx';
import { EmptyState, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime, fromNow } from '../design/time.ts';

/** Where an account is signed in, and how to end it. */
export function AccountSessions({
  account: { id, name },
  onClose,
}: {
  readonly account: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}) {
  const mayManage = useMay('staff:manage');
  const confirm = useConfirm();
  const list = useRead(accountSessions, { params: { id } });
  const end = useAct(endAccountSessions, { done: 'Ended.' });
  const rows = list.data?.data ?? [];
  const now = productNow();
  const endOne = async (sessionId?: string): Promise<void> => {
    const answer = await confirm({
      title: sessionId ? 'End this session?' : `End all sessions of ${name}?`,
      button: 'End',
      danger: true,
      reason: true,
    });
    if (!answer) return;
    const body = { ...(sessionId ? { session_id: sessionId } : {}), reason: answer.reason };
    await end.act({ params: { id }, body });
  };
  return (
    <Dialog title={`Sessions of ${name}`} onClose={onClose} wide>
      {(list.error ?? end.error) && <Problem error={list.error ?? end.error} />}
      {list.isPending && <Loading />}
      {list.data && rows.length === 0 && <EmptyState title={`${name} is signed in nowhere`} />}
      {rows.length > 0 && (
        <Table
          caption={`Sessions of ${name}`}
          rows={rows}
          keyOf={(session) => session.id}
          columns={[
            { head: 'Signed in', cell: ({ created_at }) => dateTime(created_at) },
            { head: 'Last used', cell: ({ last_seen_at }) => fromNow(last_seen_at, now) },
            { head: 'By', cell: ({ method }) => method },
            { head: 'Network', cell: ({ network }) => network },
            {
              head: 'End',
              cell: (session) =>
                mayManage && (
                  <Button
                    size="small"
                    aria-label={`End the session since ${dateTime(session.created_at)}`}
                    onClick={() => endOne(session.id)}
                  >
                    End
                  </Button>
                ),
            },
          ]}
        />
      )}
      {mayManage && rows.length > 1 && (
        <div className="mt-4 flex justify-end">
          <Button tone="danger" onClick={() => endOne()}>
            End all of them
          </Button>
        </div>
      )}
    </Dialog>
  );
}
