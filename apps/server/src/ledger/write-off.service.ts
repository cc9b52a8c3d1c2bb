import { type Cents, formatRand } from '@bonisa/domain/money/rand';
import { type ApprovalRefusal, askedNow, decideApproval } from '@bonisa/domain/staff/care-refund';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { IsDisabled, RequestAudit, StudioActor } from '../platform/http/studio-types.ts';
import type { NewId } from '../platform/ids.ts';
import type { CarrierSettlement } from './carrier-settlement.service.ts';
import type { WriteOffRepository, WriteOffRequest, WriteOffState } from './write-off.repository.ts';

/** A person who asks or decides, with the reason. */
export interface WriteOffAct {
  readonly actor: Pick<StudioActor, 'id' | 'name'>;
  readonly audit: RequestAudit;
  readonly reason: string;
}

/** What is asked for: at most what the carrier owes and no other request waits for. */
export interface AskedAmount {
  readonly carrier: string;
  readonly amount: Cents;
  /** Names the request: the same key again is the same request. */
  readonly onceKey: string;
  /** The case that is closed with it. */
  readonly caseId?: string | undefined;
}

/** Closes the case of a request that is approved, or refuses, in the transaction of its posting. */
export type CloseCase = (
  tx: Database,
  request: Pick<WriteOffRequest, 'caseId' | 'amount' | 'reason'>,
) => Promise<void>;

/** What an approval needs of rooms above: the case it closes, and whether its asker is disabled. */
export interface ApprovalParts {
  readonly closeCase: CloseCase;
  readonly isDisabled: IsDisabled;
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
  asker_disabled: () =>
    new AppError(
      'asker_disabled',
      'The account that asked for this write-off is disabled. Refuse it, or have somebody else ask.',
    ),
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
    parts?: ApprovalParts,
  ): Promise<WriteOffRequest> =>
    settlement.alone(async (tx) => {
      const within = repository.within(tx);
      const row = await within.lock(id);
      if (!row) throw new AppError('not_found', 'There is no such request.');
      const now = clock.now();
      const askerIsDisabled = (await parts?.isDisabled(row.askedBy, tx)) ?? false;
      const decision = decideApproval(row, { by: actor.id, verdict, askerIsDisabled }, now);
      if (!decision.ok) throw REFUSALS[decision.refusal]();
      if (decision.repeated) return row;
      const { carrierId: carrier, amount } = row;
      const details = { request: id, amount: formatRand(amount), decision: verdict };
      await audit.record({ subject: `carrier:${carrier}`, reason, details }, tx);
      if (verdict === 'approved') {
        await parts?.closeCase(tx, row);
        await settlement.writeOffWithin(tx, {
          carrier,
          amount,
          reason: row.reason,
          onceKey: `request ${id}`,
        });
      }
      return await within.write(id, {
        state: verdict,
        decidedBy: actor.id,
        decidedByName: actor.name,
        decidedAt: now,
        decidedReason: reason,
      });
    });

  const askWithin = async (
    tx: Database,
    { carrier, amount, onceKey, caseId }: AskedAmount,
    { actor, audit, reason }: WriteOffAct,
  ): Promise<WriteOffRequest> => {
    const within = repository.within(tx);
    const owed = await settlement.owed(carrier, tx);
    const known = await within.byKey(onceKey);
    if (known) return sameOr(known, { carrier, amount, reason });
    const now = clock.now();
    const left = owed - (await within.waitingOf(carrier, now));
    if (amount > left)
      throw new AppError(
        'conflict',
        `At most R${formatRand(Math.max(0, left))} can be written off: that is what the carrier owes, ` +
          'less what waits for a second person.',
      );
    const row: WriteOffRequest = {
      id: newId(),
      carrierId: carrier,
      amount,
      reason,
      caseId: caseId ?? null,
      onceKey,
      state: 'waiting',
      ...askedNow(actor, now),
    };
    const of = caseId === undefined ? {} : { case: caseId };
    const details = { request: row.id, amount: formatRand(amount), ...of };
    await audit.record({ subject: `carrier:${carrier}`, reason, details }, tx);
    await within.insert(row);
    return row;
  };

  return {
    /**
     * Asks for a write-off of at most what the carrier owes and no other request waits for. Throws
     * `conflict` above that, and where the key names another request.
     */
    ask: ({ onceKey, ...asked }: AskedAmount, act: WriteOffAct): Promise<WriteOffRequest> =>
      settlement.alone((tx) =>
        askWithin(tx, { ...asked, onceKey: `${act.actor.id} ${onceKey}` }, act),
      ),

    /**
     * Asks for the write-off of a case, under the same lock and limits; `examine` reads the case in
     * that transaction. One request of a case waits at a time: the same one again is the same
     * request, another one is a `conflict`.
     */
    askForCase: (
      caseId: string,
      act: WriteOffAct,
      examine: (tx: Database) => Promise<{ readonly carrier: string; readonly amount: Cents }>,
    ): Promise<WriteOffRequest> =>
      settlement.alone(async (tx) => {
        const asked = await examine(tx);
        const [waits] = await repository.within(tx).waitingOfCases([caseId], clock.now());
        if (!waits)
          return await askWithin(tx, { ...asked, onceKey: `case ${newId()}`, caseId }, act);
        const { askedBy, askedByName, amount, reason } = waits;
        const isSame = amount === asked.amount && reason === act.reason;
        if (askedBy === act.actor.id && isSame) return waits;
        throw new AppError(
          'conflict',
          `The write-off of this case waits for a second person already: ${askedByName} asked for it.`,
        );
      }),

    /** The requests of these cases that wait for a second person, by the case. */
    waitingOfCases: async (caseIds: readonly string[]): Promise<Map<string, WriteOffRequest>> => {
      if (caseIds.length === 0) return new Map();
      const rows = await repository.waitingOfCases(caseIds, clock.now());
      return new Map(rows.map((row) => [row.caseId ?? '', row]));
    },

    /** The requests of an account that wait for a second person. */
    waitingBy: (accountId: string): Promise<WriteOffRequest[]> =>
      repository.waitingBy(accountId, clock.now()),

    /** Approves and posts a request; `closeCase` closes its case, or refuses. */
    approve: (id: string, act: WriteOffAct, parts: ApprovalParts) =>
      decide(id, 'approved', act, parts),
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
