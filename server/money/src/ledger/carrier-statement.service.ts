import {
  STATEMENT_FIGURES,
  type StatementDifference,
  type StatementFigures,
  statementDifferences,
} from '@bonisa/domain/money/carrier-settlement';
import { type Month, monthOf } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { NewId } from '@bonisa/kit/ids';
import type { CarrierSettlement, MonthStatement } from './carrier-settlement.service.ts';
import type {
  CarrierStatement,
  CarrierStatementRepository,
} from './carrier-statement.repository.ts';

/** A statement as somebody enters it. */
export interface EnteredStatement extends StatementFigures {
  readonly carrier: string;
  readonly month: Month;
  /** The carrier's own name of it. */
  readonly reference: string;
}

/** Our figures of a carrier's month beside the carrier's. */
export interface ComparedMonth {
  readonly ours: MonthStatement;
  readonly theirs: CarrierStatement | undefined;
  readonly differences: readonly StatementDifference[];
}

export interface CarrierStatementDependencies {
  readonly repository: CarrierStatementRepository;
  readonly settlement: Pick<CarrierSettlement, 'statements'>;
  readonly clock: Clock;
  readonly newId: NewId;
}

export type CarrierStatements = ReturnType<typeof createCarrierStatements>;

/** The carriers' statements of a month, against ours. */
export function createCarrierStatements({
  repository,
  settlement,
  clock,
  newId,
}: CarrierStatementDependencies) {
  const compared = async (month: Month, carrier?: string): Promise<ComparedMonth[]> => {
    if (month > monthOf(clock.now()))
      throw invalidRequest([{ field: 'month', problem: 'has not begun yet' }]);
    const all = await settlement.statements(month, carrier, 'counted');
    return await Promise.all(
      all.map(async (ours) => {
        const theirs = await repository.latest(ours.carrierId, month);
        return { ours, theirs, differences: theirs ? statementDifferences(ours, theirs) : [] };
      }),
    );
  };

  return {
    compared,

    /**
     * Keeps statements, all or none, and compares their months. The same reference again with the
     * same figures changes nothing; with other figures it is refused.
     */
    enter: async (
      statements: readonly EnteredStatement[],
      record: (tx: Database, statement: EnteredStatement) => Promise<void>,
    ): Promise<ComparedMonth[]> => {
      // An unknown carrier and a month in the future are refused before anything is written.
      for (const { carrier, month } of statements) await compared(month, carrier);
      await repository.alone(async (tx) => {
        for (const statement of statements) {
          const within = repository.within(tx);
          const known = await within.by(statement.carrier, statement.reference);
          if (known) refuseOther(known, statement);
          else {
            await within.insert(rowOf(statement, { id: newId(), at: clock.now() }));
            await record(tx, statement);
          }
        }
      });
      const months = await Promise.all(
        statements.map(({ carrier, month }) => compared(month, carrier)),
      );
      return months.flat();
    },
  };
}

function rowOf(
  { carrier, month, reference, ...figures }: EnteredStatement,
  made: { readonly id: string; readonly at: Date },
): CarrierStatement {
  return { ...made, carrierId: carrier, month, reference, ...figures };
}

function refuseOther(known: CarrierStatement, entered: EnteredStatement): void {
  const same =
    known.month === entered.month &&
    STATEMENT_FIGURES.every((figure) => known[figure] === entered[figure]);
  if (!same)
    throw new AppError(
      'conflict',
      `The statement ${entered.reference} was entered before with other figures; nothing was changed.`,
    );
}
