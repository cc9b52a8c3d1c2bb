import { isTechnical } from '@bonisa/domain/money/charge';
import { type Cents, formatRand, type VatRate, vatInside } from '@bonisa/domain/money/rand';
import {
  type CarrierEntry,
  type Finding,
  isTakenHere,
  isTakenStatus,
  type OwnEntry,
  UNREADABLE,
} from '@bonisa/domain/money/reconciliation';
import type { WithVat } from '@bonisa/domain/money/refund';
import type { VatRateAt } from '@bonisa/domain/money/vat-rates';
import { dayOf } from '@bonisa/domain/south-african-time';
import {
  chargeTaken,
  chargeTakenBack,
  type LedgerLine,
  withoutZeroLines,
} from '../../ledger/postings.ts';
import type { NewException } from './exception.repository.ts';
import type { ExceptionProposal, ExceptionSide } from './reconciliation.tables.ts';

/** A charge with the facts that a comparison needs: its VAT and the refunds made of it. */
export interface BookedCharge extends OwnEntry {
  readonly vat: Cents;
  /** The rate of VAT that the charge was made with. */
  readonly vatRate: VatRate;
  readonly reason: string | null;
  readonly decidedAt: Date | null;
  readonly lookupAt: Date | null;
  /** The sum of refunds in the ledger. */
  readonly refunded: { readonly amount: Cents; readonly vat: Cents };
}

/** An entry of the carrier's list; `place` is its line if it comes from a file. */
export interface BookEntry extends CarrierEntry {
  readonly place?: number;
}

export type Difference = Exclude<Finding<BookEntry, BookedCharge>, { kind: 'matched' }>;

/**
 * The question to an operator about a difference, with the postings that would correct it. Amounts
 * in its text are rand. `carrierId`: the carrier whose list was compared.
 */
export function exceptionOf(
  carrierId: string,
  difference: Difference,
  vatRateAt: VatRateAt,
): NewException {
  const { kind } = difference;
  const theirs = 'theirs' in difference ? difference.theirs : undefined;
  const ours = 'ours' in difference ? difference.ours : undefined;
  return {
    kind,
    carrierId,
    subject: subjectOf(theirs, ours),
    reference: ours?.reference ?? theirs?.reference ?? null,
    carrierPaymentId: theirs?.carrierPaymentId ?? ours?.carrierPaymentId ?? null,
    ours: ours ? sideOf(ours) : null,
    theirs: theirs
      ? { amount: theirs.amount, state: theirs.status, at: theirs.at.toISOString() }
      : null,
    proposal: proposalOf(difference, vatRateAt),
  };
}

/**
 * An unreadable entry is an exception of its own: a decision about it says nothing about the
 * payment that it turns out to be.
 */
function subjectOf(theirs: BookEntry | undefined, ours: BookedCharge | undefined): string {
  const subject = ours?.id ?? (theirs ? paymentSubject(theirs) : '');
  return theirs?.status === UNREADABLE ? `${UNREADABLE} ${subject}` : subject;
}

/**
 * The identity of a carrier's payment: its id, or its line in a file without ids, where one
 * reference may name several payments.
 */
export function paymentSubject({ carrierPaymentId, reference, at, place }: BookEntry): string {
  if (carrierPaymentId !== null) return carrierPaymentId;
  if (reference === null || place === undefined)
    throw new Error('an entry of the carrier without an id, and without a reference and a line');
  return `${reference} ${dayOf(at)} line ${place}`;
}

/**
 * Our side of the difference, for people to read; a proposal is valid only while our side stays the
 * same.
 */
export function sideOf({ amount, refunded, state, createdAt }: BookedCharge): ExceptionSide {
  return { amount, refunded: refunded.amount, state, at: createdAt.toISOString() };
}

/**
 * Whether a lookup can still turn the charge into a success: then it resolves itself, with its own
 * postings.
 */
export function canResolveItself({ state, reason }: BookedCharge): boolean {
  return state === 'intended' || state === 'unknown' || (state === 'denied' && isTechnical(reason));
}

/**
 * The amount that postings take from the carrier's account, and its VAT; negative if they reverse a
 * payment.
 */
