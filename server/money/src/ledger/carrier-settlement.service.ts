import {
  type BasisPoints,
  type MonthWriteOff,
  outstandingOf,
  type SettlementStatement,
  settlementStatement,
  shareOfLate,
} from '@bonisa/domain/money/carrier-settlement';
import { type Cents, formatRand } from '@bonisa/domain/money/rand';
import { type Month, monthBefore, monthOf } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { NewId } from '@bonisa/kit/ids';
import type {
  CarrierSettlementRepository,
  PostedElsewhere,
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
  /** What is to be paid and was neither paid nor written off; negative: it paid too much. */
  readonly outstanding: Cents;
  /** The carrier's share as far as it is posted. */
  readonly postedShare: Cents;
  /** What of the figures was posted in another month: they have changed since the month ended. */
  readonly postedElsewhere: PostedElsewhere | undefined;
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
export interface WriteOffInput extends MonthWriteOff {
  readonly month: Month;
  readonly reason: string;
  readonly onceKey: string | null;
  readonly carrier?: string | undefined;
}

/** How far back a write-off without a month looks for one that owes as much. */
const MONTHS_BACK = 24;

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
  /** `more`: what is not written off yet, as if it was. */
  const statementOf = async (
    within: CarrierSettlementRepository,
    { id, share }: SettlingCarrier,
    month: Month,
    as: LedgerSpan['as'],
    more: readonly MonthWriteOff[] = [],
  ): Promise<MonthStatement> => {
    const totals = await within.totals(id, month, as);
    const settlements = await within.settlementsOf(id, month);
    const writeOffs = await within.writeOffsOf(id, month);
    const statement = settlementStatement(totals, share, [...writeOffs, ...more]);
    const paid = sumOf(settlements, 'paid');
    return {
      ...statement,
      carrierId: id,
      share,
      month,
      settlements,
      paid,
      outstanding: outstandingOf(statement, paid),
      postedShare: sumOf(settlements, 'share') + sumOf(writeOffs, 'share'),
      postedElsewhere: await within.postedElsewhere(id, month),
    };
  };

  /**
   * Corrects the share of other months that have changed since their last booking, such as by a
   * reconciliation exception: the ledger then has what the settlement shows.
   */
  const correctShares = async (
    within: CarrierSettlementRepository,
    { id: carrierId, share: agreed }: SettlingCarrier,
    { but, at }: { readonly but: Month; readonly at: Date },
  ): Promise<void> => {
    const months = await within.changedMonths(carrierId);
    for (const month of months.filter((changed) => changed !== but)) {
      const writeOffs = await within.writeOffsOf(carrierId, month);
      const booked = [...(await within.settlementsOf(carrierId, month)), ...writeOffs];
      const last = new Date(Math.max(...booked.map((payment) => payment.at.getTime())));
      const totals = await within.totals(carrierId, month, 'exact');
      const late = await within.postedElsewhereSince(carrierId, month, last);
      const posted = sumOf(booked, 'share');
      const share = shareOfLate({ totals, late, writeOffs, posted }, agreed);
      if (share === 0) continue;
      const id = newId();
      const row = { id, carrierId, month, paid: 0, share, reference: `share ${id}`, at };
      await within.bookSettlement(row, settlementReceived(0, share));
    }
  };

  /** The named carrier, or the first one. Refuses an unknown name. */
  const carrierOrFirst = (carrierId: string = carriers[0].id): SettlingCarrier => {
    const carrier = carriers.find(({ id }) => id === carrierId);
    if (carrier) return carrier;
    const problem = `must be one of ${carriers.map(({ id }) => id).join(', ')}`;
    throw invalidRequest([{ field: 'carrier', problem }]);
  };

  /** The newest month of which an amount is outstanding; the present one if there is none. */
  const owingMonth = async (
    within: CarrierSettlementRepository,
    { carrier, onceKey, ...request }: Omit<WriteOffInput, 'month'>,
  ): Promise<Month> => {
    const known = onceKey === null ? undefined : await within.writeOffBy(onceKey);
    const present = monthOf(clock.now());
    if (known) return (known.month as Month | null) ?? present;
    let month = present;
    for (let back = 0; back < MONTHS_BACK; back++, month = monthBefore(month)) {
      const after = await statementOf(within, carrierOrFirst(carrier), month, 'exact', [request]);
      if (after.outstanding >= 0) return month;
    }
    return present;
  };

  /**
   * Posts that nobody will pay an amount, which is at most what is outstanding of the month. A
   * repeated key posts nothing.
   */
  const writeOffWithin = async (
    tx: Database,
    { carrier: name, ...input }: WriteOffInput,
    record = unrecorded,
  ): Promise<Booked<WriteOff>> => {
    const carrier = carrierOrFirst(name);
    const { id: carrierId } = carrier;
    const within = repository.within(tx);
    const known = input.onceKey === null ? undefined : await within.writeOffBy(input.onceKey);
    if (known) return { row: sameOr(known, isSame(known, { ...input, carrierId })), isNew: false };
    const { month } = input;
    const before = await statementOf(within, carrier, month, 'exact');
    const after = await statementOf(within, carrier, month, 'exact', [input]);
    const owed = await within.receivable(carrierId);
    if (after.outstanding < 0 || input.amount > owed)
      throw new AppError(
        'conflict',
        `R${formatRand(Math.max(0, Math.min(owed, before.outstanding)))} is outstanding of ${month}: no more than that can be written off.`,
      );
    const at = clock.now();
    const share = after.carrierShare - after.postedShare;
    const row = { ...input, carrierId, share, id: newId(), at };
    await record(tx);
    await within.bookWriteOff(row, writtenOff(row.amount, share));
    await correctShares(within, carrier, { but: month, at });
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
        (carrierId === undefined ? carriers : [carrierOrFirst(carrierId)]).map((carrier) =>
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
        ...payment
      }: {
        month: Month;
        paid: Cents;
        reference: string;
        carrier?: string | undefined;
      },
      record = unrecorded,
    ): Promise<Booked<Settlement>> =>
      repository.alone(async (tx) => {
        const settling = carrierOrFirst(carrier);
        const { id: carrierId } = settling;
        const within = repository.within(tx);
        const known = await within.settlementBy(carrierId, payment.reference);
        if (known) {
          const isSameOne = known.month === payment.month && known.paid === payment.paid;
          return { row: sameOr(known, isSameOne), isNew: false };
        }
        const { carrierShare, postedShare } = await statementOf(
          within,
          settling,
          payment.month,
          'exact',
        );
        const at = clock.now();
        const row = { ...payment, carrierId, id: newId(), share: carrierShare - postedShare, at };
        await record(tx);
        await within.bookSettlement(row, settlementReceived(row.paid, row.share));
        await correctShares(within, settling, { but: payment.month, at });
        return { row, isNew: true };
      }),

    writeOffWithin,

    /**
     * Posts a write-off in a transaction of its own, for a command of the operator. Without a
     * month: of the newest that owes as much.
     */
    writeOff: (
      writeOff: Omit<WriteOffInput, 'month'> & { readonly month?: Month | undefined },
      record = unrecorded,
    ): Promise<Booked<WriteOff>> =>
      repository.alone(async (tx) => {
        const month = writeOff.month ?? (await owingMonth(repository.within(tx), writeOff));
        return await writeOffWithin(tx, { ...writeOff, month }, record);
      }),

    /** What a carrier owes over all time; refuses an unknown carrier. */
    owed: async (carrier: string, tx: Database): Promise<Cents> =>
      await repository.within(tx).receivable(carrierOrFirst(carrier).id),

    /** What is outstanding of a month once more is written off; negative: it cannot be. */
    outstandingAfter: async (
      of: { readonly carrier: string; readonly month: Month },
      more: readonly MonthWriteOff[],
      tx: Database,
    ): Promise<Cents> => {
      const within = repository.within(tx);
      const statement = await statementOf(
        within,
        carrierOrFirst(of.carrier),
        of.month,
        'exact',
        more,
      );
      return statement.outstanding;
    },

    /** A lock for postings that depend on earlier postings. */
    alone: repository.alone,
  };
}

function sumOf<Key extends 'paid' | 'share'>(rows: readonly Record<Key, Cents>[], key: Key): Cents {
  return rows.reduce((total, row) => total + row[key], 0);
}

/** One of before write-offs had a month is the same in any month. */
function isSame(
  known: WriteOff,
  writeOff: Omit<WriteOffInput, 'carrier'> & { readonly carrierId: string },
): boolean {
  return (
    known.carrierId === writeOff.carrierId &&
    (known.month ?? writeOff.month) === writeOff.month &&
    known.amount === writeOff.amount &&
    known.reason === writeOff.reason
  );
}

function sameOr<Row>(known: Row, isSame: boolean): Row {
  if (!isSame)
    throw new AppError(
      'conflict',
      'This reference was booked before with other figures; nothing was booked now.',
    );
  return known;
}
