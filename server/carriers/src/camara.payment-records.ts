/**
 * The carrier's payment records: carrier-billing 0.5.0, looking one payment up and listing them
 * page by page.
 */

import { createHash } from 'node:crypto';
import type {
  BillingPort,
  CarrierCharge,
  FindChargeInput,
  FindChargeOutcome,
  ListedCharge,
  UnreadableCharge,
} from './billing.port.ts';
import {
  type Answer,
  bareCode,
  CARRIER_ERROR,
  isOutOfRange,
  notToldYet,
} from './camara.answers.ts';
import { identified } from './camara.apis.ts';
import type { Caller } from './camara.calls.ts';
import { BILLING, decided, doneOf, isOtherwise } from './camara.payments.ts';
import {
  centsOf,
  type PartOfPayment,
  type Payment,
  partOfPayment,
  payment,
  payments,
} from './camara.schemas.ts';
import { CarrierUnavailableError } from './carrier-outcome.ts';

const READ = 'carrier-billing:payments:read';
/** A window this small is not split further. */
const SMALLEST_WINDOW_MS = 1000;

type Records = Pick<BillingPort, 'findCharge' | 'listCharges'>;
type Window = { from: Date; to: Date };
type AskPage = (window: Window, page: number) => Promise<Answer>;

/**
 * One entry of a list: a payment, or its readable fields. `id` is the carrier's, otherwise a hash
 * of the entry's content.
 */
type Entry = { readonly id: string } & (
  | { readonly isReadable: true; readonly payment: Payment }
  | { readonly isReadable: false; readonly part: PartOfPayment }
);

export function createPaymentRecords({ ask, apis, timeouts }: Caller): Records {
  const { perPage, merchant } = apis[BILLING];
  const pagesOf =
    (forNumber?: FindChargeInput['msisdn']): AskPage =>
    (window, page) =>
      ask({
        method: 'GET',
        api: BILLING,
        path: `/payments?${query(window, { page, perPage, merchant })}`,
        scope: READ,
        ...(forNumber === undefined ? {} : { forNumber }),
        timeoutMs: timeouts.lookup,
        theirs: page === 1 ? ['OUT_OF_RANGE'] : ['OUT_OF_RANGE', 'INVALID_ARGUMENT', 'NOT_FOUND'],
      });

  /**
   * The record under the carrier's id. A payment of another client is not ours, whatever the
   * carrier reported before.
   */
  async function byId(id: string, input: FindChargeInput): Promise<FindChargeOutcome> {
    const answer = await ask({
      method: 'GET',
      api: BILLING,
      path: `/payments/${encodeURIComponent(id)}`,
      scope: READ,
      ...identified(apis[BILLING], input.msisdn).token,
      timeoutMs: timeouts.lookup,
      correlator: input.correlator,
      theirs: ['NOT_FOUND'],
    });
    if (answer.kind === 'refused')
      return bareCode(answer.code) === 'NOT_FOUND' ? { outcome: 'not_found' } : CARRIER_ERROR;
    if (answer.kind !== 'ok') return notToldYet(answer);
    const read = payment.safeParse(answer.body);
    if (!read.success) return CARRIER_ERROR;
    return isAnothers(read.data, input) ? { outcome: 'not_found' } : found(read.data, input);
  }

  /** CAMARA has no filter by reference or correlator: the window is read and matched here. */
  async function among(input: FindChargeInput, askPage: AskPage): Promise<FindChargeOutcome> {
    let match: Payment | undefined;
    let hidden = false;
    for await (const each of walk(input, askPage)) {
      hidden ||= !each.isReadable && mayBeOurs(each.part, input);
      if (!each.isReadable || isAnothers(each.payment, input) || !isNamed(each.payment, input))
        continue;
      if (each.payment.paymentStatus === 'succeeded') return found(each.payment, input);
      // The very attempt before another one under the same correlator.
      if (match === undefined || each.payment.amountTransaction.referenceCode === input.reference)
        match = each.payment;
    }
    // An unreadable entry may be the payment, taken: 'denied' or 'not found' would be a guess.
    if (hidden) return CARRIER_ERROR;
    return match === undefined ? { outcome: 'not_found' } : found(match, input);
  }

  /**
   * With a token for the number the carrier lists only that number's payments; if it offers none,
   * all of ours are read.
   */
  async function inWindow(input: FindChargeInput): Promise<FindChargeOutcome> {
    if (input.msisdn === undefined) return among(input, pagesOf());
    try {
      return await among(input, pagesOf(input.msisdn));
    } catch (error) {
      const isAboutTheToken =
        error instanceof NumberRefusedError ||
        (error instanceof CarrierUnavailableError && error.reason === 'misconfigured');
      if (isAboutTheToken) return among(input, pagesOf());
      throw error;
    }
  }

  return {
    async findCharge(input) {
      if (input.carrierPaymentId !== undefined) {
        const foundById = await byId(input.carrierPaymentId, input);
        // A carrier may list a payment that it does not show by id, for a while or after a
        // migration.
        if (foundById.outcome !== 'not_found') return foundById;
      }
      try {
        return await inWindow(input);
      } catch (error) {
        if (error instanceof CarrierUnavailableError) return error.why;
        throw error;
      }
    },

    async *listCharges(window) {
      let before: Date | undefined;
      for await (const each of walk(window, pagesOf())) {
        // Payments of another merchant in the carrier's list are not ours and are ignored.
        if (
          merchant !== undefined &&
          merchantOf(each) !== undefined &&
          merchantOf(each) !== merchant
        )
          continue;
        const charge = listedAs(each, before ?? middleOf(window));
        before = charge.createdAt;
        yield charge;
      }
    },
  };
}

