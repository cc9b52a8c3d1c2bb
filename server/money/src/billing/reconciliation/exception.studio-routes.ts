import { exceptionFile } from '@bonisa/contract/studio/list-files.calls';
import * as calls from '@bonisa/contract/studio/settlement.calls';
import { type Cents, formatRand } from '@bonisa/domain/money/rand';
import { dayOf, daysAfter } from '@bonisa/domain/south-african-time';
import { choicesOf, choicesOfGroup } from '@bonisa/domain/staff/exception-choices';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import { csvStream, rowsByPage, sendCsv } from '@bonisa/kit/http/csv-file';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { RequestAudit } from '@bonisa/kit/http/studio-types';
import type { Wake } from '@bonisa/kit/jobs/wake-signal';
import type { LedgerLine } from '../../ledger/postings.ts';
import type { WriteOffRequest } from '../../ledger/write-off.repository.ts';
import type { WriteOffs } from '../../ledger/write-off.service.ts';
import type { ChargeRepository } from '../charges/charge.repository.ts';
import { refundRefusal } from '../refunds/refund.refusal.ts';
import type { Refund, RefundRepository } from '../refunds/refund.repository.ts';
import { exceptionKey } from '../refunds/refund.request.ts';
import type { RefundService } from '../refunds/refund.service.ts';
import type { ReconciliationException } from './exception.repository.ts';
import { type ExceptionDecision, OUTCOMES } from './exception.service.ts';
import { EXCEPTION_COLUMNS, exceptionRow } from './exception-file.ts';
import { decideGroup, groupsOf } from './exception-groups.ts';
import { amountTaken } from './proposals.ts';
import type { ReconciliationRow } from './reconciliation.repository.ts';
import type { ExceptionSide } from './reconciliation.tables.ts';
import type { Reconciliation } from './reconciliation.ts';

/** Days of comparisons that are listed, and the most of them. */
const USUAL_DAYS = 31;
const MOST_DAYS = 366;
/** Exceptions of a file that are read at once. */
const FILE_PAGE = 500;

export interface ExceptionRouteParts {
  readonly reconciliation: Pick<
    Reconciliation,
    'exceptions' | 'givingBack' | 'revisitAll' | 'all' | 'clock'
  >;
  readonly writeOffs: Pick<WriteOffs, 'waitingOfExceptions'>;
  readonly refundService: Pick<RefundService, 'request'>;
  readonly refunds: Pick<RefundRepository, 'byReference' | 'byOnceKey'>;
  readonly charges: Pick<ChargeRepository, 'byId'>;
  /** Above this sum a refund needs a second person, whom only care asks. */
  readonly refundLimit: Cents;
  readonly wake: Wake;
}

