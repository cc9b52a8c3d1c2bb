import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { Lists, Values } from './batch.repository.ts';
import type { RowProblem } from './batch.rows.ts';
import type { PlannedDeletion } from './deletion.plan.ts';

/** What a batch would do. */

/** An entry as the batch leaves it. */
export interface PlannedPut {
  readonly row: number;
  readonly kind: EntryKind;
  readonly key: string;
  /** Negative for a new entry. */
  readonly id: number;
  readonly before: Values | undefined;
  /** All columns afterwards. References to new entries are negative. */
  readonly values: Record<string, unknown>;
  /** The items of those of its lists that change. */
  readonly items: Lists;
  /** The fields that change; all fields of a new entry. */
  readonly changed: readonly string[];
  /** Whether the slug is made from the title. */
  readonly slugIsMade: boolean;
}

export interface Plan {
  readonly puts: readonly PlannedPut[];
  readonly deletions: readonly PlannedDeletion[];
  /** In the order of the rows. Nothing may be written if there is one. */
  readonly problems: readonly RowProblem[];
}
