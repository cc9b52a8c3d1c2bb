import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  replayWebhookDelivery,
  rotateWebhookSecret,
  webhookDeliveries,
  webhookEndpoints,
} from '@bonisa/contract/studio/webhooks.calls';
import { WEBHOOK_TYPES } from '@bonisa/domain/staff/webhooks';
import { type FormEvent, useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { Dialog } from '../design/dialog.tsx';
import { SelectField, TextField } from '../design/fields.tsx';
import { PlusIcon } from '../design/icons.tsx';
import { Page } from '../design/page.tsx';
import { Pager } from '../design/pager.tsx';
import { Badge, EmptyState, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime, exactTime } from '../design/time.ts';
import { Secret } from './one-time-link.tsx';
import { WebhookReplay } from './webhook-replay.tsx';

const ENDPOINT_TONES = { active: 'good', paused: 'plain', disabled: 'problem' } as const;
const DELIVERY_TONES = { waiting: 'mark', delivered: 'good', failed: 'problem' } as const;

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
      <Deliveries />
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
  const confirm = useConfirm();
  const list = useRead(webhookEndpoints);
  const change = useAct(changeWebhookEndpoint, { done: 'The endpoint is changed.' });
  const rotate = useAct(rotateWebhookSecret);
  const remove = useAct(deleteWebhookEndpoint, { done: 'The endpoint is ended.' });
  const error = list.error ?? change.error ?? rotate.error ?? remove.error;
  const newSecret = async (id: string): Promise<void> => {
    const answer = await confirm({
      title: 'Make a new signing secret?',
      text: 'For 24 hours messages carry signatures of both, then only of the new one.',
      button: 'Make it',
    });
    if (!answer) return;
    const made = await rotate.act({ params: { id }, body: { keep_hours: 24 } });
    if (made) onSecret(made.secret);
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
              cell: ({ state, note }) => (
                <>
                  <Badge tone={ENDPOINT_TONES[state]}>{state}</Badge>
                  {note && <div className="mt-1 text-small text-muted">{note}</div>}
                </>
              ),
            },
            {
              head: 'What to do',
              cell: ({ id, url, state }) => (
                <div className="flex flex-wrap gap-1">
                  {mayReplay && (
                    <Button
                      size="small"
                      tone="quiet"
                      aria-label={`Send a span to ${url} again`}
                      onClick={() => setReplayed({ id, url })}
                    >
                      Send again
                    </Button>
                  )}
                  {mayManage && (
                    <>
                      <Button
                        size="small"
                        tone="quiet"
                        aria-label={`${state === 'active' ? 'Pause' : 'Go on with'} ${url}`}
                        onClick={() =>
                          change.act({
                            params: { id },
                            body: { state: state === 'active' ? 'paused' : 'active' },
                          })
                        }
                      >
                        {state === 'active' ? 'Pause' : 'Go on'}
                      </Button>
                      <Button
                        size="small"
                        tone="quiet"
                        aria-label={`New secret for ${url}`}
                        onClick={() => newSecret(id)}
                      >
                        New secret
                      </Button>
                      <Button
                        size="small"
                        tone="quiet"
                        aria-label={`End ${url}`}
                        onClick={() => end(id, url)}
                      >
                        End
                      </Button>
                    </>
                  )}
                </div>
              ),
            },
          ]}
        />
      )}
      {replayed && <WebhookReplay endpoint={replayed} onClose={() => setReplayed(undefined)} />}
    </>
  );
}

function Deliveries() {
  const mayReplay = useMay('operations:act');
  const [state, setState] = useState('');
  const [before, setBefore] = useState<number>();
  const list = useRead(webhookDeliveries, { query: { state, before } });
  const replay = useAct(replayWebhookDelivery, { done: 'It is queued again, under the same id.' });
  const error = list.error ?? replay.error;
  const filter = (chosen: string): void => {
    setState(chosen);
    setBefore(undefined);
  };
  return (
    <>
      {error && <Problem error={error} />}
      <div className="max-w-60">
        <SelectField
          label="State"
          empty="Any"
          choices={['waiting', 'delivered', 'failed'].map((value) => ({ value, label: value }))}
          value={state}
          onChange={(event) => filter(event.target.value)}
        />
      </div>
      {list.data?.data.length === 0 && <EmptyState title="Nothing was sent" />}
      {list.data && list.data.data.length > 0 && (
        <Table
          caption="Deliveries"
          rows={list.data.data}
          keyOf={({ position }) => String(position)}
          columns={[
            { head: 'When', cell: ({ at }) => exactTime(at) },
            { head: 'Event', cell: ({ type }) => type },
            {
              head: 'State',
              cell: ({ state: is, attempts, next_at }) => (
                <>
                  <Badge tone={DELIVERY_TONES[is]}>{is}</Badge>
                  <div className="text-small text-muted">
                    tries: {attempts}
                    {next_at && `, next ${dateTime(next_at)}`}
                  </div>
                </>
              ),
            },
            {
              head: 'Last answer',
              cell: ({ last_status, last_answer }) => (
                <span className="break-all">
                  {last_status} {last_answer}
                </span>
              ),
            },
            {
              head: 'Again',
              cell: ({ position, type, at }) =>
                mayReplay && (
                  <Button
                    size="small"
                    tone="quiet"
                    aria-label={`Send ${type} of ${exactTime(at)} again`}
                    onClick={() => replay.act({ params: { position } })}
                  >
                    Send again
                  </Button>
                ),
            },
          ]}
        />
      )}
      <Pager
        isNewest={before === undefined}
        next={list.data?.next}
        onNewest={() => setBefore(undefined)}
        onEarlier={setBefore}
      />
    </>
  );
}

function NewEndpoint({
  onClose,
  onSecret,
}: {
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}) {
  const { act, error, isBusy } = useAct(createWebhookEndpoint);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const made = await act({
      body: {
        url: String(form.get('url')),
        description: String(form.get('description')),
        types: form.getAll('types') as (typeof WEBHOOK_TYPES)[number][],
      },
    });
    if (!made) return;
    onClose();
    onSecret(made.secret);
  };
  return (
    <Dialog title="New endpoint" onClose={onClose}>
      <form onSubmit={submit}>
        {error && <Problem error={error} />}
        <TextField label="Address" name="url" type="url" required hint="https only." />
        <TextField label="What it is for" name="description" maxLength={200} />
        <fieldset className="mb-4">
          <legend className="mb-1 font-semibold">Events</legend>
          {WEBHOOK_TYPES.map((type) => (
            <label key={type} className="mb-1 flex items-center gap-3">
              <input
                type="checkbox"
                name="types"
                value={type}
                className="size-6 shrink-0 accent-mark"
              />
              {type}
            </label>
          ))}
        </fieldset>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={isBusy}>
            Make it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
