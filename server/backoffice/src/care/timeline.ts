import { correlatorOf } from '@bonisa/carriers/carrier-reference';
import { formatRand } from '@bonisa/domain/money/rand';
import { type ApprovalState, approvalState } from '@bonisa/domain/staff/care-refund';
import { refundWords } from '@bonisa/domain/staff/care-words';
import type { Charge } from '@bonisa/money/billing/charges/charge.repository';
import type { Message } from '@bonisa/money/messaging/message.repository';
import { acceptedWords, chargeRef, factsOf, proofWords, tryOf, wordsOf } from './charge-story.ts';
import type { NumberRecords } from './number-records.service.ts';
import { entryOf, type TimelineEntry, type Told } from './timeline-entry.ts';
import { subscriptionEntries } from './timeline-subscription.ts';

/** Everything that happened to a number, newest first. */
export function timelineOf(records: NumberRecords, now: Date): TimelineEntry[] {
  const all: Told[] = [
    ...optIns(records),
    ...subscriptionEntries(records),
    ...records.charges.map((charge) => chargeEntry(records, charge)),
    ...refundEntries(records),
    ...records.messages.map(messageEntry),
    ...receivedEntries(records),
    ...proofEntries(records),
    ...blockEntries(records),
    ...careEntries(records, now),
  ];
  return all
    .toSorted((one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1))
    .map(entryOf);
}

function optIns({ consents, nameOf }: NumberRecords): Told[] {
  return consents.map((consent) => ({
    id: `opt_in ${consent.id}`,
    at: consent.at,
    kind: 'opt_in',
    tone: 'plain',
    title: `Accepted ${acceptedWords(consent, nameOf)}`,
    text: consent.words.join('\n'),
    facts: factsOf({
      'Price shown': `R${formatRand(consent.price)}/${consent.servicePeriod}`,
      'Free first day': consent.trial ? 'yes' : 'no',
      Proof: proofWords(consent.proof),
      "Carrier's correlator of the proof": consent.proofCorrelator,
      'Version of the words': consent.wordsVersion,
      'Version of the terms': consent.termsVersion,
      'Version of the privacy policy': consent.privacyVersion,
      'Content block overridden': consent.contentBlockOverridden ? 'yes' : 'no',
      'Network address': consent.address,
      Browser: consent.userAgent,
    }),
  }));
}

const TONE = {
  intended: 'waiting',
  unknown: 'waiting',
  succeeded: 'good',
  refunded: 'plain',
  denied: 'bad',
} as const;

/** A charge with the carrier's answer in plain words. */
export function chargeEntry(
  records: Pick<NumberRecords, 'events' | 'charges' | 'nameOf'>,
  charge: Charge,
): Told {
  const words = wordsOf(records, charge);
  const attempt = tryOf(records, charge);
  return {
    id: `charge ${charge.id}`,
    at: charge.createdAt,
    kind: 'charge',
    tone: TONE[charge.state],
    title: `R${formatRand(charge.amount)} for ${records.nameOf(charge.packageId, charge.createdAt)}: ${words.answer}`,
    text: `${words.means} ${words.next}`,
    facts: factsOf({
      Try: attempt > 1 ? `${attempt} for this period` : undefined,
      Answered: charge.decidedAt,
      'Our reference': charge.reference,
      "Carrier's reference": charge.carrierReference,
      Correlator: correlatorOf(charge.reference),
      'VAT inside': `R${formatRand(charge.vat)}`,
      "Carrier's own words": charge.detail,
    }),
    charge: chargeRef(charge),
  };
}

const REFUND_TONE = {
  intended: 'waiting',
  unknown: 'waiting',
  succeeded: 'good',
  denied: 'bad',
} as const;

/** The refunds of charges. */
export function refundEntries({
  refunds,
  charges,
}: Pick<NumberRecords, 'refunds' | 'charges'>): Told[] {
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  return refunds.map((refund) => {
    const charge = byId.get(refund.chargeId ?? '');
    return {
      id: `refund ${refund.id}`,
      at: refund.createdAt,
      kind: 'refund',
      tone: REFUND_TONE[refund.state],
      title: `R${formatRand(refund.amount)} ${refund.state === 'succeeded' ? 'given back' : 'to give back'}`,
      text: refundWords(refund.state),
      facts: factsOf({
        Why: refund.why.replaceAll('_', ' '),
        Answered: refund.decidedAt,
        'Our reference': refund.reference,
        'Of charge': charge?.reference,
        "Carrier's id": refund.carrierRefundId,
      }),
      charge: charge ? chargeRef(charge) : null,
    };
  });
}

