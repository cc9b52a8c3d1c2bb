import { endMySession, mySessions } from '@bonisa/contract/studio/accounts.calls';
import { usePerson } from '../calls/person.tsx';
import { productNow } from '../calls/settings.ts';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card, Facts, Page } from '../design/page.tsx';
import { Badge, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime, fromNow } from '../design/time.ts';
import { browserWords } from './browser-words.ts';
import { MyAuthenticator } from './my-authenticator.tsx';
import { MyPasskeys, MyRecoveryCodes } from './my-factors.tsx';
import { MyPassword } from './my-password.tsx';

/** The own account: roles, what it signs in by, and sessions. */
export default function MeScreen() {
  const { name, roles } = usePerson();
  const sessions = useRead(mySessions);
  const end = useAct(endMySession, { done: 'The session has ended.' });
  const now = productNow();
  return (
    <Page
      title="Your account"
      intro="Who you are here, how you sign in, and where you are signed in."
    >
      <Card title="You">
        <Facts
          facts={[
            { name: 'Name', value: name },
            { name: 'Roles', value: roles.join(', ') },
          ]}
        />
      </Card>
      <MyPassword />
      <MyAuthenticator />
      <MyPasskeys />
      <MyRecoveryCodes />
      <h2 className="mb-3 text-heading">Your sessions</h2>
      {end.error && <Problem error={end.error} />}
      {sessions.error && <Problem error={sessions.error} onRetry={sessions.refetch} />}
      {sessions.isPending && <Loading />}
      {sessions.data && (
        <Table
          caption="Your sessions"
          rows={sessions.data.data}
          keyOf={({ id }) => id}
          columns={[
            { head: 'Signed in', cell: ({ created_at }) => dateTime(created_at) },
            { head: 'Last used', cell: ({ last_seen_at }) => fromNow(last_seen_at, now) },
            { head: 'By', cell: ({ method }) => method },
            { head: 'Network', cell: ({ network }) => network },
            { head: 'Browser', cell: ({ agent }) => browserWords(agent), wideOnly: true },
            {
              head: 'End',
              cell: ({ id, current, created_at }) =>
                current ? (
                  <Badge tone="good">this one</Badge>
                ) : (
                  <Button
                    size="small"
                    aria-label={`End the session since ${dateTime(created_at)}`}
                    onClick={() => end.act({ params: { id }, body: {} })}
                  >
                    End
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Page>
  );
}
