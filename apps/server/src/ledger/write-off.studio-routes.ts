import * as calls from '@bonisa/contract/studio/write-off.calls';
import { formatRand } from '@bonisa/domain/money/rand';
import { monthOf } from '@bonisa/domain/south-african-time';
import { approvalState } from '@bonisa/domain/staff/care-refund';
import type { Clock } from '../platform/clock/clock.ts';
import { invalidRequest } from '../platform/http/errors.ts';
import type { StudioRoutes } from '../platform/http/studio-listener.ts';
import type { StudioActor } from '../platform/http/studio-types.ts';
import type { WriteOffRequest } from './write-off.repository.ts';
import type { ApprovalParts, WriteOffs } from './write-off.service.ts';

/** The calls of the studio about write-offs; cases and staff stand above the ledger. */
export function writeOffStudioRoutes(
  writeOffs: WriteOffs,
  { clock, ...above }: ApprovalParts & { readonly clock: Clock },
): StudioRoutes {
  const viewOf = (row: WriteOffRequest, actor: StudioActor) =>
    requestView(row, { actorId: actor.id, now: clock.now() });
  return ({ register }) => {
    register(calls.listWriteOffs, {
      limit: 'read',
      handle: async ({ query, actor }) => {
        const { rows, next } = await writeOffs.list(query);
        const { all, ofOthers } = await writeOffs.countWaiting(actor.id);
        return {
          data: rows.map((row) => viewOf(row, actor)),
          next,
          waiting: all,
          may_decide: actor.scopes.has('writeoff:approve') ? ofOthers : 0,
        };
      },
    });
    register(calls.askWriteOff, {
      limit: 'write',
      handle: async ({ body: { once_key: onceKey, reason, ...asked }, actor, audit }) => {
        if (asked.month > monthOf(clock.now()))
          throw invalidRequest([{ field: 'month', problem: 'has not begun yet' }]);
        const row = await writeOffs.ask({ ...asked, vat: null, onceKey }, { actor, audit, reason });
        return { request: viewOf(row, actor) };
      },
    });
    register(calls.approveWriteOff, {
      limit: 'write',
      handle: async ({ params: { id }, body: { reason }, actor, audit }) => ({
        request: viewOf(await writeOffs.approve(id, { actor, audit, reason }, above), actor),
      }),
    });
    register(calls.refuseWriteOff, {
      limit: 'write',
      handle: async ({ params: { id }, body: { reason }, actor, audit }) => ({
        request: viewOf(await writeOffs.refuse(id, { actor, audit, reason }), actor),
      }),
    });
  };
}

/** A request as the person `actorId` sees it. */
function requestView(
  row: WriteOffRequest,
  { actorId, now }: { readonly actorId: string; readonly now: Date },
) {
  return {
    id: row.id,
    carrier: row.carrierId,
    month: row.month,
    amount: formatRand(row.amount),
    reason: row.reason,
    case_id: row.caseId,
    state: approvalState(row, now),
    asked_by: row.askedByName,
    asked_at: row.askedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    decided_by: row.decidedByName,
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_reason: row.decidedReason,
    own: row.askedBy === actorId,
  };
}
