import type { Cents } from '../money/rand.ts';

/**
 * What a person can decide about a reconciliation exception. `post`: the carrier is right, post the
 * proposal. `dismiss`: our books are right as they are. `write_off`: the charge is ours, and the
 * carrier will not pay it; a second person decides. `returned`: the carrier has given back what an
 * applied exception posted. `give_back`: ask the carrier to give back a payment that is no charge
 * here; it is posted first, where it is not yet. `refund`: ask for a refused refund again. The
 * others are the carrier's answer about an unknown outcome.
 */
export const EXCEPTION_CHOICES = [
  'post',
  'dismiss',
  'write_off',
  'returned',
  'give_back',
  'refund',
  'taken',
  'not_taken',
  'given_back',
  'not_given_back',
] as const;
export type ExceptionChoice = (typeof EXCEPTION_CHOICES)[number];

/** What decides which choices a reconciliation exception has. */
export interface ExceptionFacts {
  readonly kind: string;
  readonly state: string;
  /**
   * What the proposed postings take from the carrier's account; negative if they reverse a payment,
   * zero without postings.
   */
  readonly posts: Cents;
  /** Somebody has asked to write it off or to give it back, and a second person decides. */
  readonly requestWaits?: boolean;
  /** The payment has an id at the carrier, by which it can be asked to give it back. */
  readonly hasPaymentId?: boolean;
  /** The carrier is being asked to give it back. */
  readonly isBeingGivenBack?: boolean;
}

/** Whether a payment that is no charge here can be given back by the carrier's id of it. */
export function canGiveBack(facts: Pick<ExceptionFacts, 'kind' | 'posts' | 'hasPaymentId'>) {
  return facts.kind === 'missing_here' && facts.posts > 0 && facts.hasPaymentId === true;
}

export interface ChoiceInWords {
  readonly choice: ExceptionChoice;
  readonly words: string;
}

/** The choices of a reconciliation exception, the proposed one first; none once it is decided. */
export function choicesOf(facts: ExceptionFacts): ChoiceInWords[] {
  const { kind, state, posts, requestWaits, isBeingGivenBack } = facts;
  const giveBack: ChoiceInWords[] =
    canGiveBack(facts) && !requestWaits
      ? [{ choice: 'give_back', words: 'Ask the carrier to give it back' }]
      : [];
  if (state === 'applied')
    return posts > 0 && !isBeingGivenBack
      ? [...giveBack, { choice: 'returned', words: 'The carrier has given it back by hand' }]
      : [];
  if (state !== 'open') return [];
  return [
    ...proposed(kind, posts).filter(({ choice }) => choice !== 'write_off' || !requestWaits),
    ...giveBack,
    { choice: 'dismiss', words: dismissal(kind, posts) },
  ];
}

/** Which way an exception's postings go: the carrier owes more, or less, or there are none. */
export const POSTINGS = ['owed', 'not_owed', 'none'] as const;
export type Posting = (typeof POSTINGS)[number];

export function postingOf(posts: Cents): Posting {
  if (posts === 0) return 'none';
  return posts > 0 ? 'owed' : 'not_owed';
}

/**
 * The choices that many open exceptions of one kind and posting can have at once. A write-off needs
 * a second person for each of them.
 */
export function choicesOfGroup(kind: string, posts: Cents): ChoiceInWords[] {
  const facts = { kind, state: 'open', posts, hasPaymentId: true };
  return choicesOf(facts).filter(({ choice }) => choice !== 'write_off');
}

function proposed(kind: string, posts: Cents): ChoiceInWords[] {
  if (kind === 'unknown_charge')
    return [
      { choice: 'taken', words: 'The carrier took it' },
      { choice: 'not_taken', words: 'The carrier did not take it' },
    ];
  if (kind === 'unknown_refund')
    return [
      { choice: 'given_back', words: 'The carrier gave it back' },
      { choice: 'not_given_back', words: 'The carrier did not give it back' },
    ];
  if (kind === 'refund_denied') return [{ choice: 'refund', words: 'Ask for the refund again' }];
  if (posts > 0) return [{ choice: 'post', words: 'The carrier took it: post that it owes it' }];
  if (posts < 0)
    return [
      { choice: 'post', words: 'The carrier is right: post it back' },
      {
        choice: 'write_off',
        words: 'The charge is ours, and will not be paid: ask to write it off',
      },
    ];
  return [];
}

function dismissal(kind: string, posts: Cents): string {
  if (kind === 'missing_here') return "The carrier's entry is wrong: post nothing";
  return posts < 0 ? 'The charge is ours, and the carrier corrects its list' : 'It is dealt with';
}
