import { brandState } from '@bonisa/contract/studio/brand.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useMay } from '../calls/person.tsx';
import { useRead } from '../calls/use-calls.ts';
import { ButtonLink } from '../design/button.tsx';
import { Card, Facts, Page } from '../design/page.tsx';
import { Badge, EmptyState, Loading, Notice, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { capitalised } from '../design/words.ts';
import { ContrastTable } from './brand-contrasts.tsx';
import { BrandVersions } from './brand-versions.tsx';

type Brand = StudioReplyOf<typeof brandState>;

/** The brand in force: what is its own, what stands in for the rest, and how its colours read. */
export default function BrandScreen() {
  const { data, error, isPending, refetch } = useRead(brandState);
  const mayEdit = useMay('brand:write');
  return (
    <Page
      title="Brand"
      intro="What viewers see of the brand: a published version, or a folder on the server (BRAND_DIR). Processes take a change when they start."
      actions={
        mayEdit &&
        data && (
          <ButtonLink tone="action" to={editAddress(data)}>
            Edit the brand
          </ButtonLink>
        )
      }
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
                ...data.variables.map(({ variable, field }) => ({
                  name: variable,
                  value: `is set on the server: it counts more than “${field}” of any version`,
                })),
              ]}
            />
          </Card>
          <BrandVersions state={data} />
          <Parts parts={data.parts} />
          <Contrasts contrasts={data.contrasts} />
        </>
      )}
    </Page>
  );
}

/** An edit goes on from the newest version. */
function editAddress({ newest }: Brand): string {
  return newest === null ? '/brand-edit' : `/brand-edit?from=${newest}`;
}

/** What `brand.json` calls these parts says little on a screen. */
const PART_NAMES: Readonly<Record<string, string>> = {
  pitch: 'pitch on the first page',
  description: 'description for search engines',
  share: 'words of shared links',
};

function Parts({ parts }: { readonly parts: Brand['parts'] }) {
  const lacking = parts.filter(({ own }) => !own);
  return (
    <Card title="Which parts are its own?">
      <Notice tone={lacking.length === 0 ? 'good' : 'info'}>
        {lacking.length === 0
          ? 'Every part is its own.'
          : `Its own: ${parts.length - lacking.length} of ${parts.length} parts. What it lacks comes first.`}
      </Notice>
      <Table
        caption="Parts of the brand"
        rows={[...lacking, ...parts.filter(({ own }) => own)]}
        keyOf={({ part }) => part}
        columns={[
          { head: 'Part', cell: ({ part }) => capitalised(PART_NAMES[part] ?? part) },
          {
            head: 'Own',
            cell: ({ own }) => <Badge tone={own ? 'good' : 'warning'}>{own ? 'yes' : 'no'}</Badge>,
          },
          {
            head: 'What viewers have',
            // What is the brand's own stands as it is written: an address, a name.
            cell: ({ own, words }) => (
              <span className="break-words">{own ? words : capitalised(words)}</span>
            ),
          },
        ]}
      />
    </Card>
  );
}

function Contrasts({ contrasts }: { readonly contrasts: Brand['contrasts'] }) {
  return (
    <Card title="How do its colours read?">
      {contrasts.length === 0 ? (
        <EmptyState title="Viewers see the colours of this software">
          Colours of the brand&rsquo;s own are compared here, pair by pair.
        </EmptyState>
      ) : (
        <>
          <p className="mb-4 max-w-[46rem] text-muted">
            Each pair has the contrast that it needs: a start refuses colours that are read badly.
          </p>
          <ContrastTable pairs={contrasts} />
        </>
      )}
    </Card>
  );
}
