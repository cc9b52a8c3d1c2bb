import {
  type BasisPoints,
  type SettlementStatement,
  settlementStatement,
} from '@bonisa/domain/money/carrier-settlement';
import { type Cents, formatRand } from '@bonisa/domain/money/rand';
import type { Month } from '@bonisa/domain/south-african-time';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import { invalidRequest } from '../platform/http/errors.ts';
import type { NewId } from '../platform/ids.ts';
import type {
  CarrierSettlementRepository,
  Settlement,
  WriteOff,
} from './carrier-settlement.repository.ts';
import type { LedgerSpan } from './ledger.port.ts';
import { settlementReceived, writtenOff } from './postings.ts';

/** A month's statement of one carrier. */
export interface MonthStatement extends SettlementStatement {
  readonly carrierId: string;
  /** The carrier's share of the net, in hundredths of a percent. */
  readonly share: BasisPoints;
  readonly month: Month;
  readonly settlements: readonly Settlement[];
  /** The amount that the carrier has paid for the month so far. */
  readonly paid: Cents;
}

/** The configuration of a carrier: its id, and its share in hundredths of a percent. */
interface SettlingCarrier {
  readonly id: string;
  readonly share: BasisPoints;
}

/** Whether this call posted the amount, or an earlier one did. */
export interface Booked<Row> {
  readonly row: Row;
  readonly isNew: boolean;
}

/** What is to be written off; without a carrier: of the first one. */
export interface AskedWriteOff {
  readonly amount: Cents;
  readonly reason: string;
  readonly onceKey: string | null;
  readonly carrier?: string | undefined;
}

/** Writes who did it, in the transaction of what is posted; nothing where nothing is. */
const unrecorded = async (_tx: Database): Promise<void> => undefined;

export type CarrierSettlement = ReturnType<typeof createCarrierSettlement>;

/**
 * Settlement with each carrier separately: what it owes for a month, what it paid, and what it will
 * never pay.
 */
export function createCarrierSettlement({
  repository,
  clock,
  newId,
  carriers,
}: {
  repository: CarrierSettlementRepository;
  clock: Clock;
  newId: NewId;
  carriers: readonly [SettlingCarrier, ...SettlingCarrier[]];
}) {
  const statementOf = async (
    within: CarrierSettlementRepository,
    { id, share }: SettlingCarrier,
    month: Month,
    as: LedgerSpan['as'],
  ): Promise<MonthStatement> => {
    const totals = await within.totals(id, month, as);
    const settlements = await within.settlementsOf(id, month);
    return {
      ...settlementStatement(totals, share),
      carrierId: id,
      share,
      month,
      settlements,
      paid: sumOf(settlements, 'paid'),
    };
  };

  /** The named carrier, or the first one. Refuses an unknown name. */
  const named = (carrierId: string = carriers[0].id): SettlingCarrier => {
    const carrier = carriers.find(({ id }) => id === carrierId);
    if (carrier) return carrier;
    const problem = `must be one of ${carriers.map(({ id }) => id).join(', ')}`;
    throw invalidRequest([{ field: 'carrier', problem }]);
  };

  /**
   * Posts that nobody will pay an amount, which is at most what the carrier owes. A repeated key
   * posts nothing.
   */
  const writeOffWithin = async (
    tx: Database,
    { carrier, ...given }: AskedWriteOff,
    record = unrecorded,
  ): Promise<Booked<WriteOff>> => {
    const { id: carrierId } = named(carrier);
    const within = repository.within(tx);
    const known = given.onceKey === null ? undefined : await within.writeOffBy(given.onceKey);
    if (known)
      return {
        row: sameOr(
          known,
          known.carrierId === carrierId &&
            known.amount === given.amount &&
            known.reason === given.reason,
        ),
        isNew: false,
      };
    const owed = await within.receivable(carrierId);
    if (given.amount > owed)
      throw new AppError(
        'conflict',
        `The carrier owes R${formatRand(owed)}: no more than that can be written off.`,
      );
    const row = { ...given, carrierId, id: newId(), at: clock.now() };
    await record(tx);
    await within.bookWriteOff(row, writtenOff(row.amount));
    return { row, isNew: true };
  };

  return {
    /** The statements of a month: of the named carrier, or of each; `counted` for a screen. */
    statements: (
      month: Month,
      carrierId?: string,
      as: LedgerSpan['as'] = 'exact',
    ): Promise<MonthStatement[]> =>
      Promise.all(
        (carrierId === undefined ? carriers : [named(carrierId)]).map((carrier) =>
          statementOf(repository, carrier, month, as),
        ),
      ),

    /**
     * Posts a carrier's payment for a month, and its share as far as that is not posted yet. A
     * repeated reference posts nothing; with other figures it is refused.
     */
    book: (
      {
        carrier,
        ...given
      }: {
        month: Month;
        paid: Cents;
        reference: string;
        carrier?: string | undefined;
      },
      record = unrecorded,
    ): Promise<Booked<Settlement>> =>
      repository.alone(async (tx) => {
        const { id: carrierId, share } = named(carrier);
        const within = repository.within(tx);
        const known = await within.settlementBy(given.reference);
        if (known)
          return {
            row: sameOr(
              known,
              known.carrierId === carrierId &&
                known.month === given.month &&
                known.paid === given.paid,
            ),
            isNew: false,
          };
        const statement = await statementOf(within, { id: carrierId, share }, given.month, 'exact');
        const row = {
          ...given,
          carrierId,
          id: newId(),
          share: statement.carrierShare - sumOf(statement.settlements, 'share'),
          at: clock.now(),
        };
        await record(tx);
        await within.bookSettlement(row, settlementReceived(row.paid, row.share));
        return { row, isNew: true };
      }),

    writeOffWithin,

    /** Posts a write-off by itself, for a command of the operator. */
    writeOff: (given: AskedWriteOff, record = unrecorded): Promise<Booked<WriteOff>> =>
      repository.alone((tx) => writeOffWithin(tx, given, record)),

    /** What a carrier owes over all time; refuses an unknown carrier. */
    owed: async (carrier: string, tx: Database): Promise<Cents> =>
      await repository.within(tx).receivable(named(carrier).id),

    /** A lock for postings that depend on earlier postings. */
    alone: repository.alone,
  };
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
