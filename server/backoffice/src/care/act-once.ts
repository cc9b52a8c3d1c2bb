import { createHash } from 'node:crypto';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type { RequestAudit, StudioActor } from '@bonisa/kit/http/studio-types';
import { LEASE_MS, renewLease } from '@bonisa/kit/jobs/lease';
import type { CareRepository } from './care.repository.ts';
import type { OpenNumber } from './care-look.service.ts';

/** What the audit says of an act that was done before and is only answered again. */
export const REPEATED = { repeated: true } as const;

/** An act as its key names it. */
export interface KeyedAct {
  readonly actor: Pick<StudioActor, 'id'>;
  readonly number: Pick<OpenNumber, 'subject'>;
  readonly audit: RequestAudit;
  /** Why, in the words that the audit keeps. */
  readonly reason: string;
  readonly key: string;
  /** What is asked: the same key with anything else is refused. */
  readonly asked: readonly unknown[];
}

export interface ActOnce {
  /** Does the act, or answers as it was answered before. */
  once<Answer extends Record<string, unknown>>(
    act: KeyedAct,
    work: () => Promise<Answer>,
  ): Promise<Answer>;
  /** Whether a process does the act of this key now. */
  isUnderWay(act: { readonly actorId: string; readonly key: string }): Promise<boolean>;
}

export interface ActOnceDependencies {
  readonly care: Pick<CareRepository, 'beginAct' | 'act' | 'takeOverAct' | 'endAct' | 'dropAct'>;
  readonly clock: Clock;
}

/**
 * Does an act once for its key: a repetition gets the first answer, and an entry of its own in the
 * audit, because its answer shows the number again. A refused act leaves its key free. One that a
 * crash cut off is done again; its steps have keys of their own, so that nothing happens twice.
 */
export function createActOnce({ care, clock }: ActOnceDependencies): ActOnce {
  const isHeld = (at: Date, now: Date): boolean => now.getTime() - at.getTime() <= LEASE_MS;

  /** The answer of the same act before, or since when this request holds the key. */
  const claim = async (
    { actor: { id: actorId }, key }: KeyedAct,
    requestHash: string,
  ): Promise<{ answer: Record<string, unknown> } | { since: Date }> => {
    const now = clock.now();
    if (await care.beginAct({ actorId, key, asked: requestHash, at: now })) return { since: now };
    const before = await care.act(actorId, key);
    if (before && before.asked !== requestHash)
      throw new AppError('conflict', 'This key was used for something else.');
    if (before?.answer) return { answer: before.answer };
    const isCutOff = before && !isHeld(before.at, now);
    if (isCutOff && (await care.takeOverAct(actorId, key, before.at, now))) return { since: now };
    throw new AppError('conflict', 'The same request is still under way. Look again in a moment.');
  };

  /** Gives signs of life until it is stopped; `stop` returns the instant of the last one. */
  const hold = ({ actor: { id: actorId }, key }: KeyedAct, since: Date) => {
    let at = since;
    const renewal = renewLease(async () => {
      const now = clock.now();
      if (await care.takeOverAct(actorId, key, at, now)) at = now;
    });
    return {
      stop: async (): Promise<Date> => {
        await renewal.stop();
        return at;
      },
    };
  };

  return {
    once: async <Answer extends Record<string, unknown>>(
      act: KeyedAct,
      work: () => Promise<Answer>,
    ): Promise<Answer> => {
      const requestHash = createHash('sha256')
        .update(JSON.stringify(act.asked))
        .digest('base64url');
      const { actor, number, audit, reason, key } = act;
      const claimed = await claim(act, requestHash);
      if ('answer' in claimed) {
        await audit.record({ subject: number.subject, reason, details: REPEATED });
        return claimed.answer as Answer;
      }
      const held = hold(act, claimed.since);
      try {
        const answer = await work();
        await held.stop();
        await care.endAct(actor.id, key, answer);
        return answer;
      } catch (error) {
        await care.dropAct(actor.id, key, await held.stop());
        throw error;
      }
    },

    isUnderWay: async ({ actorId, key }) => {
      const act = await care.act(actorId, key);
      return act !== undefined && act.answer === null && isHeld(act.at, clock.now());
    },
  };
}
