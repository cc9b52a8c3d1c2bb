import type { ReplyOf } from '@bonisa/contract/calls';
import { CallError } from '@bonisa/contract/client';
import { say } from '../words/words.ts';
import { dayWords, type Holding, pricePer, refusedWords } from './account-words.ts';

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
  if (when === 'now') return say('account.change.taken_now');
  return paid_until
    ? say('account.change.from', { at: dayWords(paid_until) })
    : say('account.change.after_paid');
}

/**
 * Waits for the answer to an Accept. If the price or its time has changed since the page showed it,
 * requests the account again first, so that the words beside Accept are those of now.
 */
export async function showingChanges<Answer>(
  answer: Promise<Answer>,
  reload: () => Promise<unknown>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CallError && error.body?.code === 'conflict') await reload();
    throw error;
  }
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
  { outcome }: Pick<ChangeAnswer, 'outcome'>,
  wanted: Choice,
  held: Holding,
): ChangeNotice | undefined {
  const waits = outcome === 'payment_pending' || outcome === 'tried_now';
  if (!waits) return { tone: 'good', words: answerWords(outcome, wanted, held) };
  if (held.payment_pending) return { tone: 'info', words: answerWords(outcome, wanted, held) };
  if (held.package_id === wanted.package_id && held.state === 'active')
    return {
      tone: 'good',
      words: say('account.change.have_now', { package: wanted.name, price: wanted.price }),
    };
  return outcome === 'payment_pending'
    ? {
        tone: 'info',
        words: say('account.change.kept', { price: wanted.price, package: held.name }),
      }
    : undefined;
}

/**
 * What came of a change, by the outcome of its call. `held`: the package that is held; a refused or
 * unfinished change leaves it.
 */
export function answerWords(
  outcome: ChangeAnswer['outcome'],
  wanted: Pick<Choice, 'name' | 'price' | 'service_period'>,
  held: Pick<Holding, 'name' | 'paid_until'>,
): string {
  const next = { package: wanted.name, price: pricePer(wanted) };
  switch (outcome) {
    case 'planned':
      return held.paid_until
        ? say('account.change.will_have', { at: dayWords(held.paid_until), ...next })
        : say('account.change.planned', next);
    case 'kept':
      return say('account.change.stays', next);
    case 'changed':
      return held.paid_until
        ? say('account.change.paid_until', {
            package: wanted.name,
            price: wanted.price,
            until: dayWords(held.paid_until),
          })
        : say('account.change.have_now', { package: wanted.name, price: wanted.price });
    case 'tried_now':
      return say('account.means.asking', { amount: wanted.price });
    case 'payment_pending':
      return say('account.change.confirming', { package: held.name });
    case 'ended_meanwhile':
      return say('account.change.ended');
    default:
      return say('account.change.refused', { why: refusedWords(outcome), package: held.name });
  }
}