/** The carrier gives no token for a number, for instance because it has left the network. */
class NumberRefusedError extends Error {}

/** Every entry of a window once, oldest first. */
async function* walk(window: Window, askPage: AskPage): AsyncGenerator<Entry> {
  const recent = createRecentIds();
  for await (const each of read(window, askPage)) {
    if (recent.has(each.id)) continue;
    recent.add(each.id);
    yield each;
  }
}

/**
 * The entries of a window, oldest first. A window with too many entries is split at an instant that
 * belongs to both halves, since a carrier's instants may be finer than ours; an entry of that
 * instant is in both.
 */
async function* read({ from, to }: Window, askPage: AskPage): AsyncGenerator<Entry> {
  const recent = createRecentIds();
  for (let page = 1; ; page++) {
    const answer = await askPage({ from, to }, page);
    if (
      isTooMany(answer) &&
      recent.count === 0 &&
      to.getTime() - from.getTime() > SMALLEST_WINDOW_MS
    ) {
      const middle = middleOf({ from, to });
      yield* read({ from, to: middle }, askPage);
      yield* read({ from: middle, to }, askPage);
      return;
    }
    if (page > 1 && isBehindTheEnd(answer)) return;
    const fresh = readPage(answer).filter((each) => !recent.has(each.id));
    for (const each of fresh) {
      recent.add(each.id);
      yield each;
    }
    // A carrier may return fewer entries than requested, so a short page is not the end: the total
    // says it, or a page without anything new.
    if (fresh.length === 0 || (answer.kind === 'ok' && answer.totalCount === recent.count)) return;
  }
}

function middleOf({ from, to }: Window): Date {
  return new Date(Math.floor((from.getTime() + to.getTime()) / 2));
}

/**
 * A shifting list repeats entries of the last pages; a day has too many payments to remember all of
 * them.
 */
const REMEMBERED = 1000;

function createRecentIds() {
  const ids = new Set<string>();
  let count = 0;
  return {
    /** How many were added, forgotten ones included. */
    get count() {
      return count;
    },
    has: (id: string): boolean => ids.has(id),
    add(id: string): void {
      ids.add(id);
      count++;
      const [oldest] = ids;
      if (ids.size > REMEMBERED && oldest !== undefined) ids.delete(oldest);
    },
  };
}

function isTooMany(answer: Answer): boolean {
  return answer.kind === 'refused' && bareCode(answer.code) === 'TOO_MANY_MATCHING_RECORDS';
}

/** How carriers say that a page is past the end: by a code, or by a 404. */
export function isBehindTheEnd(answer: Answer): boolean {
  return answer.kind === 'refused' && (isOutOfRange(answer) || answer.status === 404);
}

function readPage(answer: Answer): Entry[] {
  if (answer.kind === 'number_refused') throw new NumberRefusedError();
  // A carrier without a list: waiting would not help.
  if (answer.kind === 'refused' && answer.status === 404)
    throw new CarrierUnavailableError('no_answer');
  if (answer.kind === 'refused') throw new CarrierUnavailableError(CARRIER_ERROR);
  if (answer.kind !== 'ok') throw new CarrierUnavailableError(notToldYet(answer));
  const entries = payments.safeParse(answer.body);
  if (!entries.success) throw new CarrierUnavailableError(CARRIER_ERROR);
  return entries.data.map(readEntry);
}

function readEntry(entry: unknown): Entry {
  const whole = payment.safeParse(entry);
  if (whole.success) return { isReadable: true, id: whole.data.paymentId, payment: whole.data };
  const part = partOfPayment.parse(entry);
  return { isReadable: false, id: part.paymentId ?? markOf(entry), part };
}

