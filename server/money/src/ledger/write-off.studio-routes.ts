import * as calls from '@bonisa/contract/studio/write-off.calls';
import { formatRand } from '@bonisa/domain/money/rand';
import { monthOf } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { StudioActor } from '@bonisa/kit/http/studio-types';
import type { Wake } from '@bonisa/kit/jobs/wake-signal';
import type { SeenRequest } from './second-person.ts';
import type { WriteOffRequest } from './write-off.repository.ts';
import type { DecisionParts, WriteOffs } from './write-off.service.ts';

/**
 * The calls of the studio about write-offs; reconciliation exceptions and staff come after the
 * ledger.
 */
export function writeOffStudioRoutes(
  writeOffs: WriteOffs,
  { clock, wake, ...above }: DecisionParts & { readonly clock: Clock; readonly wake: Wake },
): StudioRoutes {
  const seenBy = (actor: StudioActor, rows: readonly WriteOffRequest[]) =>
    above.secondPerson.seenBy(actor.id, rows, clock.now());
  const viewOf = async (row: WriteOffRequest, actor: StudioActor) =>
    requestView(row, (await seenBy(actor, [row]))(row));
  return ({ register }) => {
    register(calls.listWriteOffs, {
      limit: 'read',
      handle: async ({ query, actor }) => {
        const { rows, next } = await writeOffs.list(query);
        const waiting = await writeOffs.waiting();
        const seen = await seenBy(actor, [...rows, ...waiting]);
        const forOthers = waiting.map(seen).filter(({ own, bound }) => own || bound).length;
        return {
          data: rows.map((row) => requestView(row, seen(row))),
          next,
          waiting: waiting.length,
          may_decide: actor.scopes.has('writeoff:approve') ? waiting.length - forOthers : 0,
        };
      },
    });
    register(calls.askWriteOff, {
      limit: 'write',
      handle: async ({ body: { once_key: onceKey, reason, ...asked }, actor, audit }) => {
        if (asked.month > monthOf(clock.now()))
          throw invalidRequest([{ field: 'month', problem: 'has not begun yet' }]);
        const row = await writeOffs.ask({ ...asked, vat: null, onceKey }, { actor, audit, reason });
        return { request: await viewOf(row, actor) };
      },
    });
    register(calls.approveWriteOff, {
      limit: 'write',
      handle: async ({ params: { id }, body: { reason }, actor, audit }) => {
        const approved = await writeOffs.approve(id, { actor, audit, reason }, above);
        if (approved.givesBack) wake('refunds');
        return { request: await viewOf(approved, actor) };
      },
    });
    register(calls.refuseWriteOff, {
      limit: 'write',
      handle: async ({ params: { id }, body: { reason }, actor, audit }) => ({
        request: await viewOf(await writeOffs.refuse(id, { actor, audit, reason }, above), actor),
      }),
    });
  };
}

/** A request as a person sees it. */
function requestView(row: WriteOffRequest, seen: SeenRequest) {
  return {
    id: row.id,
    carrier: row.carrierId,
    month: row.month,
    amount: formatRand(row.amount),
    reason: row.reason,
    exception_id: row.exceptionId,
    gives_back: row.givesBack,
    asked_by: row.askedByName,
    asked_at: row.askedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    decided_by: row.decidedByName,
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_reason: row.decidedReason,
    ...seen,
  };
}
