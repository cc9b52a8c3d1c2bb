import { formatRand } from '@bonisa/domain/money/rand';
import type { LedgerLine } from '../../ledger/postings.ts';
import type { ExceptionSide } from './reconciliation.tables.ts';

/** One side of a reconciliation exception, ours or the carrier's, in the API. */
export function sideView(side: ExceptionSide | null) {
  return side && { amount: formatRand(side.amount), state: side.state, at: side.at };
}

/** A proposed line of the ledger in the API. */
export function lineView({ account, amount }: LedgerLine) {
  return {
    account,
    debit: formatRand(Math.max(amount, 0)),
    credit: formatRand(Math.max(-amount, 0)),
  };
}
