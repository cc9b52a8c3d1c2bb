import type { ReplyOf } from '@bonisa/contract/calls';
import { dayWords, type Holding } from './account-words.ts';

export type Choice = ReplyOf<'account'>['packages'][number];
export type ChangeAnswer = ReplyOf<'changePackage'>;

/**
 * When another package begins: without taking anything before, or taking its price as soon as it is
 * accepted.
 */
export type When = 'renewal' | 'now';

/**
 * A way in which a package can be had: when it begins, the opt-in's words, and whether the call
 * asks for it `at_once`.
 */
export interface Way {
  readonly when: When;
  readonly words: readonly string[];
  readonly atOnce: boolean;
}

/** How a package can be had, that which takes nothing now first. */
export function waysOf({ effect, words, at_once_words }: Choice): readonly Way[] {
  return [
    ...(effect ? [{ when: effect, words, atOnce: false }] : []),
    ...(at_once_words.length > 0
      ? [{ when: 'now' as const, words: at_once_words, atOnce: true }]
      : []),
  ];
}

/** The line beside the price: when it is taken. */
export function whenWords(when: When, { paid_until }: Pick<Holding, 'paid_until'>): string {
  if (when === 'now') return 'taken now';
  return paid_until ? `from ${dayWords(paid_until)}` : 'after your paid time';
}

/** What is said after a change was accepted. */
export interface Told {
  readonly tone: 'good' | 'info';
  readonly words: string;
}

/**
 * What is said of a change now, `held` being what the number has by now: what was being confirmed
 * may be paid, or refused, meanwhile. Nothing where the account's own words say it.
 */
export function toldOf(
  { outcome, description }: ChangeAnswer,
  wanted: Choice,
  held: Holding,
): Told | undefined {
  const waits = outcome === 'payment_pending' || outcome === 'tried_now';
  if (!waits) return { tone: 'good', words: description };
  if (held.payment_pending) return { tone: 'info', words: description };
  if (held.package_id === wanted.package_id && held.state === 'active')
    return { tone: 'good', words: `You have ${wanted.name} now. R${wanted.price} was taken.` };
  return outcome === 'payment_pending'
    ? { tone: 'info', words: `R${wanted.price} was not taken. You keep ${held.name} as it was.` }
    : undefined;
}
