import { brandState } from '@bonisa/contract/studio/brand.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useRead } from '../calls/use-calls.ts';
import { counted } from '../design/money.ts';
import { Card, Facts, Page } from '../design/page.tsx';
import { Badge, Loading, Notice, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';

type Brand = StudioReplyOf<typeof brandState>;

/** The brand in force: what is its own, what stands in for the rest, and how its colours read. */
export default function BrandScreen() {
  const { data, error, isPending, refetch } = useRead(brandState);
  return (
    <Page
      title="Brand"
      intro="What viewers see of the brand. It is a folder on the server (BRAND_DIR, see docs/brand.md): a start takes a change, and refuses a folder with a fault."
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data && (
        <>
          <Card title="Names">
            <Facts
              facts={[
                { name: 'Service', value: data.name },
                { name: 'Company', value: data.company },
                { name: 'Support number', value: data.support_number },
                { name: 'Folder', value: data.folder ? 'yes' : 'none' },
              ]}
            />
          </Card>
          <Parts parts={data.parts} />
          <Contrasts contrasts={data.contrasts} />
        </>
      )}
    </Page>
  );
}

function Parts({ parts }: { readonly parts: Brand['parts'] }) {
  const lacking = parts.filter(({ own }) => !own);
  return (
    <Card title="Which parts are its own?">
      <Notice tone={lacking.length === 0 ? 'good' : 'info'}>
        {lacking.length === 0
          ? 'Every part is its own.'
          : `${counted(lacking.length, 'part')} of ${parts.length} are not its own yet.`}
      </Notice>
      <Table
        caption="Parts of the brand"
        rows={[...lacking, ...parts.filter(({ own }) => own)]}
        keyOf={({ part }) => part}
        columns={[
          { head: 'Part', cell: ({ part }) => part },
          {
            head: 'Its own',
            cell: ({ own }) => <Badge tone={own ? 'good' : 'warning'}>{own ? 'yes' : 'no'}</Badge>,
          },
          { head: 'What viewers have', cell: ({ words }) => words },
        ]}
      />
    </Card>
  );
}

function Contrasts({ contrasts }: { readonly contrasts: Brand['contrasts'] }) {
  if (contrasts.length === 0) return null;
  return (
    <Card title="How do its colours read?">
      <Table
        caption="Contrasts"
        rows={contrasts}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Pair', cell: ({ name }) => name },
          { head: 'Contrast', align: 'right', cell: ({ has }) => has.toFixed(1) },
          { head: 'Needs', align: 'right', cell: ({ least }) => String(least) },
          {
            head: 'Looks',
            cell: ({ words, ground }) => (
              <span
                aria-hidden="true"
                className="inline-block rounded-mark px-2 py-1 font-semibold"
                style={{ color: words, backgroundColor: ground }}
              >
                Aa
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}
