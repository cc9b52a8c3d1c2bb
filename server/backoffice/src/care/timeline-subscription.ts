import { formatRand } from '@bonisa/domain/money/rand';
import { careTime } from '@bonisa/domain/staff/care-words';
import type { NumberRecords } from './number-records.service.ts';
import type { Told } from './timeline-entry.ts';

type Data = Readonly<Record<string, unknown>>;
type Words = Pick<Told, 'title' | 'text' | 'tone'>;

/**
 * The life of the subscriptions of a number as entries. What a charge, a refund or a block already
 * tells is left out.
 */
export function subscriptionEntries({
  events,
  nameOf,
}: Pick<NumberRecords, 'events' | 'nameOf'>): Told[] {
  return events.flatMap(({ subscriptionId, place, type, at, data }) => {
    const words = WORDS[type]?.(data as Data, (packageId) => nameOf(String(packageId), at));
    return words
      ? [{ id: `event ${subscriptionId} ${place}`, at, kind: 'subscription', ...words }]
      : [];
  });
}

/** The name of a package when the event happened. */
type NameThen = (packageId: unknown) => string;

/** When a change begins. Events of before do not say whether it was charged at Accept. */
function changeBegins(from: unknown, chargedNow: unknown): string {
  if (from) return `Paid from ${time(from)} on.`;
  if (chargedNow === true) return 'It was charged at once.';
  return chargedNow === false
    ? 'It begins with the next payment.'
    : 'It begins when the paid time ends.';
}

const WORDS: Readonly<Record<string, (data: Data, nameOf: NameThen) => Words>> = {
  trial_started: ({ packageId, until }, nameOf) => ({
    tone: 'good',
    title: `Free day of ${nameOf(packageId)} began`,
    text: `Nothing is taken before ${time(until)}.`,
  }),
  charge_withheld: ({ nextTryAt }) => ({
    tone: 'waiting',
    title: 'Not charged: the monthly limit is reached',
    text: `The next charge may be made at ${time(nextTryAt)}, or after a new consent.`,
  }),
  grace_granted: ({ until }) => ({
    tone: 'waiting',
    title: 'Served although the payment failed',
    text: `Served unpaid until ${time(until)}.`,
  }),
  parked: ({ nextTryAt }) => ({
    tone: 'bad',
    title: 'No longer served: not paid',
    text: nextTryAt ? `Tried again at ${time(nextTryAt)}, or when airtime arrives.` : '',
  }),
  reactivated: () => ({ tone: 'good', title: 'Served again: paid', text: '' }),
  retry_brought_forward: () => ({
    tone: 'plain',
    title: 'Airtime arrived: the payment is tried at once',
    text: '',
  }),
  carried_time_withdrawn: () => ({
    tone: 'plain',
    title: 'Paid time withdrawn',
    text: 'The payment that had bought it was given back.',
  }),
  refunded: ({ amount, whole }) => ({
    tone: 'plain',
    title: whole ? 'A period was given back' : 'Part of a period was given back',
    text: `R${formatRand(Number(amount))} went back; paid time that it had bought ends with it.`,
  }),
  package_change_requested: ({ packageId, price, from, chargedNow, withdrawn }, nameOf) =>
    withdrawn
      ? {
          tone: 'plain',
          title: 'A price that was to follow was withdrawn',
          text: 'Nobody asked for it: the held package and price stay.',
        }
      : {
          tone: 'plain',
          title: `Asked to change to ${nameOf(packageId)}${price ? ` at R${formatRand(Number(price))}` : ''}`,
          text: changeBegins(from, chargedNow),
        },
  cancelled: ({ by }) => ({
    tone: 'plain',
    title: `Stopped ${STOPPED[String(by)] ?? ''}`.trim(),
    text: 'Nothing more is taken. What is paid for is still served.',
  }),
  blocked: ({ reason }) => ({
    tone: 'bad',
    title: `Subscription ended: ${BLOCKED[String(reason)] ?? String(reason)}`,
    text: '',
  }),
  expired: () => ({ tone: 'plain', title: 'Subscription ended', text: '' }),
};

const STOPPED: Readonly<Record<string, string>> = {
  subscriber: 'on the site',
  stop_message: 'by message (STOP)',
  operator: 'by our people',
};

const BLOCKED: Readonly<Record<string, string>> = {
  stop_all: 'STOP ALL',
  content_block: 'content billing was switched off',
  number_recycled: 'the number has a new owner',
  ported_out: 'the number moved to another network',
  operator: 'blocked by our people',
};

function time(instant: unknown): string {
  return careTime(new Date(String(instant)));
}
