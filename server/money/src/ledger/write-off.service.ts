import type { MonthWriteOff } from '@bonisa/domain/money/carrier-settlement';
import { formatRand } from '@bonisa/domain/money/rand';
import { type Month, monthOf } from '@bonisa/domain/south-african-time';
import { pendingRequest } from '@bonisa/domain/staff/care-refund';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { RequestAudit, StudioActor } from '@bonisa/kit/http/studio-types';
import type { NewId } from '@bonisa/kit/ids';
import type { CarrierSettlement } from './carrier-settlement.service.ts';
import type { SecondPerson } from './second-person.ts';
import type { WriteOffQuery, WriteOffRepository, WriteOffRequest } from './write-off.repository.ts';

/** A person who asks or decides, with the reason. */
export interface WriteOffAct {
  readonly actor: Pick<StudioActor, 'id' | 'name'>;
  readonly audit: RequestAudit;
  readonly reason: string;
}

/** A part of what a carrier must pay for a month, or a charge that it does not list. */
export interface OwedAmount extends MonthWriteOff {
  readonly carrier: string;
  readonly month: Month;
  /** Not owed: a payment that is to be given back. Then nothing is written off. */
  readonly givesBack?: boolean;
}

/** What is asked for: at most what is outstanding of the month and no other request waits for. */
export interface WriteOffAmount extends OwedAmount {
  /** Names the request: the same key again is the same request. */
  readonly onceKey: string;
  /** The reconciliation exception that is closed with it. */
  readonly exceptionId?: string | undefined;
}

/**
 * Does what a request that is approved is about at its reconciliation exception, or refuses, in the
 * transaction of the approval.
 */
export type DecidedException = (
  tx: Database,
  request: Pick<WriteOffRequest, 'exceptionId' | 'amount' | 'reason'>,
) => Promise<void>;

/**
 * What a decision needs of later modules: who may decide, and the reconciliation exception that an
 * approval closes, or whose payment it gives back.
 */
export interface DecisionParts {
  readonly secondPerson: SecondPerson;
  readonly closeException: DecidedException;
  readonly giveBack: DecidedException;
}

export interface WriteOffPage {
  readonly rows: readonly WriteOffRequest[];
  /** The last request of this page, if more follow. */
  readonly next: string | null;
}

export interface WriteOffDependencies {
  readonly repository: WriteOffRepository;
  readonly settlement: Pick<
    CarrierSettlement,
    'alone' | 'owed' | 'outstandingAfter' | 'writeOffWithin'
  >;
  readonly clock: Clock;
  readonly newId: NewId;
}

export type WriteOffs = ReturnType<typeof createWriteOffs>;

/**
 * Write-offs by people of the brand: whoever asks never decides, and nothing is posted before
 * another person approves. All of it is decided under the lock of the settlement, so requests and
 * payments at the same time never write off more than is outstanding.
 */
