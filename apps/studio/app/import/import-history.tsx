import { importProblemFile, listImports } from '@bonisa/contract/studio/import-history.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useState } from 'react';
import { useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { FileLink } from '../design/file-link.tsx';
import { count } from '../design/money.ts';
import { Card } from '../design/page.tsx';
import { Badge, EmptyState, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime } from '../design/time.ts';

type Listed = StudioReplyOf<typeof listImports>['data'][number];

const PAGE = 20;
/** The most that one call lists. */
const MOST = 200;

const STATES = {
  writing: ['being written', 'mark'],
  done: ['done', 'good'],
  stopped: ['stopped', 'problem'],
  interrupted: ['broken off', 'warning'],
} as const;

/** The imports that were written, newest first. */
export function ImportHistory() {
  const [limit, setLimit] = useState(PAGE);
  const { data, error, isPending, refetch } = useRead(listImports, { query: { limit } });
  return (
    <Card title="Imports so far">
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data?.data.length === 0 && <EmptyState title="Nothing was imported yet" />}
      {data && data.data.length > 0 && (
        <Table
          caption="Imports so far"
          rows={data.data}
          keyOf={({ id }) => id}
          columns={[
            { head: 'When', cell: (one) => <When one={one} /> },
            { head: 'From', cell: (one) => <From one={one} /> },
            { head: 'Entries', cell: (one) => wordsOf(one) },
            { head: 'State', cell: (one) => <State one={one} /> },
          ]}
        />
      )}
      {data?.next && limit < MOST && (
        <Button className="mt-4" onClick={() => setLimit(Math.min(limit + PAGE, MOST))}>
          More
        </Button>
      )}
    </Card>
  );
}

function From({ one: { source_kind, source_name, actor } }: { readonly one: Listed }) {
  return (
    <>
      <span className="font-semibold break-words">{source_name}</span>
      <div className="text-small text-muted">
        {source_kind}, by {actor}
      </div>
    </>
  );
}

function When({ one: { began_at, ended_at } }: { readonly one: Listed }) {
  return (
    <>
      {dateTime(began_at)}
      {ended_at && <div className="text-small text-muted">ended {dateTime(ended_at)}</div>}
    </>
  );
}

/** The figures that are not nought, in words. */
function wordsOf({ created, changed, unchanged, deleted, refused }: Listed): string {
  const figures = [
    [created, 'new'],
    [changed, 'changed'],
    [unchanged, 'same'],
    [deleted, 'deleted'],
    [refused, 'refused'],
  ] as const;
  const said = figures.filter(([many]) => many > 0);
  return said.map(([many, word]) => `${count(many)} ${word}`).join(', ') || 'none';
}

/** How it ended, and what was refused as a file while that is kept. */
function State({ one: { id, state, has_problems } }: { readonly one: Listed }) {
  const [words, tone] = STATES[state];
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={tone}>{words}</Badge>
      {has_problems && (
        <FileLink href={importProblemFile.path.replace(':id', id)} label="Problems (CSV)" />
      )}
    </span>
  );
}
