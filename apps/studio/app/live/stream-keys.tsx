import { catalogueList } from '@bonisa/contract/studio/lists.calls';
import { makeStreamKey, revokeStreamKey, streamKeys } from '@bonisa/contract/studio/live.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { type FormEvent, useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { Dialog } from '../design/dialog.tsx';
import { SelectField, TextArea } from '../design/fields.tsx';
import { Card } from '../design/page.tsx';
import { EmptyState, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime } from '../design/time.ts';
import { Secret } from '../staff/one-time-link.tsx';

type Channel = StudioReplyOf<typeof streamKeys>['data'][number];
interface Made {
  readonly name: string;
  readonly key: string;
}

/** Which live channels have a stream key; making, replacing and revoking it. */
export function StreamKeys() {
  const { data, error, isPending, refetch } = useRead(streamKeys);
  const mayAct = useMay('live:act');
  const [making, setMaking] = useState<Channel>();
  const [made, setMade] = useState<Made>();
  return (
    <Card title="Who may send to which channel?">
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data?.data.length === 0 && (
        <EmptyState title="There is no live channel">An editor makes one.</EmptyState>
      )}
      {data && data.data.length > 0 && (
        <>
          <p className="mb-3 max-w-[46rem] text-muted">
            {data.port === null
              ? 'This server takes no live input; another one of the service may (LIVE_INGEST_PORT).'
              : `Senders use RTMP at port ${data.port}, with the key at the end of the address: rtmp://…/live/KEY.`}
          </p>
          <Table
            caption="Stream keys"
            rows={data.data}
            keyOf={({ channel }) => channel}
            columns={[
              { head: 'Channel', cell: ({ name }) => name },
              {
                head: 'Key',
                cell: ({ key }) => (key ? `made ${dateTime(key.made_at)}` : 'none'),
              },
              {
                head: 'Recordings go to',
                cell: ({ key }) => key?.record_to ?? (key ? 'no channel' : ''),
              },
              {
                head: 'What to do',
                cell: (one) => mayAct && <Acts channel={one} onMake={() => setMaking(one)} />,
              },
            ]}
          />
        </>
      )}
      {making && (
        <MakeKey
          channel={making}
          onClose={() => setMaking(undefined)}
          onMade={(key) => {
            setMaking(undefined);
            setMade({ name: making.name, key });
          }}
        />
      )}
      {made && (
        <Dialog
          title={`The stream key of ${made.name}`}
          onClose={() => setMade(undefined)}
          mustAnswer
        >
          <p className="mb-3">
            It is shown this once. Whoever has it can put a picture on this channel.
          </p>
          <Secret text={made.key} label="Stream key" />
          <div className="mt-5 flex justify-end">
            <Button tone="action" onClick={() => setMade(undefined)}>
              I have it
            </Button>
          </div>
        </Dialog>
      )}
    </Card>
  );
}

function Acts({ channel, onMake }: { readonly channel: Channel; readonly onMake: () => void }) {
  const confirm = useConfirm();
  const { act, error, isBusy } = useAct(revokeStreamKey, { done: 'The stream key is revoked.' });
  const { name, key } = channel;
  const revoke = async (): Promise<void> => {
    const answer = await confirm({
      title: `Revoke the stream key of ${name}?`,
      text: 'Whoever sends with it now is sent away within two seconds.',
      button: 'Revoke',
      danger: true,
      reason: true,
    });
    if (answer)
      await act({ params: { channel: channel.channel }, body: { reason: answer.reason } });
  };
  return (
    <div className="flex flex-wrap gap-1">
      {error && <Problem error={error} />}
      <Button
        size="small"
        tone="quiet"
        aria-label={`${key ? 'Replace the key' : 'Make a key'} of ${name}`}
        onClick={onMake}
      >
        {key ? 'Replace' : 'Make a key'}
      </Button>
      {key && (
        <Button
          size="small"
          tone="quiet"
          aria-label={`Revoke the key of ${name}`}
          disabled={isBusy}
          onClick={revoke}
        >
          Revoke
        </Button>
      )}
    </div>
  );
}

function MakeKey({
  channel,
  onClose,
  onMade,
}: {
  readonly channel: Channel;
  readonly onClose: () => void;
  readonly onMade: (key: string) => void;
}) {
  const { act, isBusy, error } = useAct(makeStreamKey);
  const published = useRead(catalogueList, {
    params: { kind: 'channel' },
    query: { state: 'published', limit: 200 },
  });
  const choices = (published.data?.data ?? []).flatMap(({ slug, title }) =>
    slug === null ? [] : [{ value: slug, label: title }],
  );
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const made = await act({
      params: { channel: channel.channel },
      body: { record_to: String(form.get('record_to')), reason: String(form.get('reason')).trim() },
    });
    if (made) onMade(made.stream_key);
  };
  return (
    <Dialog
      title={`${channel.key ? 'Replace the stream key of' : 'Make a stream key for'} ${channel.name}`}
      onClose={onClose}
    >
      <form method="post" onSubmit={submit}>
        {(error ?? published.error) && <Problem error={error ?? published.error} />}
        {channel.key && (
          <p className="mb-4">The present key ends at once, and whoever sends with it.</p>
        )}
        <SelectField
          // Its choices arrive after it is shown.
          key={choices.length}
          label="Recordings become videos of"
          name="record_to"
          empty="No channel"
          choices={choices}
          defaultValue={channel.key?.record_to ?? ''}
        />
        <TextArea
          label="Reason"
          name="reason"
          hint="Who gets the key, and for what. It is kept in the audit with your name."
          required
          maxLength={500}
          rows={2}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={isBusy}>
            {channel.key ? 'Replace it' : 'Make it'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