export function createWriteOffs({ repository, settlement, clock, newId }: WriteOffDependencies) {
  /** Lets a person decide a request; the same decision again changes nothing. */
  const decide = (
    id: string,
    verdict: 'approved' | 'refused',
    { actor, audit, reason }: WriteOffAct,
    { secondPerson, closeException, giveBack }: DecisionParts,
  ): Promise<WriteOffRequest> =>
    settlement.alone(async (tx) => {
      const within = repository.within(tx);
      const row = await within.lock(id);
      if (!row) throw new AppError('not_found', 'There is no such request.');
      const now = clock.now();
      const what = row.givesBack ? 'refund' : 'write-off';
      const deciding = { by: actor.id, verdict, what, now, tx } as const;
      if (await secondPerson.isRepeated(row, deciding)) return row;
      const { carrierId: carrier, amount, vat } = row;
      const details = { request: id, amount: formatRand(amount), decision: verdict };
      await audit.record({ subject: `carrier:${carrier}`, reason, details }, tx);
      if (verdict === 'approved' && row.givesBack) await giveBack(tx, row);
      else if (verdict === 'approved') {
        await closeException(tx, row);
        await settlement.writeOffWithin(tx, {
          carrier,
          month: monthOfRequest(row),
          amount,
          vat,
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

  /** Refuses more than is outstanding of the month less what waits for a second person. */
  const refuseMore = async (tx: Database, asked: OwedAmount): Promise<void> => {
    const { carrier, month, amount } = asked;
    const owed = await settlement.owed(carrier, tx);
    const all = await repository.within(tx).waitingOf(carrier, clock.now());
    const waiting = all.filter(({ givesBack }) => !givesBack);
    const ofMonth = waiting.filter((row) => monthOfRequest(row) === month);
    const after = await settlement.outstandingAfter(asked, [...ofMonth, asked], tx);
    const leftOwed = owed - waiting.reduce((sum, row) => sum + row.amount, 0);
    if (after >= 0 && amount <= leftOwed) return;
    const left = await settlement.outstandingAfter(asked, ofMonth, tx);
    throw new AppError(
      'conflict',
      `R${formatRand(Math.max(0, Math.min(left, leftOwed)))} is left of ${month}: that is what is ` +
        'outstanding, less what waits for a second person. No more can be written off.',
    );
  };

  const askWithin = async (
    tx: Database,
    { onceKey, exceptionId, ...asked }: WriteOffAmount,
    { actor, audit, reason }: WriteOffAct,
  ): Promise<WriteOffRequest> => {
    const { carrier, month, amount, vat, givesBack = false } = asked;
    const within = repository.within(tx);
    const known = await within.byKey(onceKey);
    if (known) return sameOr(known, { ...asked, reason });
    if (!givesBack) await refuseMore(tx, asked);
    const row: WriteOffRequest = {
      id: newId(),
      carrierId: carrier,
      month,
      amount,
      vat,
      reason,
      exceptionId: exceptionId ?? null,
      givesBack,
      onceKey,
      state: 'waiting',
      ...pendingRequest(actor, clock.now()),
    };
    const of = exceptionId === undefined ? {} : { exception: exceptionId };
    const details = { request: row.id, month, amount: formatRand(amount), ...of };
    await audit.record({ subject: `carrier:${carrier}`, reason, details }, tx);
    await within.insert(row);
    return row;
  };

  return {
    /**
     * Asks for a write-off of at most what is outstanding of the month and no other request waits
     * for. Throws `conflict` above that, and where the key names another request.
     */
    ask: ({ onceKey, ...asked }: WriteOffAmount, act: WriteOffAct): Promise<WriteOffRequest> =>
      settlement.alone((tx) =>
        askWithin(tx, { ...asked, onceKey: `${act.actor.id} ${onceKey}` }, act),
      ),

    /**
     * Asks for the write-off of a reconciliation exception, under the same lock and limits, or to
     * give its payment back; `examine` reads the exception in that transaction. One request of an
     * exception waits at a time: the same one again is the same request, another one is a
     * `conflict`.
     */
    askForException: (
      exceptionId: string,
      act: WriteOffAct,
      examine: (tx: Database) => Promise<OwedAmount>,
    ): Promise<WriteOffRequest> =>
      settlement.alone(async (tx) => {
        const asked = await examine(tx);
        const [waits] = await repository.within(tx).waitingOfExceptions([exceptionId], clock.now());
        if (!waits)
          return await askWithin(
            tx,
            { ...asked, onceKey: `exception ${newId()}`, exceptionId },
            act,
          );
        const { askedBy, askedByName, amount, reason } = waits;
        const isSame = amount === asked.amount && reason === act.reason;
        if (askedBy === act.actor.id && isSame) return waits;
        throw new AppError(
          'conflict',
          `This reconciliation exception waits for a second person already, as ${askedByName} asked.`,
        );
      }),

    /**
     * The requests of these reconciliation exceptions that wait for a second person, by the
     * exception.
     */
    waitingOfExceptions: async (
      exceptionIds: readonly string[],
    ): Promise<Map<string, WriteOffRequest>> => {
      if (exceptionIds.length === 0) return new Map();
      const rows = await repository.waitingOfExceptions(exceptionIds, clock.now());
      return new Map(rows.map((row) => [row.exceptionId ?? '', row]));
    },

    /** The requests of an account that wait for a second person. */
    waitingBy: (accountId: string): Promise<WriteOffRequest[]> =>
      repository.waitingBy(accountId, clock.now()),

    /**
     * Approves and posts a request; `closeException` closes its reconciliation exception, or
     * refuses.
     */
    approve: (id: string, act: WriteOffAct, parts: DecisionParts) =>
      decide(id, 'approved', act, parts),
    refuse: (id: string, act: WriteOffAct, parts: DecisionParts) =>
      decide(id, 'refused', act, parts),

    /** A page of requests, and whether more follow. */
    list: async ({ limit, ...query }: Omit<WriteOffQuery, 'now'>): Promise<WriteOffPage> => {
      const found = await repository.list({ ...query, now: clock.now(), limit: limit + 1 });
      const rows = found.slice(0, limit);
      return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
    },

    /** All requests that wait for a second person. */
    waiting: () => repository.allWaiting(clock.now()),
  };
}

/** A request of before requests had a month belongs to that in which it was made. */
function monthOfRequest({ month, askedAt }: WriteOffRequest): Month {
  return (month as Month | null) ?? monthOf(askedAt);
}

function sameOr(
  known: WriteOffRequest,
  { carrier, month, amount, reason }: OwedAmount & { readonly reason: string },
): WriteOffRequest {
  const isSame =
    known.carrierId === carrier &&
    monthOfRequest(known) === month &&
    known.amount === amount &&
    known.reason === reason;
  if (isSame) return known;
  throw new AppError('conflict', 'This key names another request; nothing was asked for now.');
}