/** The calls of the studio about exceptions: what differs, and a person's decision about it. */
export function exceptionStudioRoutes(parts: ExceptionRouteParts): StudioRoutes {
  const { exceptions, revisitAll, all, clock } = parts.reconciliation;
  const viewsOf = async (rows: readonly ReconciliationException[]) => {
    const ids = rows.map(({ id }) => id);
    const waiting = await parts.writeOffs.waitingOfExceptions(ids);
    const refunds = await parts.reconciliation.givingBack.refundsOf(ids);
    return rows.map((row) => exceptionView(row, waiting.get(row.id), refunds.get(row.id)));
  };
  const viewOf = async (row: ReconciliationException) => {
    const [view] = await viewsOf([row]);
    if (!view) throw new Error('one exception has one view');
    return view;
  };
  return ({ register }) => {
    register(calls.listExceptions, {
      limit: 'read',
      handle: async ({ query: { state, kind, carrier, page, limit } }) => {
        // A lookup may have resolved some of the open exceptions.
        await revisitAll();
        const { rows, total } = await exceptions.list(state, kind, {
          limit,
          offset: (page - 1) * limit,
          carrier,
        });
        const lastPage = Math.max(1, Math.ceil(total / limit));
        return { data: await viewsOf(rows), page, last_page: lastPage, total };
      },
    });
    register(exceptionFile, {
      limit: 'read',
      handle: async ({ query, audit, reply }) => {
        await revisitAll();
        await audit.record({ subject: 'reconciliation-exceptions', details: { ...query } });
        const rows = rowsByPage(async (after: string | undefined) => {
          const found = await exceptions.after(query, after, FILE_PAGE);
          const next = found.length < FILE_PAGE ? undefined : found.at(-1)?.id;
          return { rows: found.map(exceptionRow), next };
        });
        return sendCsv(
          reply,
          `reconciliation-exceptions-${query.state}`,
          csvStream(EXCEPTION_COLUMNS, rows),
        );
      },
    });
    register(calls.decideException, {
      limit: 'write',
      handle: async ({ params: { id }, body, actor, audit }) => {
        const { choice, reason, carrier_payment_id: carrierId } = body;
        if (choice === 'give_back' && (await isAboveLimit(parts, id))) {
          if (actor.kind !== 'account')
            throw new AppError(
              'account_needed',
              `Above R${formatRand(parts.refundLimit)} a person must ask for it, and another one approve it.`,
            );
          await parts.reconciliation.givingBack.ask(id, { actor, audit, reason });
          return { exception: await viewOf(await exceptions.byId(id)) };
        }
        const record = recorderOf(audit, id, { choice, reason });
        const decided = await decide(parts, id, { choice, reason, carrierId }, record);
        return { exception: await viewOf(decided) };
      },
    });
    register(calls.listExceptionGroups, {
      limit: 'read',
      handle: async ({ query: { day } }) => {
        await revisitAll();
        const groups = await groupsOf(exceptions, day);
        const data = groups.map(({ posts, amount, ...group }) => ({
          ...group,
          amount: formatRand(amount),
          choices: choicesOfGroup(group.kind, posts),
        }));
        return { data };
      },
    });
    register(calls.decideExceptionGroup, {
      limit: 'write',
      handle: async ({ body: { choice, reason, ...group }, audit }) => {
        const { count, kind, posting } = group;
        const amount = formatRand(group.amount);
        const details = { choice, kind, posting, count, amount };
        await audit.record({ subject: 'reconciliation-exceptions', reason, details });
        const { rest, ...done } = await decideGroup(exceptions, group, ({ id, ...one }) => {
          const { amount: posts } = amountTaken(one.proposal.lines);
          if (!choicesOfGroup(kind, posts).some((offered) => offered.choice === choice))
            throw new AppError('conflict', 'This is no choice of these exceptions.');
          const record = recorderOf(audit, id, { choice, reason });
          return decide(parts, id, { choice, reason, carrierId: undefined }, record);
        });
        return { ...done, rest: rest && { ...rest, amount: formatRand(rest.amount) } };
      },
    });
    register(calls.askExceptionWriteOff, {
      limit: 'write',
      handle: async ({ params: { id }, body: { reason }, actor, audit }) => ({
        exception: await viewOf(await exceptions.askWriteOff(id, { actor, audit, reason })),
      }),
    });
    register(calls.listComparisons, {
      limit: 'read',
      handle: async ({ query }) => {
        const to = query.to ?? dayOf(clock.now());
        const from = query.from ?? daysAfter(to, 1 - USUAL_DAYS);
        if (from > to || daysAfter(from, MOST_DAYS) < to)
          throw invalidRequest([
            { field: 'from', problem: `must be at most ${MOST_DAYS} days before to` },
          ]);
        const rows = await Promise.all(all.map(({ between }) => between(from, to)));
        return { data: rows.flat().sort(newestFirst).map(comparisonView) };
      },
    });
  };
}

interface Decision {
  readonly choice: (typeof calls.decideException)['body']['_output']['choice'];
  readonly reason: string;
  readonly carrierId: string | undefined;
}

/**
 * Does what was chosen. What is refused, because it is no choice of the exception, changes nothing.
 */
async function decide(
  parts: ExceptionRouteParts,
  id: string,
  { choice, reason, carrierId }: Decision,
  record: RecordDecision,
): Promise<ReconciliationException> {
  const { exceptions } = parts.reconciliation;
  switch (choice) {
    case 'post':
      return await exceptions.apply(id, undefined, record);
    case 'dismiss':
      return await exceptions.dismiss(id, reason, record);
    case 'returned':
      return await exceptions.returned(id, reason, record);
    case 'give_back':
      return await giveBack(parts, id, reason, record);
    case 'refund':
      return await refundAgain(parts, await exceptions.byId(id), reason, record);
    default: {
      const outcome = OUTCOMES.find((one) => one === choice);
      if (!outcome) throw new Error(`nothing is done for ${choice}`);
      const decision: ExceptionDecision = { outcome, note: reason, carrierId };
      // The outcome is recorded in transactions of its own: the audit says what is about to be
      // told, and afterwards that it was, so that neither a crash nor a refusal is hidden.
      await record(undefined, 'asked');
      const applied = await exceptions.apply(id, decision);
      await record(undefined, 'done');
      return applied;
    }
  }
}

/** Writes a decision into the audit; `state` where it is written before and after. */
type RecordDecision = (tx?: Database, state?: 'asked' | 'done') => Promise<void>;

function recorderOf(
  audit: RequestAudit,
  id: string,
  { choice, reason }: Pick<Decision, 'choice' | 'reason'>,
): RecordDecision {
  return (tx, state) => {
    const details = state === undefined ? { choice } : { choice, state };
    return audit.record({ subject: `reconciliation-exception:${id}`, reason, details }, tx);
  };
}

