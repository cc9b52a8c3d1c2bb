import { brandState } from '@bonisa/contract/studio/brand.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useRead } from '../calls/use-calls.ts';
import { classes } from '../design/classes.ts';
import { Card, Facts, Page } from '../design/page.tsx';
import { Badge, EmptyState, Loading, Notice, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { capitalised } from '../design/words.ts';

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
                { name: 'Folder', value: data.folder ? 'given (BRAND_DIR)' : 'none (BRAND_DIR)' },
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

/** Text of this size or larger is read with a contrast of 3 (WCAG 2.2, 1.4.3). */
const LARGE_TEXT_NEEDS = 3;

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
          <Table
            caption="Contrasts"
            rows={contrasts}
            keyOf={({ name }) => name}
            columns={[
              { head: 'Looks', cell: (pair) => <Sample pair={pair} /> },
              {
                head: 'Pair',
                cell: ({ name }) => capitalised(name.replace('quietText', 'quiet text')),
              },
              { head: 'Contrast', align: 'right', cell: ({ has }) => has.toFixed(1) },
              { head: 'Needs', align: 'right', cell: ({ least }) => least.toFixed(1) },
            ]}
          />
        </>
      )}
    </Card>
  );
}

/** Two letters in a pair of colours, as large as its contrast asks for. */
function Sample({ pair: { words, ground, least } }: { readonly pair: Brand['contrasts'][number] }) {
  const isLarge = least <= LARGE_TEXT_NEEDS;
  return (
    <span
      aria-hidden="true"
      className={classes(
        'inline-flex h-10 w-14 items-center justify-center',
        'rounded-mark border border-rule font-bold',
        isLarge && 'text-[1.5rem]',
      )}
      style={{ color: words, backgroundColor: ground }}
    >
      Aa
    </span>
  );
}