const MESSAGE_TITLES: Record<Message['template'], string> = {
  welcome: 'Confirmation of the subscription',
  trial_ends: 'Notice that the free day ends',
  receipt: 'Receipt',
  reminder: 'Monthly reminder of price and how to stop',
  not_paid: 'Notice that the payment failed',
  parked: 'Notice that the service waits for airtime',
  goodbye: 'Confirmation of the stop',
  ended: 'Notice of the end',
  refund: 'Notice of a refund',
  sign_in_tries: 'Warning of sign-in tries',
  device_signed_in: 'Notice that a device was signed in',
  package_changed: 'Confirmation of the package change',
  price_offered: 'Another price of the package, to accept or not',
  stop_asked: 'Question whether to stop',
  help: 'Answer to a message',
  start: 'Answer to START',
  blocked: 'Confirmation of the block',
};

/** A message that we sent, or wanted to. */
export function messageEntry(message: Message): Told {
  const { id, template, text, state, createdAt, dueAt, sentAt, carrierMessageId } = message;
  const sent = { sent: 'sent', queued: 'waits to be sent', failed: 'not sent' }[state];
  return {
    id: `message ${id}`,
    at: sentAt ?? createdAt,
    kind: 'message_sent',
    tone: { sent: 'plain', queued: 'waiting', failed: 'bad' }[state] as Told['tone'],
    title: `${MESSAGE_TITLES[template]}: ${sent}`,
    text,
    facts: factsOf({
      Written: createdAt,
      'To be sent, if still true': state === 'queued' ? dueAt : undefined,
      "Carrier's id": carrierMessageId,
    }),
  };
}

const READ_AS = {
  stop: 'read as STOP',
  stop_all: 'read as STOP ALL',
  start: 'read as START',
  doubtful: 'may want to stop',
  question: 'a question',
  go_on: 'wants to go on',
  other: 'no command',
} as const;

function receivedEntries({ received }: NumberRecords): Told[] {
  return received.map(({ id, carrierMessageId, at, readAs, text }) => ({
    id: `received ${id}`,
    at,
    kind: 'message_received',
    tone: 'plain',
    title: `Message from the phone: ${READ_AS[readAs]}`,
    text: text ?? '',
    facts: factsOf({ "Carrier's id": carrierMessageId ?? id }),
  }));
}

const CODE_WORDS = {
  sending: 'being sent',
  sent: 'sent, not used',
  failed: 'not sent',
  refused: 'not sent: the carrier refused the number',
  held: 'held: the content block of the number must be lifted first',
  used: 'entered correctly',
  replaced: 'replaced by a newer one',
  dead: 'used up by wrong tries',
} as const;

function proofEntries({ identity, devices }: NumberRecords): Told[] {
  const { codes, proofs, sessions } = identity;
  return [
    ...codes.map(
      ({ sentAt, state, usedAt }, index): Told => ({
        id: `code ${sentAt.getTime()} ${index}`,
        at: sentAt,
        kind: 'code',
        tone: state === 'dead' ? 'bad' : 'plain',
        title: `One-time code: ${CODE_WORDS[state]}`,
        text: '',
        facts: factsOf({ Used: usedAt }),
      }),
    ),
    ...proofs.map(
      ({ createdAt, usedAt }, index): Told => ({
        id: `proof ${createdAt.getTime()} ${index}`,
        at: createdAt,
        kind: 'code',
        tone: 'plain',
        title: "The carrier's network named the number",
        text: '',
        facts: factsOf({ Used: usedAt }),
      }),
    ),
    ...sessions.map(
      ({ createdAt, lastSeenAt, revokedAt }, index): Told => ({
        id: `session ${createdAt.getTime()} ${index}`,
        at: createdAt,
        kind: 'sign_in',
        tone: 'plain',
        title: revokedAt ? 'Signed in (ended since)' : 'Signed in',
        text: '',
        facts: factsOf({ 'Last seen': lastSeenAt, Ended: revokedAt }),
      }),
    ),
    ...devices.map(
      ({ kind, since, seenAt }, index): Told => ({
        id: `device ${since.getTime()} ${index}`,
        at: since,
        kind: 'device',
        tone: 'plain',
        title: `Watched on a ${kind === 'other' ? 'device' : kind}`,
        text: '',
        facts: factsOf({ 'Last seen': seenAt }),
      }),
    ),
  ];
}

