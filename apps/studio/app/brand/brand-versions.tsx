import { type brandState, brandVersions } from '@bonisa/contract/studio/brand.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { useRead } from '../calls/use-calls.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/page.tsx';
import { Badge, EmptyState, Loading, Notice, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime } from '../design/time.ts';

type State = StudioReplyOf<typeof brandState>;
type Version = StudioReplyOf<typeof brandVersions>['data'][number];

/** The versions of the brand: who made and published them, and which one is in force where. */
export function BrandVersions({ state }: { readonly state: State }) {
  const [before, setBefore] = useState<number>();
  const { data, error, isPending } = useRead(brandVersions, {
    query: before === undefined ? {} : { before },
  });
  const mayEdit = useMay('brand:write');
  return (
    <Card
      title="Versions"
      actions={
        mayEdit && (
          <ButtonLink to="/brand-edit" size="small">
            Start from the folder
          </ButtonLink>
        )
      }
    >
      <InForce state={state} />
      {error && <Problem error={error} />}
      {isPending && <Loading />}
      {data?.data.length === 0 && (
        <EmptyState title="No version was made here">
          The brand can be edited here: a draft begins with what the folder has.
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <Table
          caption="Versions of the brand"
          rows={data.data}
          keyOf={({ number }) => String(number)}
          columns={[
            { head: 'Version', align: 'right', cell: ({ number }) => number },
            { head: 'State', cell: (version) => <StateOf version={version} state={state} /> },
            { head: 'Made', cell: madeWords },
            { head: 'Published', cell: publishedWords },
            ...(mayEdit
              ? [
                  {
                    head: 'What to do',
                    cell: ({ number }: Version) => (
                      <ButtonLink to={`/brand-edit?from=${number}`} size="small" tone="quiet">
                        New draft from {number}
                      </ButtonLink>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      <div className="mt-3 flex gap-2">
        {before !== undefined && <Button onClick={() => setBefore(undefined)}>Newest</Button>}
        {data?.next != null && <Button onClick={() => setBefore(data.next ?? 1)}>Older</Button>}
      </div>
    </Card>
  );
}

/** What this process has, and what the next starts take. */
function InForce({ state: { version, published, from, folder } }: { readonly state: State }) {
  const has =
    version === null
      ? folder
        ? 'the brand of the folder (BRAND_DIR)'
        : 'the brand of this software'
      : `version ${version}`;
  const next = published === null ? undefined : `version ${published}`;
  if (from === 'folder' && next)
    return (
      <Notice tone="warning">
        This process has {has}, and {next} is published: BRAND_FROM=folder keeps it at the folder.
      </Notice>
    );
  return version === published ? (
    <Notice tone="good">
      This process has {has}. {next ? 'It is the published one.' : 'No version is published.'}
    </Notice>
  ) : (
    <Notice tone="warning">
      This process has {has}. Published is {next}: processes take it when they start next.
    </Notice>
  );
}

function StateOf({ version, state }: { readonly version: Version; readonly state: State }) {
  if (!version.published) return <Badge>draft</Badge>;
  return (
    <span className="flex flex-wrap gap-1">
      {version.number === state.published ? (
        <Badge tone="good">published</Badge>
      ) : (
        <Badge>was published</Badge>
      )}
      {version.number === state.version && <Badge tone="mark">in this process</Badge>}
    </span>
  );
}

function madeWords({ made_by, made_at, began_with }: Version): string {
  const from = began_with === null ? '' : `, from version ${began_with}`;
  return `${made_by}, ${dateTime(made_at)}${from}`;
}

function publishedWords({ published }: Version): string {
  return published ? `${published.by}, ${dateTime(published.at)}: ${published.reason}` : '';
}
