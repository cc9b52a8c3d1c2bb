import type { WithVat } from '@bonisa/domain/money/refund';
import { monthOf } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { LedgerPort } from '../../ledger/ledger.port.ts';
import { chargeRefunded, withoutZeroLines } from '../../ledger/postings.ts';
import type { DecidedException, WriteOffAct, WriteOffs } from '../../ledger/write-off.service.ts';
import type {
  ReportedOutcome,
  ReportResult,
  UnknownOutcomes,
} from '../charges/unknown-outcome.service.ts';
import type {
  ExceptionKind,
  ExceptionRepository,
  ExceptionState,
  ReconciliationException,
} from './exception.repository.ts';
import type { ExceptionPosting } from './exception-posting.ts';
import type { GivingBack } from './giving-back.service.ts';
import { amountTaken } from './proposals.ts';

export interface ExceptionDependencies {
  readonly db: Database;
  readonly exceptions: ExceptionRepository;
  readonly posting: ExceptionPosting;
  readonly givingBack: Pick<GivingBack, 'refundOf'>;
  readonly ledger: Pick<LedgerPort, 'post'>;
  readonly writeOffs: Pick<WriteOffs, 'askForException'>;
  readonly clock: Clock;
  /** Ends a charge or refund that the carrier's list does not show. */
  readonly unknowns: UnknownOutcomes;
}

/**
 * The carrier's answer to the operator: whether a charge was taken, or whether the money of a
 * refund was given back.
 */
export const OUTCOMES = ['taken', 'not_taken', 'given_back', 'not_given_back'] as const;
export interface ExceptionDecision {
  readonly outcome: (typeof OUTCOMES)[number];
  readonly note: string;
  /** The carrier's id of the payment or refund, if it is not known yet. */
  readonly carrierId: string | undefined;
}

/** Writes who decided, in the transaction of what is done; nothing where nothing is. */
type Record = (tx: Database) => Promise<void>;
const unrecorded: Record = async () => undefined;

export type ExceptionService = ReturnType<typeof createExceptionService>;

/**
 * An operator's actions on exceptions. Applying and dismissing are final; repeating either changes
 * nothing.
 */
