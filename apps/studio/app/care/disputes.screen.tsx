import { careDisputes, careOpenDispute } from '@bonisa/contract/studio/care.calls';
import { DISPUTE_FILTERS } from '@bonisa/contract/studio/care-views';
import { careDisputeFile } from '@bonisa/contract/studio/list-files.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useSearchParams } from 'react-router-dom';
import { studio } from '../calls/studio.ts';
import { useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { CursorPager, useCursorPages } from '../design/cursor-pager.tsx';
import { SelectField } from '../design/fields.tsx';
import { FileLink } from '../design/file-link.tsx';
import { counted } from '../design/money.ts';
import { Page } from '../design/page.tsx';
import { Badge, EmptyState, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime } from '../design/time.ts';
import { useOpenNumber } from './use-open-number.ts';

type Dispute = StudioReplyOf<typeof careDisputes>['data'][number];
type Filter = (typeof DISPUTE_FILTERS)[number];

const TONES = { open: 'warning', answered: 'mark', upheld: 'problem', rejected: 'plain' } as const;
const STATES = DISPUTE_FILTERS.map((value) => ({
  value,
  label: value === 'undecided' ? 'open or answered' : value,
}));
/** What became of the refund of an upheld dispute. */
const REFUNDS = {
  waits: { tone: 'warning', word: 'waits for a second person' },
  asked: { tone: 'mark', word: 'asked for' },
  given_back: { tone: 'good', word: 'given back' },
  denied: { tone: 'problem', word: 'denied' },
} as const;

const fileOf = (state: Filter | undefined): string =>
  `${careDisputeFile.path}${state ? `?state=${state}` : ''}`;

/** Disputes of all numbers, without numbers; each opens its own, for a reason. */
export default function DisputesScreen() {
  const [params, setParams] = useSearchParams();
  const state = DISPUTE_FILTERS.find((one) => one === params.get('state'));
  const pages = useCursorPages(state);
  const query = { state, before: pages.before };
  const { data, error, isPending, refetch } = useRead(careDisputes, { query });
  const choose = (value: string): void => {
    setParams(value === '' ? {} : { state: value });
    pages.reset();
  };
  return (
    <Page
      title="Disputes"
      actions={
        data && data.data.length > 0 && <FileLink href={fileOf(state)} label="Save all as CSV" />
      }
      intro="Charges that callers dispute, with what they were told and how it ended. A dispute is worked on at its number, which it opens for a reason that the audit keeps."
    >
      <div className="mb-4 max-w-[14rem]">
        <SelectField
          label="State"
          value={state ?? ''}
          empty="All"
          choices={STATES}
          onChange={(event) => choose(event.target.value)}
        />
      </div>
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading what="Reading the disputes" />}
      {data?.data.length === 0 && (
        <EmptyState title="No dispute">
          A dispute is taken down where a charge is answered, on the screen of a number.
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <>
          <p className="mb-3 text-muted">{counted(data.undecided, 'dispute')} to decide.</p>
          <Disputes rows={data.data} />
        </>
      )}
      <CursorPager pages={pages} next={data?.next} labels={{ back: 'Newer', forward: 'Older' }} />
    </Page>
  );
}

function Disputes({ rows }: { readonly rows: readonly Dispute[] }) {
  const { open, error } = useOpenNumber();
  const openBehind = ({ id, reference }: Dispute): Promise<void> =>
    open(
      { title: 'Open the number of this dispute?', text: `It is about the charge ${reference}.` },
      (body) => studio.call(careOpenDispute, { params: { id }, body }),
    );
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      <Table
        caption="Disputes"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Taken down', cell: (one) => dateTime(one.opened_at) },
          { head: 'State', cell: (one) => <Badge tone={TONES[one.state]}>{one.state}</Badge> },
          { head: 'Charge', align: 'right', cell: (one) => `R${one.amount}` },
          {
            head: 'Reference',
            wideOnly: true,
            cell: (one) => <code className="text-small">{one.reference}</code>,
          },
          { head: 'Package', cell: (one) => one.package_name },
          { head: 'The caller said', cell: (one) => one.words || '(removed)' },
          { head: 'By', cell: (one) => one.decided_by ?? one.opened_by, wideOnly: true },
          { head: 'Refund', cell: (one) => <Refund one={one} /> },
          {
            head: 'Number',
            cell: (one) => (
              <Button
                size="small"
                aria-label={`Open the number of the dispute of ${dateTime(one.opened_at)}`}
                onClick={() => openBehind(one)}
              >
                Open
              </Button>
            ),
          },
        ]}
      />
    </>
  );
}

/** What an upheld dispute asks to give back, and whether the caller has it. */
function Refund({
  one: { refund_amount: amount, refund_state: state },
}: {
  readonly one: Dispute;
}) {
  if (!amount) return '—';
  return (
    <span className="inline-flex flex-wrap items-center gap-2 tabular-nums">
      R{amount}
      {state && <Badge tone={REFUNDS[state].tone}>{REFUNDS[state].word}</Badge>}
    </span>
  );
}
