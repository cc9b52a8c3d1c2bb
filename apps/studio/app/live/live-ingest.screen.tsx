import { liveIngestSessions } from '@bonisa/contract/studio/live.calls';
import { useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { productNow } from '../calls/settings.ts';
import { useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { size } from '../design/bytes.ts';
import { count, counted } from '../design/money.ts';
import { Card, Facts, Page } from '../design/page.tsx';
import { Badge, EmptyState, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime, exactTime, fromNow } from '../design/time.ts';
import { EndDialog } from './end-dialog.tsx';
import {
  type LiveIngestSession,
  PICTURES,
  pastPicture,
  qualityWords,
  stateOf,
} from './live-ingest-words.ts';
import { StreamKeys } from './stream-keys.tsx';

/** What arrives changes every second; a look at it costs the server two short queries. */
const REFRESH_MS = 5000;

/** What is sent to live channels, by which keys, and how to end it. */
export default function LiveIngestScreen() {
  const { data, error, isPending, refetch } = useRead(liveIngestSessions, undefined, {
    refreshMs: REFRESH_MS,
  });
  const [ending, setEnding] = useState<LiveIngestSession>();
  return (
    <Page
      title="On air now"
      intro="What partners and studios send to live channels. It stands in place of the channel's schedule while it lasts."
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data?.open.length === 0 && (
        <EmptyState title="Nothing is sent now">
          Every channel shows its schedule. A stream key lets somebody send to a channel.
        </EmptyState>
      )}
      {data?.open.map((one) => (
        <OnAir key={one.id} one={one} onEnd={() => setEnding(one)} />
      ))}
      <StreamKeys />
      {data && data.over.length > 0 && <Over rows={data.over} />}
      {ending && <EndDialog one={ending} onClose={() => setEnding(undefined)} />}
    </Page>
  );
}

function OnAir({ one, onEnd }: { readonly one: LiveIngestSession; readonly onEnd: () => void }) {
  const mayAct = useMay('live:act');
  const { words, tone } = stateOf(one);
  const picture = PICTURES[one.picture];
  const name = one.channel_name ?? 'A channel that is gone';
  const now = productNow();
  return (
    <Card
      title={name}
      actions={
        mayAct &&
        (one.end_asked_at === null ? (
          <Button tone="danger" aria-label={`End what is sent to ${name}`} onClick={onEnd}>
            End
          </Button>
        ) : (
          <Badge tone="warning">is being ended</Badge>
        ))
      }
    >
      <div className="mb-4 flex flex-wrap gap-2">
        <Badge tone={tone}>{words}</Badge>
        <Badge tone={picture.tone}>{picture.words}</Badge>
      </div>
      <Facts
        facts={[
          {
            name: 'Since',
            value: `${exactTime(one.started_at)} (${fromNow(one.started_at, now)})`,
          },
          { name: 'Arrived last', value: fromNow(one.seen_at, now) },
          { name: 'From', value: one.network ?? 'not known' },
          { name: 'Arrives', value: arrives(one) },
          { name: 'Viewers are sent', value: qualityWords(one.renditions) },
          { name: 'Connected', value: counted(one.publishers, 'time') },
        ]}
      />
    </Card>
  );
}

function arrives({ received_kbps: kbps, bytes }: LiveIngestSession): string {
  const sum = `${size(bytes)} so far`;
  return kbps === null ? sum : `${count(kbps)} kbit/s on average, ${sum}`;
}

function Over({ rows }: { readonly rows: readonly LiveIngestSession[] }) {
  return (
    <Card title="Over">
      <Table
        caption="Live inputs that are over"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Channel', cell: ({ channel_name: name }) => name ?? 'gone' },
          { head: 'From', cell: ({ started_at: at }) => dateTime(at) },
          { head: 'Until', cell: ({ ended_at: at }) => (at ? dateTime(at) : '') },
          { head: 'Size', align: 'right', cell: ({ bytes }) => size(bytes) },
          {
            head: 'Recording',
            cell: ({ state, job_id: job }) =>
              state === 'failed' ? 'lost' : job ? 'packaged as a film' : 'nothing arrived',
          },
          {
            head: 'Picture',
            wideOnly: true,
            cell: ({ picture }) => pastPicture(picture),
          },
        ]}
      />
    </Card>
  );
}
