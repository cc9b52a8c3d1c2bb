import { type Cents, formatRand } from '@bonisa/domain/money/rand';
import {
  APPROVAL_MS,
  type ApprovalRefusal,
  decideApproval,
} from '@bonisa/domain/staff/care-refund';
import type { Clock } from '../platform/clock/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { RequestAudit, StudioActor } from '../platform/http/studio-types.ts';
import type { NewId } from '../platform/ids.ts';
import type { CarrierSettlement } from './carrier-settlement.service.ts';
import type { WriteOffRepository, WriteOffRequest, WriteOffState } from './write-off.repository.ts';

/** A person who asks or decides, with the reason. */
export interface WriteOffAct {
  readonly actor: Pick<StudioActor, 'id' | 'name'>;
  readonly audit: RequestAudit;
  readonly reason: string;
}

export interface WriteOffDependencies {
  readonly repository: WriteOffRepository;
  readonly settlement: Pick<CarrierSettlement, 'alone' | 'owed' | 'writeOffWithin'>;
  readonly clock: Clock;
  readonly newId: NewId;
}

export type WriteOffs = ReturnType<typeof createWriteOffs>;

const REFUSALS: Record<ApprovalRefusal, () => AppError> = {
  own_request: () =>
    new AppError('own_request', 'You asked for this write-off yourself: another person decides.'),
  decided: () => new AppError('already_decided', 'Somebody has decided this request already.'),
  expired: () =>
    new AppError('approval_expired', 'This request has expired. Ask for the write-off again.'),
};

/**
 * Write-offs by people of the brand: whoever asks never decides, and nothing is posted before
 * another person approves. All of it is decided under the lock of the settlement, so requests and
 * payments at the same time never write off more than a carrier owes.
 */
export function createWriteOffs({ repository, settlement, clock, newId }: WriteOffDependencies) {
  /** Lets a person decide a request; the same decision again changes nothing. */
  const decide = (
    id: string,
    verdict: 'approved' | 'refused',
    { actor, audit, reason }: WriteOffAct,
  ): Promise<WriteOffRequest> =>
    settlement.alone(async (tx) => {
      const within = repository.within(tx);
      const row = await within.lock(id);
      if (!row) throw new AppError('not_found', 'There is no such request.');
      const now = clock.now();
      const decision = decideApproval(row, { by: actor.id, verdict }, now);
      if (!decision.ok) throw REFUSALS[decision.refusal]();
      if (decision.repeated) return row;
      const { carrierId: carrier, amount } = row;
      const details = { request: id, amount: formatRand(amount), decision: verdict };
      await audit.record({ subject: `carrier:${carrier}`, reason, details }, tx);
      if (verdict === 'approved')
        await settlement.writeOffWithin(tx, {
          carrier,
          amount,
          reason: row.reason,
          onceKey: `request ${id}`,
        });
      return await within.write(id, {
        state: verdict,
        decidedBy: actor.id,
        decidedByName: actor.name,
        decidedAt: now,
        decidedReason: reason,
      });
    });

  return {
    /**
     * Asks for a write-off of at most what the carrier owes and no other request waits for. Throws
     * `conflict` above that, and where the key names another request.
     */
    ask: (
      asked: { readonly carrier: string; readonly amount: Cents; readonly onceKey: string },
      { actor, audit, reason }: WriteOffAct,
    ): Promise<WriteOffRequest> =>
      settlement.alone(async (tx) => {
        const within = repository.within(tx);
        const { carrier, amount } = asked;
        const owed = await settlement.owed(carrier, tx);
        const onceKey = `${actor.id} ${asked.onceKey}`;
        const known = await within.byKey(onceKey);
        if (known) return sameOr(known, { carrier, amount, reason });
        const now = clock.now();
        const left = owed - (await within.waitingOf(carrier, now));
        if (amount > left)
          throw new AppError(
            'conflict',
            `At most R${formatRand(Math.max(0, left))} can be written off: that is what the carrier owes, less what waits for a second person.`,
          );
        const row: WriteOffRequest = {
          id: newId(),
          carrierId: carrier,
          amount,
          reason,
          onceKey,
          state: 'waiting',
          askedBy: actor.id,
          askedByName: actor.name,
          askedAt: now,
          expiresAt: new Date(now.getTime() + APPROVAL_MS),
          decidedBy: null,
          decidedByName: null,
          decidedAt: null,
          decidedReason: null,
        };
        const details = { request: row.id, amount: formatRand(amount) };
        await audit.record({ subject: `carrier:${carrier}`, reason, details }, tx);
        await within.insert(row);
        return row;
      }),

    approve: (id: string, act: WriteOffAct) => decide(id, 'approved', act),
    refuse: (id: string, act: WriteOffAct) => decide(id, 'refused', act),

    list: (state: WriteOffState | undefined, limit: number): Promise<WriteOffRequest[]> =>
      repository.list(state, clock.now(), limit),
  };
}

function sameOr(
  known: WriteOffRequest,
  { carrier, amount, reason }: { carrier: string; amount: Cents; reason: string },
): WriteOffRequest {
  if (known.carrierId === carrier && known.amount === amount && known.reason === reason)
    return known;
  throw new AppError('conflict', 'This key names another request; nothing was asked for now.');
}
