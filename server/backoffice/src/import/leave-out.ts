import { batchesOf, type ImportRow, previewBatches } from '@bonisa/contract/studio/import-run';
import { ImportError } from './import-row.ts';
import { BATCH_ROWS, type ImportTarget, lineOf } from './run-import.ts';

/** A feed is another company's and comes every night: one item must not keep all others away. */

export interface LeftOut {
  readonly rows: readonly ImportRow[];
  /** What is left out, and why. */
  readonly refused: readonly string[];
}

/**
 * The rows of a feed without the items that the target would refuse, such as a new one that lacks a
 * field. Throws an ImportError where no item would be left. Problems of other rows stay: the import
 * itself names them.
 */
export async function leaveOutRefused(
  all: readonly ImportRow[],
  target: Pick<ImportTarget, 'preview'>,
  batchRows = BATCH_ROWS,
): Promise<LeftOut> {
  const refused = new Set<string>();
  for (let rows = all; ; ) {
    const { problems } = await previewBatches(batchesOf(rows, batchRows), target);
    const places = new Set(problems.map(({ place }) => place));
    const items = rows.filter(isItem);
    const known = new Set(items.map(({ place }) => place));
    const isItems = [...places].every((place) => known.has(place));
    if (problems.length === 0 || !isItems) return { rows, refused: [...refused] };
    for (const problem of problems) refused.add(lineOf(problem));
    if (items.every(({ place }) => places.has(place))) throw new ImportError([...refused]);
    rows = withoutUncredited(rows.filter(({ place }) => !places.has(place)));
  }
}

const isItem = ({ row }: ImportRow): boolean => row.kind === 'video';

/** Without the people whom only items credit that are left out. */
export function withoutUncredited(rows: readonly ImportRow[]): ImportRow[] {
  const credited = new Set(
    rows.flatMap(({ row }) =>
      ((row.credits ?? []) as readonly { person: string }[]).map(({ person }) => person),
    ),
  );
  return rows.filter(({ row }) => row.kind !== 'person' || credited.has(String(row.key)));
}