/** Whether a second person decides about giving the payment of an exception back. */
async function isAboveLimit(
  { reconciliation, refundLimit }: ExceptionRouteParts,
  id: string,
): Promise<boolean> {
  const { proposal } = await reconciliation.exceptions.byId(id);
  return amountTaken(proposal.lines).amount > refundLimit;
}

/** Has the carrier give a payment back that is no charge here; above the limit one by one only. */
async function giveBack(
  parts: ExceptionRouteParts,
  id: string,
  reason: string,
  record: RecordDecision,
): Promise<ReconciliationException> {
  if (await isAboveLimit(parts, id))
    throw new AppError(
      'conflict',
      `Above R${formatRand(parts.refundLimit)} a second person decides: ask for it at the exception of this payment, by itself.`,
    );
  const asked = await parts.reconciliation.givingBack.giveBack(id, reason, record);
  parts.wake('refunds');
  return asked;
}

/**
 * Asks the carrier again for the refund that it refused, once for an exception. The audit has the
 * decision before money moves, as for unknown outcomes.
 */
async function refundAgain(
  parts: ExceptionRouteParts,
  found: ReconciliationException,
  reason: string,
  record: RecordDecision,
): Promise<ReconciliationException> {
  const { refundService, refunds, charges, refundLimit, reconciliation } = parts;
  const { exceptions } = reconciliation;
  const close = () =>
    exceptions.askedAgain(found.id, `Asked for again: ${reason}`, (tx) => record(tx, 'done'));
  if (found.kind !== 'refund_denied')
    throw new AppError('conflict', 'This reconciliation exception is not about a refused refund.');
  const onceKey = exceptionKey(found.id);
  if (found.state !== 'open') {
    if (await refunds.byOnceKey(onceKey)) return found;
    throw new AppError(
      'conflict',
      `This reconciliation exception is closed: it was ${found.state}.`,
    );
  }
  const refund = await refunds.byReference(found.reference ?? '');
  if (refund?.exceptionId) {
    await giveBack(parts, refund.exceptionId, reason, (tx) => record(tx, 'asked'));
    return await close();
  }
  const charge = refund?.chargeId ? await charges.byId(refund.chargeId) : undefined;
  if (!refund || !charge)
    throw new AppError('conflict', 'What this exception is about is not there any more.');
  if (refund.amount > refundLimit)
    throw new AppError(
      'conflict',
      `Above R${formatRand(refundLimit)} a second person decides: ask for this refund in Care, where the charge ${charge.reference} opens its number, and dismiss the exception then.`,
    );
  await record(undefined, 'asked');
  const { reference } = charge;
  const { amount } = refund;
  const asked = { reference, amount, why: reason, onceKey, retries: refund };
  const answer = await refundService.request(asked);
  if (!answer.ok) throw refundRefusal(answer);
  return await close();
}

/** An exception as the studio shows it, with the request that waits, and the refund of it. */
function exceptionView(
  one: ReconciliationException,
  waiting: WriteOffRequest | undefined,
  refund: Refund | undefined,
) {
  const { proposal, kind, state } = one;
  return {
    id: one.id,
    carrier: one.carrierId,
    kind,
    state,
    reference: one.reference,
    carrier_payment_id: one.carrierPaymentId,
    date: one.day,
    ours: sideView(one.ours),
    theirs: sideView(one.theirs),
    proposal: { words: proposal.words, lines: proposal.lines.map(lineView) },
    choices: choicesOf({
      kind,
      state,
      posts: amountTaken(proposal.lines).amount,
      requestWaits: waiting !== undefined,
      hasPaymentId: one.carrierPaymentId !== null,
      isBeingGivenBack: refund !== undefined,
    }),
    write_off: waiting
      ? {
          asked_by: waiting.askedByName,
          asked_at: waiting.askedAt.toISOString(),
          gives_back: waiting.givesBack,
        }
      : null,
    refund: refund
      ? {
          reference: refund.reference,
          state: refund.state,
          asked_at: refund.createdAt.toISOString(),
        }
      : null,
    note: one.note,
    created_at: one.createdAt.toISOString(),
    closed_at: one.closedAt?.toISOString() ?? null,
  };
}

function sideView(side: ExceptionSide | null) {
  return side && { amount: formatRand(side.amount), state: side.state, at: side.at };
}

function lineView({ account, amount }: LedgerLine) {
  return {
    account,
    debit: formatRand(Math.max(amount, 0)),
    credit: formatRand(Math.max(-amount, 0)),
  };
}

function newestFirst(one: ReconciliationRow, other: ReconciliationRow): number {
  return one.day > other.day ? -1 : Number(one.day < other.day);
}

function comparisonView(row: ReconciliationRow) {
  return {
    date: row.day,
    carrier: row.carrierId,
    source: row.source,
    matched: row.matched,
    missing_here: row.missingHere,
    missing_there: row.missingThere,
    differing: row.differing,
    at: row.at.toISOString(),
  };
}
