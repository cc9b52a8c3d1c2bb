import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers and money are at the right. */
  readonly align?: 'right';
  /** Left out on a narrow screen. */
  readonly wideOnly?: boolean;
}

export interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** A cell before the columns, such as a box to choose the row. */
  readonly before?: (row: Row) => ReactNode;
  readonly beforeHead?: ReactNode;
}

/**
 * A table that scrolls within itself where the screen is too narrow, words for screen readers
 * (which are positioned) included.
 */
export function Table<Row>({ caption, columns, rows, keyOf, before, beforeHead }: TableProps<Row>) {
  const look = ({ align, wideOnly }: Column<Row>): string =>
    `px-3 ${align === 'right' ? 'text-right tabular-nums whitespace-nowrap' : 'text-left'} ${wideOnly ? 'hidden lg:table-cell' : ''}`;
  return (
    <section
      className="relative overflow-x-auto rounded-card border border-rule bg-sheet"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-shade text-small text-muted">
          <tr>
            {before && <th className="w-10 py-2 pl-4 text-left">{beforeHead}</th>}
            {columns.map((column) => (
              <th key={column.head} scope="col" className={`py-2 font-semibold ${look(column)}`}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-t border-rule hover:bg-paper">
              {before && <td className="py-2 pl-4 align-middle">{before(row)}</td>}
              {columns.map((column) => (
                <td key={column.head} className={`py-2.5 align-middle ${look(column)}`}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
