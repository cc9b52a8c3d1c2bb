import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { NumbersPort } from './numbers.port.ts';

/**
 * `no_answer`: the carrier could not say it in time. `not_asked`: configured so. Both count as not
 * locked.
 */
export type ContentLock = 'locked' | 'free' | 'no_answer' | 'not_asked';

export interface ContentLockOptions {
  readonly carrier: Pick<NumbersPort, 'contentLock'>;
  readonly mode: 'ask' | 'skip';
  /** Told of each answer, for the operator's figures. */
  readonly onAnswer?: (answer: ContentLock) => void;
  readonly patienceMs?: number;
}

/**
 * Somebody waits on the screen, and the answer only decides whether an unblock is offered first.
 */
const PATIENCE_MS = 1_500;

/**
 * Makes the question whether the owner of a number has blocked content services at the carrier.
 * The API for it is optional at carriers, so an answer that does not come never stops a sign-up:
 * the carrier itself still refuses the payment of a number that is barred.
 */
export function createContentLock({
  carrier,
  mode,
  onAnswer,
  patienceMs = PATIENCE_MS,
}: ContentLockOptions) {
  const ask = async (msisdn: Msisdn): Promise<ContentLock> => {
    if (mode === 'skip') return 'not_asked';
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => resolve('late'), patienceMs);
    try {
      const answer = await Promise.race([carrier.contentLock(msisdn), late]);
      if (answer === 'late' || answer.outcome !== 'known') return 'no_answer';
      return answer.locked ? 'locked' : 'free';
    } finally {
      clearTimeout(timer);
    }
  };

  return async (msisdn: Msisdn): Promise<ContentLock> => {
    const answer = await ask(msisdn);
    onAnswer?.(answer);
    return answer;
  };
}

export type AskContentLock = ReturnType<typeof createContentLock>;
