import type { ReplyOf } from '@bonisa/contract/calls';
import { dayWords, type Holding } from './account-words.ts';

export type Choice = ReplyOf<'account'>['packages'][number];
export type ChangeAnswer = ReplyOf<'changePackage'>;

/**
 * When another package begins: at the renewal, without a charge before, or now, with a charge at
 * Accept.
 */
export type ChangeTime = 'renewal' | 'now';

/**
 * One way to get a package: when it begins, the opt-in wording, and whether the call sets
 * `at_once`.
 */
export interface ChangeOption {
  readonly when: ChangeTime;
  readonly words: readonly string[];
  readonly atOnce: boolean;
}

/** The ways to get a package, the one without a charge now first. */
export function changeOptionsOf({ effect, words, at_once_words }: Choice): readonly ChangeOption[] {
  return [
    ...(effect ? [{ when: effect, words, atOnce: false }] : []),
    ...(at_once_words.length > 0
      ? [{ when: 'now' as const, words: at_once_words, atOnce: true }]
      : []),
  ];
}

/** The text beside the price: when it is charged. */
export function changeTimeWords(
  when: ChangeTime,
  { paid_until }: Pick<Holding, 'paid_until'>,
): string {
  if (when === 'now') return 'taken now';
  return paid_until ? `from ${dayWords(paid_until)}` : 'after your paid time';
}

/** The text after an accepted change. */
export interface ChangeNotice {
  readonly tone: 'good' | 'info';
  readonly words: string;
}

/**
 * The current text about a change. `held` is the held package by now: a payment that was being
 * confirmed may meanwhile have succeeded or been denied. Nothing where the account's own text says
 * it.
 */
export function changeNoticeOf(
  { outcome, description }: ChangeAnswer,
  wanted: Choice,
  held: Holding,
): ChangeNotice | undefined {
  const waits = outcome === 'payment_pending' || outcome === 'tried_now';
  if (!waits) return { tone: 'good', words: description };
  if (held.payment_pending) return { tone: 'info', words: description };
  if (held.package_id === wanted.package_id && held.state === 'active')
    return { tone: 'good', words: `You have ${wanted.name} now. R${wanted.price} was taken.` };
  return outcome === 'payment_pending'
    ? { tone: 'info', words: `R${wanted.price} was not taken. You keep ${held.name} as it was.` }
    : undefined;
}