function markOf(entry: unknown): string {
  return `unreadable-${createHash('sha256').update(JSON.stringify(entry)).digest('hex').slice(0, 32)}`;
}

interface PageQuery {
  readonly page: number;
  readonly perPage: number;
  readonly merchant: string | undefined;
}

function query(window: Window, { page, perPage, merchant }: PageQuery): string {
  return new URLSearchParams({
    page: String(page),
    perPage: String(perPage),
    order: 'asc',
    'paymentCreationDate.gte': window.from.toISOString(),
    'paymentCreationDate.lte': window.to.toISOString(),
    ...(merchant === undefined ? {} : { merchantIdentifier: merchant }),
  }).toString();
}

/** Whether it carries one of our two names. */
function isNamed(
  { amountTransaction }: Payment,
  { reference, correlator }: FindChargeInput,
): boolean {
  return (
    amountTransaction.referenceCode === reference ||
    amountTransaction.clientCorrelator === correlator
  );
}

/**
 * Whether it is certainly not ours: it is of another number, or it has references and neither is
 * ours. A carrier may return the payments of all its clients, and a lookup must never take one of
 * them for the payment that it looks for.
 */
function isAnothers(of: Payment, input: FindChargeInput): boolean {
  const { phoneNumber, referenceCode, clientCorrelator } = of.amountTransaction;
  if (phoneNumber !== undefined && input.msisdn !== undefined && phoneNumber !== input.msisdn)
    return true;
  const hasNames = referenceCode !== undefined || clientCorrelator !== undefined;
  return hasNames && !isNamed(of, input);
}

/**
 * Whether an unreadable entry can be the payment that is looked for: it has the id, the reference
 * or the correlator, or nothing that would exclude it.
 */
function mayBeOurs(
  { paymentId, amountTransaction }: PartOfPayment,
  input: FindChargeInput,
): boolean {
  const { phoneNumber, referenceCode, clientCorrelator } = amountTransaction;
  if (paymentId !== undefined && paymentId === input.carrierPaymentId) return true;
  if (phoneNumber !== undefined && input.msisdn !== undefined && phoneNumber !== input.msisdn)
    return false;
  if (referenceCode === undefined && clientCorrelator === undefined) return true;
  return referenceCode === input.reference || clientCorrelator === input.correlator;
}

function found(of: Payment, input: FindChargeInput): FindChargeOutcome {
  if (isOtherwise(of, input))
    return { outcome: 'not_as_asked', carrierPaymentId: of.paymentId, done: doneOf(of) };
  return {
    outcome: 'found',
    charge: toCharge(of, input.amountCents),
    decided: decided(of, input.told),
  };
}

function merchantOf(entry: Entry): string | undefined {
  return entry.isReadable
    ? entry.payment.amountTransaction.paymentAmount.chargingMetaData?.merchantIdentifier
    : undefined;
}

/** An entry for comparisons. An amount in another currency cannot be compared. */
function listedAs(entry: Entry, near: Date): ListedCharge {
  if (!entry.isReadable) return toUnreadable(entry, near);
  const amountCents = centsOf(entry.payment.amountTransaction.paymentAmount.chargingInformation);
  if (amountCents !== undefined) return toCharge(entry.payment, amountCents);
  const { amountTransaction, paymentCreationDate } = entry.payment;
  const part = {
    amountTransaction: { ...amountTransaction, paymentAmount: { chargingInformation: {} } },
    paymentCreationDate,
  };
  return toUnreadable({ id: entry.id, isReadable: false, part }, near);
}

function toCharge(of: Payment, amountCents: number): CarrierCharge {
  const { clientCorrelator, serverReferenceCode, referenceCode, phoneNumber } =
    of.amountTransaction;
  return {
    carrierPaymentId: of.paymentId,
    ...(serverReferenceCode === undefined ? {} : { carrierReference: serverReferenceCode }),
    ...(referenceCode === undefined ? {} : { reference: referenceCode }),
    ...(clientCorrelator === undefined ? {} : { correlator: clientCorrelator }),
    ...(phoneNumber === undefined ? {} : { msisdn: phoneNumber }),
    amountCents,
    status: of.paymentStatus,
    createdAt: of.paymentCreationDate,
    ...(of.paymentDate === undefined ? {} : { paidAt: of.paymentDate }),
  };
}

function toUnreadable(
  { id, part }: Extract<Entry, { isReadable: false }>,
  near: Date,
): UnreadableCharge {
  const { referenceCode, paymentAmount } = part.amountTransaction;
  return {
    carrierPaymentId: id,
    ...(referenceCode === undefined ? {} : { reference: referenceCode }),
    amountCents: paymentAmount.chargingInformation.amount ?? 0,
    status: 'unreadable',
    createdAt: part.paymentCreationDate ?? near,
  };
}
