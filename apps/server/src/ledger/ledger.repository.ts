import { formatRand } from '@bonisa/domain/rand';
import { sql, sum } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { ACCOUNTS, ledgerLines } from './ledger.tables.ts';

export interface LedgerReport {
  readonly balanced: boolean;
  /** All of the chart, by name, those without a posting too; rand as text. */
  readonly accounts: readonly { account: string; debit: string; credit: string }[];
}

/**
 * SQL of the ledger's reports: the sums of all accounts (interfaces 'Operations': `GET
 * /ops/ledger`).
 */
export function createLedgerRepository(db: Database) {
  return {
    report: async (): Promise<LedgerReport> => {
      const rows = await db
        .select({
          account: ledgerLines.account,
          debit: sql<string>`coalesce(sum(${ledgerLines.amount}) filter (where ${ledgerLines.amount} > 0), 0)`,
          credit: sql<string>`coalesce(-sum(${ledgerLines.amount}) filter (where ${ledgerLines.amount} < 0), 0)`,
        })
        .from(ledgerLines)
        .groupBy(ledgerLines.account);
      const debit = rows.reduce((total, row) => total + Number(row.debit), 0);
      const credit = rows.reduce((total, row) => total + Number(row.credit), 0);
      return {
        balanced: debit === credit,
        accounts: [...ACCOUNTS].sort().map((account) => {
          const row = rows.find((one) => one.account === account);
          return {
            account,
            debit: formatRand(Number(row?.debit ?? 0)),
            credit: formatRand(Number(row?.credit ?? 0)),
          };
        }),
      };
    },

    /** What all lines add up to, in cents: nothing, or the ledger is wrong. */
    balance: async (): Promise<number> => {
      const [row] = await db.select({ balance: sum(ledgerLines.amount) }).from(ledgerLines);
      return Number(row?.balance ?? 0);
    },
  };
}

export type LedgerRepository = ReturnType<typeof createLedgerRepository>;
