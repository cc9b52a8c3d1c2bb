import { and, eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { bulkInsert } from '../platform/bulk.ts';
import type { Database } from '../platform/database.ts';
import { cases } from './ledger.tables.ts';

export type Case = typeof cases.$inferSelect;
export type NewCase = Pick<Case, 'kind' | 'subject' | 'proposal'> & Partial<Pick<Case, 'reference' | 'carrierPaymentId' | 'day' | 'ours' | 'theirs'>>;

/** Puts something on the list of what people must decide; what stands there already is not put twice. */
export async function openCases(tx: Database, found: readonly NewCase[], at: Date): Promise<void> {
  await bulkInsert(
    tx,
    cases,
    found.map((one) => ({ ...one, id: uuid(), state: 'open' as const, createdAt: at })),
    { onConflict: 'ignore' },
  );
}

/** What a case asked has been answered by itself. */
export async function settleCase(tx: Database, kind: Case['kind'], subject: string, at: Date): Promise<void> {
  await tx
    .update(cases)
    .set({ state: 'settled', closedAt: at })
    .where(and(eq(cases.kind, kind), eq(cases.subject, subject), eq(cases.state, 'open')));
}