export function amountTaken(lines: readonly LedgerLine[]): WithVat {
  const sumOf = (account: LedgerLine['account']): Cents =>
    lines.filter((line) => line.account === account).reduce((sum, { amount }) => sum + amount, 0);
  return { amount: sumOf('carrier_receivable'), vat: -sumOf('vat_output') };
}

/** The amount that an exception is about: what it would post, or else what was charged. */
export function amountAbout({
  proposal,
  ours,
  theirs,
}: {
  readonly proposal: ExceptionProposal;
  readonly ours: ExceptionSide | null;
  readonly theirs: ExceptionSide | null;
}): Cents {
  return Math.abs(amountTaken(proposal.lines).amount) || (ours?.amount ?? theirs?.amount ?? 0);
}

function proposalOf(difference: Difference, vatRateAt: VatRateAt): ExceptionProposal {
  if ('theirs' in difference && difference.theirs.status === UNREADABLE)
    return unreadable(difference.theirs);
  switch (difference.kind) {
    case 'missing_here':
      return takenWithoutCharge(difference.theirs, vatRateAt);
    case 'missing_there':
      return notTaken(difference.ours, `The carrier does not have ${difference.ours.reference}`);
    case 'differing':
      return differing(difference.theirs, difference.ours);
  }
}

function unreadable({ reference }: CarrierEntry): ExceptionProposal {
  const which = reference === null ? 'an entry' : `an entry for ${reference}`;
  return {
    action: 'none',
    words: `The carrier's list has ${which} that cannot be read. Ask the carrier what it is, and compare the day again.`,
    lines: [],
  };
}

function takenWithoutCharge(
  { amount, at, carrierPaymentId }: CarrierEntry,
  vatRateAt: VatRateAt,
): ExceptionProposal {
  const back =
    carrierPaymentId === null
      ? 'Once the carrier has given it back, say so at this exception (returned).'
      : 'Or ask the carrier to give it back: it is posted first, and as given back once the carrier has done so.';
  return posting(
    `The carrier took R${formatRand(amount)} under a payment that we do not know. Post it, since the carrier then owes it to us, and ask whose it is. ${back}`,
    chargeTaken(amount, vatInside(amount, vatRateAt(at))),
  );
}

function notTaken(ours: BookedCharge, what: string): ExceptionProposal {
  const left = ours.amount - ours.refunded.amount;
  if (left === 0)
    return {
      action: 'none',
      words: `${what}, and all of it was given back: nothing is left to post.`,
      lines: [],
    };
  return posting(
    `${what}, which we have as taken. If the carrier is right it does not owe us R${formatRand(left)}: post it back.`,
    chargeTakenBack(left, ours.vat - ours.refunded.vat),
  );
}

function differing(theirs: CarrierEntry, ours: BookedCharge): ExceptionProposal {
  const { reference } = ours;
  if (!isTakenStatus(theirs.status))
    return notTaken(ours, `The carrier has ${reference} as ${theirs.status}`);
  if (isTakenHere(ours.state)) return otherAmount(theirs, ours);
  if (canResolveItself(ours)) {
    return {
      action: 'look_up',
      words: `The carrier took R${formatRand(theirs.amount)} for ${reference}, which we have as ${ours.state}. It is looked up and resolves itself; if it stays, ask the carrier why its list and its record differ.`,
      lines: [],
    };
  }
  return posting(
    `The carrier took R${formatRand(theirs.amount)} for ${reference} after it had denied it. The subscriber got nothing for it: post it, have the carrier give it back, and say so at this exception (returned).`,
    chargeTaken(theirs.amount, vatInside(theirs.amount, ours.vatRate)),
  );
}

function otherAmount(theirs: CarrierEntry, ours: BookedCharge): ExceptionProposal {
  const more = theirs.amount - ours.amount;
  const words =
    more > 0
      ? `The carrier took R${formatRand(theirs.amount)} for ${ours.reference}, R${formatRand(more)} above the price. Post that, have the carrier give it back, and say so at this exception (returned).`
      : `The carrier took only R${formatRand(theirs.amount)} for ${ours.reference}, R${formatRand(-more)} below the price. If the carrier is right, post the difference back.`;
  return posting(words, chargeTaken(more, vatInside(theirs.amount, ours.vatRate) - ours.vat));
}

function posting(words: string, lines: readonly LedgerLine[]): ExceptionProposal {
  return { action: 'post', words, lines: withoutZeroLines(lines) };
}
