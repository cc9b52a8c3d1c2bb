import { serviceState } from '@bonisa/contract/studio/service.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { Link } from 'react-router-dom';
import { carrierName } from '../calls/settings.ts';
import { useRead } from '../calls/use-calls.ts';
import { count, counted } from '../design/money.ts';
import { Card, Facts, Page } from '../design/page.tsx';
import { Badge, Loading, Notice, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { exactTime } from '../design/time.ts';

type State = StudioReplyOf<typeof serviceState>;

/** An answer is a dozen short queries. */
const REFRESH_MS = 15_000;

const AREAS: Readonly<Record<State['problems'][number]['area'], string>> = {
  part: 'Part',
  carrier: 'Carrier',
  job: 'Job',
  webhook: 'Webhook',
  live_ingest: 'On air',
  film: 'Film',
  sale: 'Sale',
};
const CARRIER_TONES = {
  works: 'good',
  pauses: 'warning',
  stopped: 'problem',
  held: 'problem',
} as const;

/** What of the service works and what does not, for whoever runs it. */
export default function ServiceScreen() {
  const { data, error, isPending, refetch } = useRead(serviceState, undefined, {
    refreshMs: REFRESH_MS,
  });
  return (
    <Page
      title="Service health"
      intro="What works and what does not, as the process that answers sees it. Figures over time are in the monitoring (GET /metrics)."
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data && (
        <>
          <Problems state={data} />
          <CarrierTable carriers={data.carriers} />
          <Rest state={data} />
        </>
      )}
    </Page>
  );
}

function Problems({ state: { problems, at } }: { readonly state: State }) {
  if (problems.length === 0)
    return <Notice tone="good">Everything works, as of {exactTime(at)}.</Notice>;
  return (
    <Card title={counted(problems.length, 'problem')}>
      <Table
        caption="Problems"
        rows={problems}
        keyOf={({ area, subject, words }) => `${area} ${subject} ${words}`}
        columns={[
          { head: 'Of', cell: ({ area }) => <Badge tone="problem">{AREAS[area]}</Badge> },
          {
            head: 'Which',
            cell: ({ subject }) => (
              <span className="block min-w-40 break-all">{subject.replaceAll('_', ' ')}</span>
            ),
          },
          { head: 'What is wrong', cell: ({ words }) => withTimes(words) },
          { head: 'Since', cell: ({ since }) => (since ? exactTime(since) : '') },
        ]}
      />
    </Card>
  );
}

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Times within words are those of South Africa, as everywhere in the studio. */
function withTimes(words: string): string {
  return words.replace(INSTANT, (instant) => exactTime(instant));
}

function CarrierTable({ carriers }: { readonly carriers: State['carriers'] }) {
  return (
    <Card title="Carriers">
      <Table
        caption="Carriers"
        rows={carriers}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Carrier', cell: ({ id }) => carrierName(id) },
          {
            head: 'State',
            cell: ({ state }) => <Badge tone={CARRIER_TONES[state]}>{state}</Badge>,
          },
          {
            head: 'Calls on their way',
            align: 'right',
            cell: (one) => `${count(one.in_flight)} of ${count(one.most_in_flight)}`,
          },
          {
            head: 'Calls a second',
            align: 'right',
            cell: ({ per_second: rate }) => (rate === null ? 'no limit' : String(rate)),
          },
          {
            head: 'Sign-ups',
            cell: ({ takes_signups: takes }) => (takes ? 'taken' : 'closed'),
          },
        ]}
      />
    </Card>
  );
}

function Rest({ state }: { readonly state: State }) {
  const { processes, jobs, webhooks, live_ingest: liveIngest } = state;
  const link = 'text-mark underline';
  return (
    <Card title="The rest">
      <Facts
        facts={[
          {
            name: 'Processes by role',
            value:
              processes.length === 0
                ? 'this one'
                : processes.map((one) => `${count(one.running)} × ${one.role}`).join(', '),
          },
          {
            name: 'Jobs',
            value: `${counted(jobs.known, 'job')}, ${jobs.late === 0 ? 'none late' : `${count(jobs.late)} late`}`,
          },
          {
            name: 'Webhooks',
            value: (
              <Link to="/webhooks" className={link}>
                {count(webhooks.active)} taken, {count(webhooks.failing)} failing,{' '}
                {count(webhooks.paused)} paused, {count(webhooks.disabled)} disabled;{' '}
                {counted(webhooks.waiting, 'delivery waits', 'deliveries wait')}
              </Link>
            ),
          },
          {
            name: 'On air',
            value: (
              <Link to="/on-air" className={link}>
                {counted(liveIngest.open, 'live input')}
              </Link>
            ),
          },
        ]}
      />
    </Card>
  );
}
