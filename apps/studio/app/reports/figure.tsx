import { type ReactNode, Suspense } from 'react';
import { FileLink } from '../design/file-link.tsx';
import { Card } from '../design/page.tsx';
import { EmptyState } from '../design/states.tsx';
import { type Column, Table } from '../design/table.tsx';
import { lazyPart } from '../shell/lazy-part.ts';
import { COLOURS } from './colours.ts';
import type { Picture } from './picture.ts';

export interface FigureProps<Row> {
  /** The question that the figure answers. */
  readonly question: string;
  /** The answer in a sentence; it needs no picture. */
  readonly answer: ReactNode;
  /** Nothing has happened: the figure says only that. */
  readonly isEmpty?: boolean;
  readonly picture?: Picture;
  /** What the colours of bars in the table mean, without a picture. */
  readonly legend?: readonly string[];
  /** The address of the same as a CSV file. */
  readonly file?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** The figures of a report: two beside each other where both have room. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-x-5 min-[110rem]:grid-cols-2">{children}</div>
  );
}

const Chart = lazyPart(() => import('./chart.tsx'));

/** A question, its answer in words, the picture, and the same figures as a table. */
export function Figure<Row>(props: FigureProps<Row>) {
  const { question, answer, isEmpty = false, picture, file, columns, rows, keyOf } = props;
  const { legend } = props;
  return (
    <Card title={question} actions={file && !isEmpty ? <FileLink href={file} /> : undefined}>
      {isEmpty ? (
        <EmptyState title="Nothing yet">{answer}</EmptyState>
      ) : (
        <>
          <p className="mb-3 text-heading font-semibold">{answer}</p>
          {picture && <Drawn picture={picture} />}
          {legend && <Legend names={legend} />}
          {picture ? (
            <details>
              <summary className="mb-2 w-fit cursor-pointer text-mark underline">
                The figures as a table
              </summary>
              <Table caption={question} columns={columns} rows={rows} keyOf={keyOf} />
            </details>
          ) : (
            <Table caption={question} columns={columns} rows={rows} keyOf={keyOf} />
          )}
        </>
      )}
    </Card>
  );
}

function Drawn({ picture }: { readonly picture: Picture }) {
  return (
    <>
      <Legend names={picture.series.map(({ label }) => label)} />
      <Suspense fallback={<div className="min-h-60" />}>
        <Chart {...picture} />
      </Suspense>
    </>
  );
}

/** The colours by name. */
function Legend({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-small">
      {names.map((name, at) => (
        <li key={name} className="flex items-center gap-2">
          <svg width="12" height="12" aria-hidden="true">
            <rect width="12" height="12" rx="2" fill={COLOURS[at % COLOURS.length]} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
