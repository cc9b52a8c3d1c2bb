import {
  MESSAGE_ID,
  MESSAGE_ID_PROBLEM,
  replayWebhookDelivery,
  webhookDeliveries,
  webhookEndpoints,
} from '@bonisa/contract/studio/webhooks.calls';
import { useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { SelectField, TextField } from '../design/fields.tsx';
import { Pager } from '../design/pager.tsx';
import { Badge, EmptyState, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime, exactTime } from '../design/time.ts';

const TONES = { waiting: 'mark', delivered: 'good', failed: 'problem' } as const;
const ANY = { endpoint_id: '', state: '', message_id: '' };

/** The log of what was sent to whom, by endpoint, state, or the id that a partner quotes. */
export function WebhookDeliveries() {
  const mayReplay = useMay('operations:act');
  const [filter, setFilter] = useState(ANY);
  const [before, setBefore] = useState<number>();
  const endpoints = useRead(webhookEndpoints).data?.data ?? [];
  // An id that is typed in part finds nothing: it is asked for once it is whole.
  const isPart = filter.message_id !== '' && !MESSAGE_ID.test(filter.message_id);
  const asked = isPart ? { ...filter, message_id: '' } : filter;
  const list = useRead(webhookDeliveries, { query: { ...asked, before } });
  const replay = useAct(replayWebhookDelivery, { done: 'It is queued again, under the same id.' });
  const error = list.error ?? replay.error;
  const choose = (chosen: Partial<typeof ANY>): void => {
    setFilter((earlier) => ({ ...earlier, ...chosen }));
    setBefore(undefined);
  };
  /** Rows of an ended endpoint stay until they are purged. */
  const addressOf = (id: string): string =>
    endpoints.find((one) => one.id === id)?.url ?? 'an ended endpoint';
  return (
    <>
      {error && <Problem error={error} />}
      <div className="grid gap-x-4 md:grid-cols-3">
        <SelectField
          label="Endpoint"
          empty="Any"
          choices={endpoints.map(({ id, url }) => ({ value: id, label: url }))}
          value={filter.endpoint_id}
          onChange={(event) => choose({ endpoint_id: event.target.value })}
        />
        <SelectField
          label="State"
          empty="Any"
          choices={['waiting', 'delivered', 'failed'].map((value) => ({ value, label: value }))}
          value={filter.state}
          onChange={(event) => choose({ state: event.target.value })}
        />
        <TextField
          label="Message id"
          hint="The webhook-id that a partner has."
          problem={isPart ? MESSAGE_ID_PROBLEM : undefined}
          type="search"
          spellCheck={false}
          value={filter.message_id}
          onChange={(event) => choose({ message_id: event.target.value.trim() })}
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
            {
              head: 'Event',
              cell: ({ type, message_id }) => (
                <>
                  {type}
                  <div className="break-all text-small text-muted">{message_id}</div>
                </>
              ),
            },
            {
              head: 'To',
              cell: ({ endpoint_id }) => (
                <span className="break-all">{addressOf(endpoint_id)}</span>
              ),
            },
            {
              head: 'State',
              cell: ({ state: is, attempts, next_at }) => (
                <>
                  <Badge tone={TONES[is]}>{is}</Badge>
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
              cell: ({ position, type, at, endpoint_id }) =>
                mayReplay && (
                  <Button
                    size="small"
                    tone="quiet"
                    aria-label={`Send ${type} of ${exactTime(at)} to ${addressOf(endpoint_id)} again`}
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
