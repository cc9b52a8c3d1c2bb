import { anyOf } from '@bonisa/kit/database/bulk';
import type { Database } from '@bonisa/kit/database/database';
import { sql } from 'drizzle-orm';
import type { charges, refunds } from '../billing.tables.ts';

/** Which of these references exist in a unique column. */
export async function takenReferences(
  db: Database,
  column: typeof charges.reference | typeof refunds.reference,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  if (references.length === 0) return new Set();
  const table = column.table;
  const rows = await db
    .select({ reference: column })
    .from(table)
    .where(sql`${column} = ${anyOf(references, 'text')}`);
  return new Set(rows.map(({ reference }) => reference as string));
}
