import { careDisputes } from '@bonisa/contract/studio/care.calls';
import { careDisputeFile } from '@bonisa/contract/studio/list-files.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useState } from 'react';
import { useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { SelectField } from '../design/fields.tsx';
import { FileLink } from '../design/file-link.tsx';
import { Page } from '../design/page.tsx';
import { Badge, EmptyState, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime } from '../design/time.ts';

type Dispute = StudioReplyOf<typeof careDisputes>['data'][number];
type State = Dispute['state'];

const TONES = { open: 'warning', answered: 'mark', upheld: 'problem', rejected: 'plain' } as const;
const STATES = (Object.keys(TONES) as State[]).map((value) => ({ value, label: value }));

const fileOf = (state: State | undefined): string =>
  `${careDisputeFile.path}${state ? `?state=${state}` : ''}`;

/** Disputes of all numbers, without numbers. */
export default function DisputesScreen() {
  const [state, setState] = useState<State>();
  const [trail, setTrail] = useState<readonly string[]>([]);
  const query = { state, before: trail.at(-1) };
  const { data, error, isPending, refetch } = useRead(careDisputes, { query });
  const choose = (value: string): void => {
    setState(value === '' ? undefined : (value as State));
    setTrail([]);
  };
  return (
    <Page
      title="Disputes"
      actions={
        data && data.data.length > 0 && <FileLink href={fileOf(state)} label="Save all as CSV" />
      }
      intro="Charges that callers dispute, with what they were told and how it ended. A dispute is worked on at its number: find the caller's number."
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
        <Table
          caption="Disputes"
          rows={data.data}
          keyOf={({ id }) => id}
          columns={[
            { head: 'Taken down', cell: (one) => dateTime(one.opened_at) },
            { head: 'State', cell: (one) => <Badge tone={TONES[one.state]}>{one.state}</Badge> },
            { head: 'Charge', align: 'right', cell: (one) => `R${one.amount}` },
            { head: 'Package', cell: (one) => one.package_name },
            { head: 'The caller said', cell: (one) => one.words || '(removed)' },
            { head: 'By', cell: (one) => one.decided_by ?? one.opened_by, wideOnly: true },
            {
              head: 'Given back',
              align: 'right',
              cell: (one) => (one.refund_amount ? `R${one.refund_amount}` : '—'),
            },
          ]}
        />
      )}
      <div className="mt-4 flex gap-2">
        {trail.length > 0 && <Button onClick={() => setTrail(trail.slice(0, -1))}>Newer</Button>}
        {data?.next && (
          <Button onClick={() => setTrail([...trail, String(data.next)])}>Older</Button>
        )}
      </div>
    </Page>
  );
}
