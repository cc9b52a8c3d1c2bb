import { createHash } from 'node:crypto';
import type { Clock } from '../platform/clock/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { RequestAudit, StudioActor } from '../platform/http/studio-types.ts';
import type { CareRepository } from './care.repository.ts';
import type { OpenNumber } from './care-look.service.ts';

/** Longer than any act takes: an act without an answer after this time was cut off. */
export const CUT_OFF_MS = 90_000;

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

export type ActOnce = <Answer extends Record<string, unknown>>(
  act: KeyedAct,
  work: () => Promise<Answer>,
) => Promise<Answer>;

/**
 * Does an act once for its key: a repetition gets the first answer, and an entry of its own in the
 * audit, because its answer shows the number again. A refused act leaves its key free. One that a
 * crash cut off is done again; its steps have keys of their own, so that nothing happens twice.
 */
export function createActOnce({
  care,
  clock,
}: {
  readonly care: Pick<CareRepository, 'beginAct' | 'act' | 'takeOverAct' | 'endAct' | 'dropAct'>;
  readonly clock: Clock;
}): ActOnce {
  /** The answer of the same act before, or `undefined` if this request does it. */
  const claim = async ({ actor, key }: KeyedAct, asked: string) => {
    const now = clock.now();
    const actorId = actor.id;
    if (await care.beginAct({ actorId, key, asked, at: now })) return undefined;
    const before = await care.act(actorId, key);
    if (before && before.asked !== asked)
      throw new AppError('conflict', 'This key was used for something else.');
    if (before?.answer) return before.answer;
    const isCutOff = before && now.getTime() - before.at.getTime() > CUT_OFF_MS;
    if (isCutOff && (await care.takeOverAct(actorId, key, before.at, now))) return undefined;
    throw new AppError('conflict', 'The same request is still under way. Look again in a moment.');
  };

  return async <Answer extends Record<string, unknown>>(
    act: KeyedAct,
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    const asked = createHash('sha256').update(JSON.stringify(act.asked)).digest('base64url');
    const { actor, number, audit, reason, key } = act;
    const before = await claim(act, asked);
    if (before) {
      await audit.record({ subject: number.subject, reason, details: REPEATED });
      return before as Answer;
    }
    try {
      const answer = await work();
      await care.endAct(actor.id, key, answer);
      return answer;
    } catch (error) {
      await care.dropAct(actor.id, key);
      throw error;
    }
  };
}
