import { sql } from 'drizzle-orm';
import { type AnyPgColumn, index } from 'drizzle-orm/pg-core';

/**
 * The indexes for what happens after each change: the search index asks what the change stamped,
 * and each process which windows open or close next.
 */
export function changeIndexes(
  name: string,
  table: Readonly<Record<'updatedAt' | 'availableFrom' | 'availableUntil', AnyPgColumn>>,
) {
  const { updatedAt, availableFrom: from, availableUntil: until } = table;
  return [
    index(`${name}_updated`).on(updatedAt),
    index(`${name}_from`).on(from).where(sql`${from} is not null`),
    index(`${name}_until`).on(until).where(sql`${until} is not null`),
  ];
}