function blockEntries({ blockedAt, unblockings }: NumberRecords): Told[] {
  const blocked = [...unblockings.map((one) => one.blockedAt), ...(blockedAt ? [blockedAt] : [])];
  return [
    ...blocked.map(
      (at): Told => ({
        id: `block ${at.getTime()}`,
        at,
        kind: 'block',
        tone: 'bad',
        title: 'Number blocked',
        text: 'No service and no opt-in from then on, until a person unblocks it.',
      }),
    ),
    ...unblockings.map(
      ({ id, at, reason }): Told => ({
        id: `unblock ${id}`,
        at,
        kind: 'block',
        tone: 'plain',
        title: 'Number unblocked',
        text: reason,
      }),
    ),
  ];
}

function careEntries({ notes, disputes, requests, charges }: NumberRecords, now: Date): Told[] {
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  const refOf = (chargeId: string) => {
    const charge = byId.get(chargeId);
    return charge ? chargeRef(charge) : null;
  };
  return [
    ...notes.map(
      ({ id, at, byName, text }): Told => ({
        id: `note ${id}`,
        at,
        kind: 'note',
        tone: 'plain',
        title: `Note by ${byName}`,
        text,
      }),
    ),
    ...disputes.map(
      (dispute): Told => ({
        id: `dispute ${dispute.id}`,
        at: dispute.openedAt,
        kind: 'dispute',
        tone: dispute.state === 'open' ? 'waiting' : 'plain',
        title: `Dispute of R${formatRand(dispute.amount)}: ${dispute.state}`,
        text: dispute.words,
        facts: factsOf({
          'Taken down by': dispute.openedBy,
          'Told the caller': dispute.answer,
          Decided: dispute.decidedAt,
          'Decided by': dispute.decidedBy,
          Reason: dispute.decidedReason,
        }),
        charge: refOf(dispute.chargeId),
      }),
    ),
    ...requests
      .filter((request) => stateOf(request, now) === 'expired')
      .map((request) => expiredEntry(request, disputes)),
    ...requests.map((request): Told => {
      const state = stateOf(request, now);
      return {
        id: `approval ${request.id}`,
        at: request.askedAt,
        kind: 'approval',
        tone: state === 'waiting' ? 'waiting' : 'plain',
        title: `Refund of R${formatRand(request.amount)} by a second person: ${state}`,
        text: request.reason,
        facts: factsOf({
          'Asked by': request.askedByName,
          'Decided by': request.decidedByName,
          Decided: request.decidedAt,
          Reason: request.decidedReason,
        }),
        charge: refOf(request.chargeId),
      };
    }),
  ];
}

type Request = NumberRecords['requests'][number];

function stateOf(request: Request, now: Date): ApprovalState {
  return approvalState(
    { ...request, state: request.state === 'free' ? 'approved' : request.state },
    now,
  );
}

/** The end of a request that nobody decided: what it is about waits for care again. */
function expiredEntry(request: Request, disputes: NumberRecords['disputes']): Told {
  const isDisputed = disputes.some(
    ({ chargeId, state }) =>
      chargeId === request.chargeId && (state === 'open' || state === 'answered'),
  );
  return {
    id: `approval expired ${request.id}`,
    at: request.expiresAt,
    kind: 'approval',
    tone: 'bad',
    title: `Refund of R${formatRand(request.amount)} expired: no second person decided it`,
    text: isDisputed
      ? 'No money moved. The dispute is open again.'
      : 'No money moved by this request. Ask again if the refund is still due.',
  };
}