export function createExceptionService(dependencies: ExceptionDependencies) {
  const { db, exceptions, posting, givingBack, ledger, writeOffs, clock, unknowns } = dependencies;
  const { lockOpen, refuseStale, monthOfException } = posting;
  const applyPostings = (id: string, record: Record): Promise<ReconciliationException> =>
    db.transaction(async (tx) => {
      const found = await lockOpen(tx, id, 'applied');
      if (found.state === 'applied') return found;
      await record(tx);
      return await posting.postProposal(tx, found);
    });

  /**
   * Ends an unknown outcome by what the operator has heard. Recording runs in its own transaction,
   * which may itself close the exception; after a crash in between, the same decision closes it. A
   * dismissed exception can still be ended, because its charge is still looked up while it is
   * unknown. 'Not taken' can become 'taken' later, as the carrier itself may still report it; no
   * other decision can be reversed.
   */
  const decideUnknown = async (
    found: ReconciliationException,
    decision: ExceptionDecision | undefined,
  ): Promise<ReconciliationException> => {
    const { id, subject, kind } = found;
    const said = decision && `${decision.outcome}: ${decision.note}`;
    if (
      found.state === 'applied' &&
      (said === undefined || found.note?.split(' | ').at(-1) === said)
    )
      return found;
    if (found.state === 'resolved')
      throw new AppError('conflict', 'This reconciliation exception is closed: it was resolved.');
    const [yes, no] =
      kind === 'unknown_charge'
        ? (['taken', 'not_taken'] as const)
        : (['given_back', 'not_given_back'] as const);
    if (!decision || (decision.outcome !== yes && decision.outcome !== no)) {
      throw invalidRequest([
        { field: 'outcome', problem: `must be ${yes} or ${no}, as the carrier says` },
      ]);
    }
    const heard: ReportedOutcome = {
      id: subject,
      done: decision.outcome === yes,
      carrierId: decision.carrierId,
      note: decision.note,
    };
    refuseContradiction(
      await (kind === 'unknown_charge' ? unknowns.endCharge(heard) : unknowns.endRefund(heard)),
    );
    return await exceptions.close(
      id,
      'applied',
      clock.now(),
      [found.note, said].filter(Boolean).join(' | '),
    );
  };

  const byId = async (id: string): Promise<ReconciliationException> => {
    const found = await exceptions.byId(id);
    if (!found) throw new AppError('not_found', 'There is no such reconciliation exception.');
    return found;
  };

  return {
    list: (
      state: ExceptionState,
      kind: ExceptionKind | undefined,
      page: { limit: number; offset: number; carrier?: string | undefined },
    ) => exceptions.list(state, kind, page),

    /** The same by their ids, for a file. */
    after: exceptions.after,

    byId,

    /**
     * Posts the exception's proposal once; for an unknown outcome it records the outcome that the
     * operator has heard.
     */
    apply: async (
      id: string,
      decision?: ExceptionDecision,
      record = unrecorded,
    ): Promise<ReconciliationException> => {
      const found = await exceptions.byId(id);
      if (found?.kind === 'unknown_charge' || found?.kind === 'unknown_refund')
        return await decideUnknown(found, decision);
      if (found && decision)
        throw invalidRequest([
          { field: 'outcome', problem: 'belongs only to an exception of an unknown outcome' },
        ]);
      return await applyPostings(id, record);
    },

    /**
     * Records that the carrier refunded, by hand, money that an applied exception posted as taken.
     * It is posted once, as a refund.
     */
    returned: (id: string, note: string, record = unrecorded): Promise<ReconciliationException> =>
      db.transaction(async (tx) => {
        const found = await exceptions.within(tx).lock(id);
        if (!found) throw new AppError('not_found', 'There is no such reconciliation exception.');
        if (found.state === 'returned') return found;
        if (found.state !== 'applied')
          throw new AppError(
            'conflict',
            `Only what was applied can be given back; this exception is ${found.state}.`,
          );
        if (await givingBack.refundOf(tx, id))
          throw new AppError(
            'conflict',
            'The carrier is being asked to give this back: its answer closes this exception.',
          );
        const { amount, vat } = amountTaken(found.proposal.lines);
        if (amount <= 0)
          throw new AppError(
            'conflict',
            'This reconciliation exception posted nothing as taken; give money back by the reference of its charge.',
          );
        const at = clock.now();
        await record(tx);
        const lines = withoutZeroLines(chargeRefunded(amount, vat));
        const { carrierId } = found;
        await ledger.post(tx, [{ cause: 'case_refund', causeId: id, carrierId, at, lines }]);
        return await exceptions.within(tx).close(id, 'returned', at, note);
      }),

    /** Closes an exception without a posting; the note says why. */
    dismiss: (id: string, note: string, record = unrecorded): Promise<ReconciliationException> =>
      db.transaction(async (tx) => {
        const found = await lockOpen(tx, id, 'dismissed');
        if (found.state === 'dismissed') return found;
        await record(tx);
        return await exceptions.within(tx).close(id, 'dismissed', clock.now(), note);
      }),

    /**
     * Closes an exception whose refund was asked for again. The refund itself may have resolved it:
     * the note is written all the same.
     */
    askedAgain: (id: string, note: string, record: Record): Promise<ReconciliationException> =>
      db.transaction(async (tx) => {
        const found = await exceptions.within(tx).lock(id);
        if (!found) throw new AppError('not_found', 'There is no such reconciliation exception.');
        await record(tx);
        if (found.state === 'open')
          return await exceptions.within(tx).close(id, 'dismissed', clock.now(), note);
        return found.note === null ? await exceptions.within(tx).writeNote(id, note) : found;
      }),

    /**
     * Asks for the write-off of what the carrier will not pay, because our books are right and it
     * does not follow them: the amount that the proposal would post back. The exception stays open
     * until a second person approves.
     */
    askWriteOff: async (id: string, act: WriteOffAct): Promise<ReconciliationException> => {
      await writeOffs.askForException(id, act, async (tx) => {
        const found = await lockOpen(tx, id);
        const owed = owedByCarrier(found);
        await refuseStale(tx, found);
        const month = (await monthOfException(tx, found)) ?? monthOf(found.createdAt);
        return { carrier: found.carrierId, month, ...owed };
      });
      return await byId(id);
    },

    /**
     * Dismisses the exception of an approved write-off; refuses if it is about something else now.
     */
    closeWrittenOff: (async (tx, { exceptionId, amount, reason }) => {
      if (exceptionId === null) return;
      const found = await lockOpen(tx, exceptionId);
      if (owedByCarrier(found).amount !== amount)
        throw new AppError(
          'conflict',
          'The exception of this write-off is about another amount now: refuse this request.',
        );
      await refuseStale(tx, found);
      await exceptions
        .within(tx)
        .close(exceptionId, 'dismissed', clock.now(), `Written off: ${reason}`);
    }) satisfies DecidedException,
  };
}

/** What the carrier owes us and does not list, in cents; refuses any other exception. */
function owedByCarrier({ proposal }: ReconciliationException): WithVat {
  const { amount, vat } = amountTaken(proposal.lines);
  if (amount < 0) return { amount: -amount, vat: 0 - vat };
  throw new AppError(
    'conflict',
    'This reconciliation exception is not about money that the carrier owes us.',
  );
}

function refuseContradiction(ending: ReportResult): void {
  switch (ending) {
    case 'recorded':
      return;
    case 'needs_carrier_id':
      throw invalidRequest([
        {
          field: 'carrier_id',
          problem: "must be the carrier's id of the payment or refund, which it has not told us",
        },
      ]);
    case 'contradicted':
      throw new AppError(
        'conflict',
        'It has come out otherwise meanwhile, by the carrier’s own answer: nothing was changed.',
      );
    case 'not_found':
      throw new AppError('conflict', 'What this exception is about is not there any more.');
  }
}
