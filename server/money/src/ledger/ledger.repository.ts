import { formatRand } from '@bonisa/domain/money/rand';
import type { Database } from '@bonisa/kit/database/database';
import { sql, sum } from 'drizzle-orm';
import { ACCOUNTS, ledgerLines } from './ledger.tables.ts';

export interface LedgerReport {
  readonly balanced: boolean;
  /** The whole chart of accounts by name, including accounts without a posting; rand as text. */
  readonly accounts: readonly AccountSums[];
  /** The same for each carrier with a posting; carriers by id. */
  readonly carriers: readonly { carrier: string; accounts: readonly AccountSums[] }[];
}

interface AccountSums {
  readonly account: string;
  readonly debit: string;
  readonly credit: string;
}

/** SQL of the ledger's reports: the sums of all accounts (`GET /ops/ledger`). */
export function createLedgerRepository(db: Database) {
  return {
    report: async (): Promise<LedgerReport> => {
      const rows = await db
        .select({
          carrierId: ledgerLines.carrierId,
          account: ledgerLines.account,
          debit: sql<string>`coalesce(sum(${ledgerLines.amount}) filter (where ${ledgerLines.amount} > 0), 0)`,
          credit: sql<string>`coalesce(-sum(${ledgerLines.amount}) filter (where ${ledgerLines.amount} < 0), 0)`,
        })
        .from(ledgerLines)
        .groupBy(ledgerLines.carrierId, ledgerLines.account);
      const debit = rows.reduce((total, row) => total + Number(row.debit), 0);
      const credit = rows.reduce((total, row) => total + Number(row.credit), 0);
      return {
        balanced: debit === credit,
        accounts: sumsOf(rows),
        carriers: [...new Set(rows.map(({ carrierId }) => carrierId))].sort().map((carrier) => ({
          carrier,
          accounts: sumsOf(rows.filter(({ carrierId }) => carrierId === carrier)),
        })),
      };
    },

    /** The sum of all lines, in cents; anything but zero is an error. */
    balance: async (): Promise<number> => {
      const [row] = await db.select({ balance: sum(ledgerLines.amount) }).from(ledgerLines);
      return Number(row?.balance ?? 0);
    },
  };
}

/** The whole chart of accounts, by name. */
function sumsOf(
  rows: readonly { account: string; debit: string; credit: string }[],
): AccountSums[] {
  return [...ACCOUNTS].sort().map((account) => {
    const ofAccount = rows.filter((row) => row.account === account);
    const sum = (side: 'debit' | 'credit'): string =>
      formatRand(ofAccount.reduce((total, row) => total + Number(row[side]), 0));
    return { account, debit: sum('debit'), credit: sum('credit') };
  });
}

export type LedgerRepository = ReturnType<typeof createLedgerRepository>;
