import {
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  sendTestWebhook,
  webhookEndpoints,
} from '@bonisa/contract/studio/webhooks.calls';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { Dialog } from '../design/dialog.tsx';
import { PlusIcon } from '../design/icons.tsx';
import { Page } from '../design/page.tsx';
import { Badge, EmptyState, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime } from '../design/time.ts';
import { Secret } from './one-time-link.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { EditEndpoint, type Endpoint, NewEndpoint } from './webhook-form.tsx';
import { WebhookReplay } from './webhook-replay.tsx';
import { NewSecret } from './webhook-secret.tsx';

const ENDPOINT_TONES = { active: 'good', paused: 'plain', disabled: 'problem' } as const;

/** Endpoints of partners, and the log of what was sent to them. */
export default function WebhooksScreen() {
  const mayManage = useMay('webhooks:manage');
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const make = mayManage && (
    <Button tone="action" onClick={() => setMaking(true)}>
      <PlusIcon /> New endpoint
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      intro="Partners are told of subscriptions and charges, signed, until they take it."
      actions={make}
    >
      <h2 className="mb-3 text-heading">Endpoints</h2>
      <Endpoints onSecret={setSecret} />
      <h2 className="mt-8 mb-3 text-heading">Deliveries</h2>
      <WebhookDeliveries />
      {isMaking && <NewEndpoint onClose={() => setMaking(false)} onSecret={setSecret} />}
      {secret !== undefined && (
        <Dialog title="The signing secret" onClose={() => setSecret(undefined)} mustAnswer>
          <p className="mb-3">It is shown this once. The partner checks signatures with it.</p>
          <Secret text={secret} label="Signing secret" />
          <div className="mt-5 flex justify-end">
            <Button tone="action" onClick={() => setSecret(undefined)}>
              I have it
            </Button>
          </div>
        </Dialog>
      )}
    </Page>
  );
}

function Endpoints({ onSecret }: { readonly onSecret: (secret: string) => void }) {
  const mayManage = useMay('webhooks:manage');
  const mayReplay = useMay('operations:act');
  const [replayed, setReplayed] = useState<{ id: string; url: string }>();
  const [edited, setEdited] = useState<Endpoint>();
  const [renewed, setRenewed] = useState<Endpoint>();
  const confirm = useConfirm();
  const list = useRead(webhookEndpoints);
  const change = useAct(changeWebhookEndpoint, { done: 'The endpoint is changed.' });
  const remove = useAct(deleteWebhookEndpoint, { done: 'The endpoint is ended.' });
  const test = useAct(sendTestWebhook);
  const notify = useNotify();
  const error = list.error ?? change.error ?? remove.error ?? test.error;
  const sendTest = async (id: string): Promise<void> => {
    const answer = await test.act({ params: { id } });
    if (!answer) return;
    const { status, answer: said } = answer;
    const isTaken = status !== null && status >= 200 && status < 300;
    notify(
      isTaken ? `The test event was taken: ${status}.` : `Not taken: ${status ?? ''} ${said}`,
      { type: isTaken ? 'success' : 'error' },
    );
  };
  const end = async (id: string, url: string): Promise<void> => {
    const answer = await confirm({
      title: 'End this endpoint?',
      text: `What waits for ${url} is not sent.`,
      button: 'End',
      danger: true,
    });
    if (answer) await remove.act({ params: { id } });
  };
  /** The label of each button, and what it is called for a screen reader. */
  const actionsOf = (endpoint: Endpoint) => {
    const { id, url, state } = endpoint;
    const [go, next] =
      state === 'active' ? (['Pause', 'paused'] as const) : (['Go on', 'active'] as const);
    const replay = {
      label: 'Send again',
      name: `Send a span to ${url} again`,
      onPress: () => setReplayed({ id, url }),
    };
    const managing = [
      { label: 'Edit', name: `Edit ${url}`, onPress: () => setEdited(endpoint) },
      {
        label: go,
        name: `${state === 'active' ? go : 'Go on with'} ${url}`,
        onPress: () => change.act({ params: { id }, body: { state: next } }),
      },
      { label: 'New secret', name: `New secret for ${url}`, onPress: () => setRenewed(endpoint) },
      { label: 'End', name: `End ${url}`, onPress: () => end(id, url) },
    ];
    const testing = {
      label: 'Send test event',
      name: `Send a test event to ${url}`,
      onPress: () => sendTest(id),
    };
    return [...(mayReplay ? [testing, replay] : []), ...(mayManage ? managing : [])];
  };
  if (list.isPending) return <Loading />;
  return (
    <>
      {error && <Problem error={error} />}
      {list.data?.data.length === 0 && (
        <EmptyState title="Nobody is told yet">An endpoint is an address of a partner.</EmptyState>
      )}
      {list.data && list.data.data.length > 0 && (
        <Table
          caption="Endpoints"
          rows={list.data.data}
          keyOf={({ id }) => id}
          columns={[
            {
              head: 'Address',
              cell: ({ url, description }) => (
                <>
                  <strong className="break-all">{url}</strong>
                  <div className="text-small text-muted">{description}</div>
                </>
              ),
            },
            { head: 'Events', wideOnly: true, cell: ({ types }) => types.join(', ') },
            {
              head: 'State',
              cell: ({ state, note, failing_since }) => (
                <>
                  <Badge tone={ENDPOINT_TONES[state]}>{state}</Badge>
                  {failing_since && (
                    <div className="mt-1 text-small text-danger">
                      failing since {dateTime(failing_since)}
                    </div>
                  )}
                  {note && <div className="mt-1 text-small text-muted">{note}</div>}
                </>
              ),
            },
            {
              head: 'What to do',
              cell: (endpoint) => (
                <div className="flex flex-wrap gap-1">
                  {actionsOf(endpoint).map(({ label, name, onPress }) => (
                    <Button
                      key={label}
                      size="small"
                      tone="quiet"
                      aria-label={name}
                      onClick={onPress}
                    >
                      {label}
                    </Button>
                  ))}
                </div>
              ),
            },
          ]}
        />
      )}
      {replayed && <WebhookReplay endpoint={replayed} onClose={() => setReplayed(undefined)} />}
      {edited && <EditEndpoint endpoint={edited} onClose={() => setEdited(undefined)} />}
      {renewed && (
        <NewSecret endpoint={renewed} onClose={() => setRenewed(undefined)} onSecret={onSecret} />
      )}
    </>
  );
}
