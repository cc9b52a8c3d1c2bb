import {
  type BasisPoints,
  type SettlementStatement,
  settlementStatement,
} from '@bonisa/domain/carrier-settlement';
import { type Cents, formatRand } from '@bonisa/domain/rand';
import { type Day, instantOf, type Month, monthAfter } from '@bonisa/domain/south-african-time';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import { newId } from '../platform/ids.ts';
import type {
  CarrierSettlementRepository,
  Settlement,
  WriteOff,
} from './carrier-settlement.repository.ts';
import { settlementReceived, writtenOff } from './postings.ts';

export interface MonthStatement extends SettlementStatement {
  readonly month: Month;
  readonly settlements: readonly Settlement[];
  /** What the carrier has paid for the month so far. */
  readonly paid: Cents;
}

/** Whether it was booked now, or stood there already. */
export interface Booked<Row> {
  readonly row: Row;
  readonly isNew: boolean;
}

export type CarrierSettlement = ReturnType<typeof createCarrierSettlement>;

/**
 * ChargeOutcomes with the carrier: what it owes for a month, what it paid, and what it will never
 * pay. `share` is the carrier's, of the net.
 */
export function createCarrierSettlement({
  repository,
  clock,
  share,
}: {
  repository: CarrierSettlementRepository;
  clock: Clock;
  share: BasisPoints;
}) {
  const statementOf = async (
    within: CarrierSettlementRepository,
    month: Month,
  ): Promise<MonthStatement> => {
    const totals = await within.totals({
      from: beginningOf(month),
      to: beginningOf(monthAfter(month)),
    });
    const settlements = await within.settlementsOf(month);
    return {
      ...settlementStatement(totals, share),
      month,
      settlements,
      paid: sumOf(settlements, 'paid'),
    };
  };

  return {
    statement: (month: Month): Promise<MonthStatement> => statementOf(repository, month),

    /**
     * Books what the carrier paid for a month, and its share as far as that is not booked yet. The
     * same reference again books nothing; with other figures it is refused.
     */
    book: (given: { month: Month; paid: Cents; reference: string }): Promise<Booked<Settlement>> =>
      repository.alone(async (tx) => {
        const within = repository.within(tx);
        const known = await within.settlementBy(given.reference);
        if (known)
          return {
            row: sameOr(known, known.month === given.month && known.paid === given.paid),
            isNew: false,
          };
        const statement = await statementOf(within, given.month);
        const row = {
          ...given,
          id: newId(),
          share: statement.carrierShare - sumOf(statement.settlements, 'share'),
          at: clock.now(),
        };
        await within.bookSettlement(row, settlementReceived(row.paid, row.share));
        return { row, isNew: true };
      }),

    /**
     * Books that nobody will pay an amount, which must not be more than the carrier owes. The same
     * key again books nothing.
     */
    writeOff: (given: {
      amount: Cents;
      reason: string;
      onceKey: string | null;
    }): Promise<Booked<WriteOff>> =>
      repository.alone(async (tx) => {
        const within = repository.within(tx);
        const known = given.onceKey === null ? undefined : await within.writeOffBy(given.onceKey);
        if (known)
          return {
            row: sameOr(known, known.amount === given.amount && known.reason === given.reason),
            isNew: false,
          };
        const owed = await within.receivable();
        if (given.amount > owed)
          throw new AppError(
            'conflict',
            `The carrier owes R${formatRand(owed)}: no more than that can be written off.`,
          );
        const row = { ...given, id: newId(), at: clock.now() };
        await within.bookWriteOff(row, writtenOff(row.amount));
        return { row, isNew: true };
      }),
  };
}

function beginningOf(month: Month): Date {
  return instantOf(`${month}-01` as Day);
}

function sumOf<Key extends 'paid' | 'share'>(
  settlements: readonly Record<Key, Cents>[],
  key: Key,
): Cents {
  return settlements.reduce((total, one) => total + one[key], 0);
}

function sameOr<Row>(known: Row, isSame: boolean): Row {
  if (!isSame)
    throw new AppError(
      'conflict',
      'This reference was booked before with other figures; nothing was booked now.',
    );
  return known;
}
