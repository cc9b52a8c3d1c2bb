import type { ReplyOf } from '@bonisa/contract/calls';
import type { SignedInViewer } from '../browser/viewer.ts';
import { shortDate, shortDayAndTime } from '../words/dates.ts';
import { say } from '../words/words.ts';

export type Holding = NonNullable<SignedInViewer['subscription']>;
type State = Holding['state'];
type Charge = ReplyOf<'account'>['charges'][number];
type AccountMessage = ReplyOf<'account'>['messages'][number];

const STATE_WORDS: Readonly<Record<State, () => string>> = {
  pending: () => say('account.state.pending'),
  trial: () => say('account.state.trial'),
  active: () => say('account.state.active'),
  grace: () => say('account.state.grace'),
  parked: () => say('account.state.parked'),
  cancelled: () => say('account.state.cancelled'),
  expired: () => say('account.state.expired'),
  blocked: () => say('account.state.blocked'),
};

/** The text for a subscription's state. */
export function stateWords(state: State): string {
  return STATE_WORDS[state]();
}

const OUTCOME_WORDS: Readonly<Record<Charge['outcome'], () => string>> = {
  succeeded: () => say('account.outcome.succeeded'),
  denied: () => say('account.outcome.denied'),
  unknown: () => say('account.outcome.unknown'),
  refunded: () => say('account.outcome.refunded'),
  pending: () => say('account.outcome.unknown'),
};

/** An unknown reason is that of every other refusal. */
const REFUSED_WORDS: Readonly<Record<string, () => string>> = {
  insufficient_airtime: () => say('account.refused.insufficient_airtime'),
  spending_limit: () => say('account.refused.spending_limit'),
  not_on_network: () => say('account.refused.not_on_network'),
  not_asked: () => say('account.refused.not_asked'),
  carrier_unavailable: () => say('account.refused.carrier_unavailable'),
  not_taken: () => say('account.refused.not_taken'),
};

/** Why a payment was refused. */
export function refusedWords(reason: string): string {
  return REFUSED_WORDS[reason]?.() ?? say('account.refused.other');
}

const PROOF_WORDS: Readonly<Record<string, () => string>> = {
  otp: () => say('account.proof.otp'),
  header_enrichment: () => say('account.proof.network'),
  session: () => say('account.proof.session'),
};

/** The text for a proof of a number; an unknown proof is shown as recorded. */
export function proofWords(proof: string): string {
  return (
    PROOF_WORDS[proof]?.() ?? say('account.proof.other', { proof: proof.replaceAll('_', ' ') })
  );
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
  if (!subscription) return say('account.none');
  const { name, state } = subscription;
  const what = renews(state) ? `${name}, ${pricePer(subscription)}` : name;
  return `${what} · ${stateWords(state)}`;
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
  const from = last.endsWith(` ${month.join(' ')}`) ? day : first;
  return say('account.payments.dates', { from: String(from), to: last });
}

/** The text for a payment's outcome and reason, and below it its refunds and those under way. */
export function outcomeWords({ outcome, reason, refunds, tries }: Omit<ShownPayment, 'since'>): {
  outcome: string;
  notes: readonly string[];
} {
  const back = refunds.map(({ amount, outcome: state }) =>
    state === 'succeeded'
      ? say('account.refund.done', { amount })
      : say('account.refund.under_way', { amount }),
  );
  if (outcome === 'refunded' && refunds.length < 2)
    return { outcome: OUTCOME_WORDS.refunded(), notes: [say('account.refund.whole')] };
  const tried = tries > 1 ? [say('account.payments.tried', { count: tries })] : [];
  return {
    outcome: OUTCOME_WORDS[outcome](),
    notes: [...(reason ? [refusedWords(reason)] : []), ...tried, ...back],
  };
}

const MESSAGE_OUTCOMES: Readonly<Record<AccountMessage['outcome'], () => string>> = {
  sent: () => say('account.message.sent'),
  failed: () => say('account.message.failed'),
};

/** The text for a message's outcome. */
export function messageOutcomeWords(outcome: AccountMessage['outcome']): string {
  return MESSAGE_OUTCOMES[outcome]();
}

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
    return { term: say('account.next.due_since'), words: dayWords(paid_until) };
  if (state !== 'trial' && state !== 'active') return undefined;
  return {
    term: state === 'trial' ? say('account.next.first') : say('account.next.next'),
    words: say('account.next.amount', { amount: String(next_amount), at: dayWords(paid_until) }),
  };
}

/** What a cancelled subscription's remaining time is: a free day was not paid for. */
function servedTerm({ free_trial }: Pick<Holding, 'free_trial'>): string {
  return free_trial ? say('account.next.free_until') : say('account.next.paid_until');
}

/** `27821234567` -> `082 ••• 4567`: recognisable to the owner, unreadable over a shoulder. */
export function numberHint(msisdn: string): string {
  return `0${msisdn.slice(2, 4)} ••• ${msisdn.slice(-4)}`;
}

/** A time in South African form: `Sat, 22 Nov, 10:00`. */
export function dayWords(instant: string): string {
  return shortDayAndTime(new Date(instant));
}

/** The South African day of a time, with its year: `22 Nov 2026`. */
export function dateWords(instant: string): string {
  return shortDate(new Date(instant));
}
