import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { inWords } from '@bonisa/kit/http/limits';
import { keyedHashes } from '@bonisa/kit/secrets/keyed-hash';
import type { StaffSessionRepository } from './session.repository.ts';

const WINDOW_MS = 15 * 60_000;
/**
 * Tries in a window. The account's limit counts for a name that no account has, too. A network's
 * counts what came to nothing: many people of the brand sign in from behind one address.
 */
const MOST = { account: 10, code: 10, link: 20, network: 40 } as const;

export type TryKind = keyof typeof MOST;
const BY_NETWORK: ReadonlySet<TryKind> = new Set(['network', 'link']);

export interface SignInLimits {
  /** Counts a try; throws `too_many_requests` above the limit, with the time to wait. */
  take(kind: TryKind, value: string): Promise<void>;
  /**
   * After a success: takes its own try back, which was counted at `takenAt`. The others stay, since
   * they may be guesses at other accounts.
   */
  giveBack(kind: TryKind, value: string, takenAt: Date): Promise<void>;
  /** After a success: the tries before it were the person's own. */
  forget(kind: TryKind, value: string): Promise<void>;
}

export interface SignInLimitDependencies {
  readonly repository: Pick<StaffSessionRepository, 'countTry' | 'giveBackTry' | 'forgetTries'>;
  readonly key: Buffer;
  readonly config: { readonly limits: boolean };
  readonly clock: Clock;
}

/** Limits of sign-in, in the database: they hold across processes and restarts. */
export function createSignInLimits({
  repository,
  key,
  config,
  clock,
}: SignInLimitDependencies): SignInLimits {
  const keysOf = (kind: TryKind, value: string) => keyedHashes(key, 'try', kind, value);
  const isOff = (kind: TryKind): boolean => BY_NETWORK.has(kind) && !config.limits;
  return {
    take: async (kind, value) => {
      if (isOff(kind)) return;
      const now = clock.now();
      // A process that knows one key only counts under a key that the others count under too.
      const counted: Awaited<ReturnType<typeof repository.countTry>>[] = [];
      for (const one of keysOf(kind, value))
        counted.push(await repository.countTry(one, now, WINDOW_MS));
      const most = counted.toSorted((a, b) => b.tries - a.tries)[0];
      if (!most || most.tries <= MOST[kind]) return;
      const { windowStart } = most;
      const left = windowStart.getTime() + WINDOW_MS - now.getTime();
      const seconds = Math.max(1, Math.ceil(left / 1000));
      throw new AppError('too_many_requests', `Too many tries. Try again in ${inWords(seconds)}.`, {
        retryAfter: seconds,
      });
    },
    giveBack: async (kind, value, takenAt) => {
      if (isOff(kind)) return;
      for (const one of keysOf(kind, value)) await repository.giveBackTry(one, takenAt);
    },
    forget: async (kind, value) => {
      for (const one of keysOf(kind, value)) await repository.forgetTries(one);
    },
  };
}
