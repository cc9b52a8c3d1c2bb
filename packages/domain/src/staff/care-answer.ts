import type { ChargeState } from '../money/charge.ts';
import { type Cents, formatRand } from '../money/rand.ts';
import { careTime } from './care-words.ts';

/** The facts about one disputed charge. */
export interface DisputeFacts {
  readonly state: ChargeState;
  readonly amount: Cents;
  readonly refunded: Cents;
  readonly isOverpayment: boolean;
  readonly at: Date;
  readonly packageName: string;
  readonly boughtUntil: Date | null;
  /** The consent in force at the charge; absent: there is none. */
  readonly optIn: {
    readonly at: Date;
    readonly price: Cents;
    readonly proof: 'otp' | 'header_enrichment' | 'session';
  } | null;
  /** When the subscription was stopped before the charge was made. */
  readonly stoppedAt: Date | null;
  readonly receiptSentAt: Date | null;
  /** Plays in the time that the charge paid for. */
  readonly plays: number;
  readonly lastPlayAt: Date | null;
}

/** Where an agent's answer may lead: the refund is due, it is not, or it is too early to say. */
export type ProposedVerdict = 'upheld' | 'rejected' | 'too_early';

export interface ProposedAnswer {
  readonly verdict: ProposedVerdict;
  /** Why this verdict, for the agent. */
  readonly why: string;
  /** What the agent may read to the caller. */
  readonly words: string;
}

const PROOF = {
  otp: 'with a code that was sent to the phone',
  header_enrichment: 'over the mobile network of the phone itself',
  session: 'in a browser that was signed in with this number',
} as const;

/** Proposes the answer to a disputed charge from its evidence. A person decides. */
export function proposeAnswer(facts: DisputeFacts): ProposedAnswer {
  const price = `R${formatRand(facts.amount)}`;
  const paymentWords = `${price} for ${facts.packageName} on ${careTime(facts.at)}`;
  if (facts.state === 'intended' || facts.state === 'unknown')
    return {
      verdict: 'too_early',
      why: 'The carrier has not said whether it took the money.',
      words: `We asked for ${paymentWords}, and your network has not yet told us whether it was taken. We keep asking; if it was taken without service, it goes back to you.`,
    };
  if (facts.state === 'denied')
    return {
      verdict: 'rejected',
      why: 'Nothing was taken by this charge.',
      words: `We asked for ${paymentWords}, and your network refused. Nothing was taken.`,
    };
  if (facts.refunded >= facts.amount)
    return {
      verdict: 'rejected',
      why: 'All of the charge is given back, or on its way back.',
      words: `${paymentWords} was taken, and all of it is given back to your airtime or on its way.`,
    };
  return fault(facts, paymentWords) ?? lawful(facts, paymentWords);
}

/** What speaks for the caller. */
function fault(facts: DisputeFacts, paymentWords: string): ProposedAnswer | undefined {
  const back = (why: string, because: string): ProposedAnswer => ({
    verdict: 'upheld',
    why,
    words: `${paymentWords} was taken, and ${because}. We give it back to your airtime.`,
  });
  if (facts.isOverpayment)
    return back('The charge bought no time.', 'it bought no service, which is our fault');
  if (!facts.optIn)
    return back(
      'There is no opt-in before this charge.',
      'we have no record that you agreed to it, which is our fault',
    );
  if (facts.stoppedAt)
    return back(
      'The subscription was stopped before this charge.',
      `you had stopped on ${careTime(facts.stoppedAt)}`,
    );
  if (facts.optIn.price !== facts.amount)
    return back(
      'The price that was shown is not the price that was taken.',
      `you had agreed to R${formatRand(facts.optIn.price)}`,
    );
  return undefined;
}

function lawful(facts: DisputeFacts, paymentWords: string): ProposedAnswer {
  const { optIn, receiptSentAt, boughtUntil, plays, lastPlayAt } = facts;
  const parts = [
    optIn
      ? `On ${careTime(optIn.at)} this number accepted ${facts.packageName} at R${formatRand(optIn.price)} on our page, ${PROOF[optIn.proof]}.`
      : '',
    `${paymentWords} was taken${boughtUntil ? `; it pays until ${careTime(boughtUntil)}` : ''}.`,
    receiptSentAt ? `We sent a receipt on ${careTime(receiptSentAt)}.` : '',
    plays > 0 && lastPlayAt
      ? `In that time the service was watched ${plays === 1 ? 'once' : `${plays} times`}, last on ${careTime(lastPlayAt)}.`
      : 'In that time the service was not watched.',
    'You can stop at any time: reply STOP to our messages, or I stop it for you now.',
  ];
  return {
    verdict: 'rejected',
    why:
      plays > 0
        ? 'Opt-in, price, proof and use all agree.'
        : 'Opt-in, price and proof agree. It was not watched: a refund is a matter of goodwill.',
    words: parts.filter((part) => part !== '').join(' '),
  };
}
