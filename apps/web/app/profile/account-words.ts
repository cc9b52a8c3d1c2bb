import type { ReplyOf } from '@bonisa/contract/calls';
import type { SignedInViewer } from '../browser/viewer.ts';

export type Holding = NonNullable<SignedInViewer['subscription']>;
type State = Holding['state'];
type Charge = ReplyOf<'account'>['charges'][number];
type AccountMessage = ReplyOf<'account'>['messages'][number];

/** The text for a subscription's state. */
export const STATE_WORDS: Readonly<Record<State, string>> = {
  pending: 'Payment is being confirmed',
  trial: 'Free first day',
  active: 'Active',
  grace: 'Active, payment is due',
  parked: 'Paused until it is paid',
  cancelled: 'Cancelled',
  expired: 'Ended',
  blocked: 'Stopped',
};

/** The text for a payment's outcome. */
export const OUTCOME_WORDS: Readonly<Record<Charge['outcome'], string>> = {
  succeeded: 'Paid',
  denied: 'Not taken',
  unknown: 'Being confirmed',
  refunded: 'Given back',
  pending: 'Being confirmed',
};

const PROOF_WORDS: Readonly<Record<string, string>> = {
  otp: 'a one-time PIN sent to your phone',
  header_enrichment: 'your network, on its own connection',
  session: 'this session, signed in with your number',
};

/** The text for a proof of a number; an unknown proof is shown as recorded. */
export function proofWords(proof: string): string {
  return PROOF_WORDS[proof] ?? proof.replaceAll('_', ' ');
}

/** Whether the subscription will charge again and so can be cancelled. */
export function renews(state: State): boolean {
  return (
    state === 'trial' ||
    state === 'active' ||
    state === 'grace' ||
    state === 'parked' ||
    state === 'pending'
  );
}

/** `R5.00/day` */
export function pricePer({
  price,
  service_period,
}: Pick<Holding, 'price' | 'service_period'>): string {
  return `R${price}/${service_period}`;
}

/**
 * The held package in one line: `Weekly, R10.00/week · Active`; without a price where none will be
 * taken.
 */
export function holdingWords(subscription: SignedInViewer['subscription']): string {
  if (!subscription) return 'No subscription';
  const { name, state } = subscription;
  const what = renews(state) ? `${name}, ${pricePer(subscription)}` : name;
  return `${what} · ${STATE_WORDS[state]}`;
}

/** A payment as shown. `tries`: the number of successive denied attempts, the first at `since`. */
export interface ShownPayment extends Charge {
  readonly tries: number;
  readonly since: string;
}

/**
 * The payments, latest first, with successive denials combined, so that successful payments stay
 * visible.
 */
export function paymentsShown(charges: readonly Charge[]): readonly ShownPayment[] {
  const shown: ShownPayment[] = [];
  for (const charge of charges) {
    const last = shown.at(-1);
    const isSame =
      last?.outcome === 'denied' &&
      charge.outcome === 'denied' &&
      last.package_id === charge.package_id &&
      last.reason === charge.reason;
    if (isSame) shown[shown.length - 1] = { ...last, tries: last.tries + 1, since: charge.at };
    else shown.push({ ...charge, tries: 1, since: charge.at });
  }
  return shown;
}

/**
 * `12 Jan 2027`, or the first to the last attempt: `12 to 14 Jan 2027`, `30 Dec 2026 to 02 Jan
 * 2027`.
 */
export function paymentDates({ since, at }: Pick<ShownPayment, 'since' | 'at'>): string {
  const [first, last] = [dateWords(since), dateWords(at)];
  if (first === last) return last;
  const [day, ...month] = first.split(' ');
  return `${last.endsWith(` ${month.join(' ')}`) ? day : first} to ${last}`;
}

/** The text for a payment's outcome and reason, and below it its refunds and those under way. */
export function outcomeWords({
  outcome,
  reason_words,
  refunds,
  tries,
}: Omit<ShownPayment, 'since'>): { outcome: string; notes: readonly string[] } {
  const back = refunds.map(({ amount, outcome: state }) =>
    state === 'succeeded' ? `R${amount} given back` : `R${amount} is being given back`,
  );
  if (outcome === 'refunded' && refunds.length < 2)
    return { outcome: OUTCOME_WORDS.refunded, notes: ['All of it'] };
  const tried = tries > 1 ? [`Tried ${tries} times`] : [];
  return {
    outcome: OUTCOME_WORDS[outcome],
    notes: [...(reason_words ? [reason_words] : []), ...tried, ...back],
  };
}

/** The text for a message's outcome. */
export const MESSAGE_OUTCOME_WORDS: Readonly<Record<AccountMessage['outcome'], string>> = {
  sent: 'Sent',
  waiting: 'Goes out',
  failed: 'Could not be sent',
};

/** The next event of a subscription, as a term and a text; nothing if it is unknown. */
export function nextEventOf(subscription: Holding): { term: string; words: string } | undefined {
  const { state, paid_until, next_amount, served_until } = subscription;
  if (!paid_until || state === 'pending') return undefined;
  if (state === 'cancelled')
    return served_until
      ? { term: servedTerm(subscription), words: dayWords(served_until) }
      : undefined;
  // True after a free day and after a paid period alike.
  if (state === 'grace' || state === 'parked')
    return { term: 'Payment due since', words: dayWords(paid_until) };
  if (state !== 'trial' && state !== 'active') return undefined;
  return {
    term: state === 'trial' ? 'First payment' : 'Next payment',
    words: `R${next_amount} on ${dayWords(paid_until)}`,
  };
}

/** What a cancelled subscription's remaining time is: a free day was not paid for. */
function servedTerm({ free_trial }: Pick<Holding, 'free_trial'>): string {
  return free_trial ? 'Free until' : 'Paid until';
}

/** `27821234567` -> `082 ••• 4567`: recognisable to the owner, unreadable over a shoulder. */
export function numberHint(msisdn: string): string {
  return `0${msisdn.slice(2, 4)} ••• ${msisdn.slice(-4)}`;
}

const PLACE = { timeZone: 'Africa/Johannesburg' } as const;
const DAY = new Intl.DateTimeFormat('en-ZA', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  ...PLACE,
});
const DATE = new Intl.DateTimeFormat('en-ZA', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  ...PLACE,
});

/** A time in South African form: `Sat, 22 Nov, 10:00`; a no-break space joins day and month. */
export function dayWords(instant: string): string {
  return DAY.format(new Date(instant)).replace(/(\d) (?=[A-Z])/, '$1\u00a0');
}

/** The South African day of a time, with its year: `22 Nov 2026`. */
export function dateWords(instant: string): string {
  return DATE.format(new Date(instant));
}
