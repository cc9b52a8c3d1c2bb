/** What the carrier has in its books: carrier-billing 0.5.0, looking one payment up and listing them page by page. */

import { createHash } from 'node:crypto';
import { type Answer, type AskCarrier, CARRIER_ERROR, type CarrierTimeouts, notToldYet } from './camara.calls.ts';
import { BILLING, settled } from './camara.payments.ts';
import { type PartOfPayment, type Payment, partOfPayment, payment, payments } from './camara.schemas.ts';
import {
  type Carrier,
  type CarrierCharge,
  CarrierUnavailableError,
  type FindChargeInput,
  type FindChargeOutcome,
  type UnreadableCharge,
} from './carrier.port.ts';

const READ = 'carrier-billing:payments:read';
const PER_PAGE = 100;
/** A window that small is not cut any further. */
const SMALLEST_WINDOW_MS = 1000;

type Records = Pick<Carrier, 'findCharge' | 'listCharges'>;
type Window = { from: Date; to: Date };
type AskPage = (window: Window, page: number) => Promise<Answer>;

/** One entry of a list: a payment, or what of it can be read. `id` is the carrier's, else a mark made of the entry's content. */
type Entry = { readonly id: string } & (
  | { readonly isReadable: true; readonly payment: Payment }
  | { readonly isReadable: false; readonly part: PartOfPayment }
);

export function createPaymentRecords(ask: AskCarrier, timeouts: CarrierTimeouts): Records {
  const pagesOf =
    (forNumber?: FindChargeInput['msisdn']): AskPage =>
    (window, page) =>
      ask({
        method: 'GET',
        path: `${BILLING}/payments?${query(window, page)}`,
        scope: READ,
        ...(forNumber === undefined ? {} : { forNumber }),
        timeoutMs: timeouts.lookup,
      });

  async function byId(id: string, told: string | undefined): Promise<FindChargeOutcome> {
    const answer = await ask({
      method: 'GET',
      path: `${BILLING}/payments/${encodeURIComponent(id)}`,
      scope: READ,
      timeoutMs: timeouts.lookup,
    });
    if (answer.kind === 'refused') return answer.code === 'NOT_FOUND' ? { outcome: 'not_found' } : CARRIER_ERROR;
    if (answer.kind !== 'ok') return notToldYet(answer);
    const read = payment.safeParse(answer.body);
    return read.success ? found(read.data, told) : CARRIER_ERROR;
  }

  /** CAMARA has no filter by reference or correlator: the window is read and matched here. */
  async function among(input: FindChargeInput, askPage: AskPage): Promise<FindChargeOutcome> {
    let match: Payment | undefined;
    let hidden = false;
    for await (const each of walk(input, askPage)) {
      hidden ||= !each.isReadable && mayBeOurs(each.part, input);
      if (!each.isReadable || !isOurs(each.payment, input)) continue;
      if (each.payment.paymentStatus === 'succeeded') return found(each.payment, input.told);
      // The very attempt before another one under the same correlator.
      if (match === undefined || each.payment.amountTransaction.referenceCode === input.reference) match = each.payment;
    }
    // What cannot be read may be the payment, taken: to say that it is denied or not there would be a guess.
    if (hidden) return CARRIER_ERROR;
    return match === undefined ? { outcome: 'not_found' } : found(match, input.told);
  }

  /** With a token that stands for the number the carrier lists only that number's payments; where it gives or takes none, all of ours are read. */
  async function inWindow(input: FindChargeInput): Promise<FindChargeOutcome> {
    if (input.msisdn === undefined) return among(input, pagesOf());
    try {
      return await among(input, pagesOf(input.msisdn));
    } catch (error) {
      const isAboutTheToken = error instanceof NumberRefusedError || (error instanceof CarrierUnavailableError && error.reason === 'not_permitted');
      if (isAboutTheToken) return among(input, pagesOf());
      throw error;
    }
  }

  return {
    async findCharge(input) {
      if (input.carrierPaymentId !== undefined) {
        const named = await byId(input.carrierPaymentId, input.told);
        // A carrier may list a payment that it does not show by itself: for a while, or after its books have moved.
        if (named.outcome !== 'not_found') return named;
      }
      try {
        return await inWindow(input);
      } catch (error) {
        if (error instanceof CarrierUnavailableError) return { outcome: 'unavailable', cause: error.reason };
        throw error;
      }
    },

    async *listCharges(window) {
      let before: Date | undefined;
      for await (const each of walk(window, pagesOf())) {
        const charge = each.isReadable ? toCharge(each.payment) : toUnreadable(each, before ?? middleOf(window));
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
 * The entries of a window, oldest first; one of the very instant at which it is cut in two stands in both halves. A window with too many of them is cut: at an
 * instant that belongs to both, since a carrier's instants may be finer than ours.
 */
async function* read({ from, to }: Window, askPage: AskPage): AsyncGenerator<Entry> {
  const recent = createRecentIds();
  for (let page = 1; ; page++) {
    const answer = await askPage({ from, to }, page);
    if (isTooMany(answer) && recent.count === 0 && to.getTime() - from.getTime() > SMALLEST_WINDOW_MS) {
      const middle = middleOf({ from, to });
      yield* read({ from, to: middle }, askPage);
      yield* read({ from: middle, to }, askPage);
      return;
    }
    if (recent.count > 0 && answer.kind === 'refused' && answer.code === 'OUT_OF_RANGE') return;
    const fresh = readPage(answer).filter((each) => !recent.has(each.id));
    for (const each of fresh) {
      recent.add(each.id);
      yield each;
    }
    // A carrier may hand out fewer at once than it was asked for, so a short page is not the end: the total says it,
    // or a page without anything new.
    if (fresh.length === 0 || (answer.kind === 'ok' && answer.totalCount === recent.count)) return;
  }
}

function middleOf({ from, to }: Window): Date {
  return new Date(Math.floor((from.getTime() + to.getTime()) / 2));
}

/** A shifting list repeats what stood on the last pages; a day has too many payments to remember all of them. */
const REMEMBERED = 10 * PER_PAGE;

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
  return answer.kind === 'refused' && answer.code === 'CARRIER_BILLING.TOO_MANY_MATCHING_RECORDS';
}

function readPage(answer: Answer): Entry[] {
  if (answer.kind === 'number_refused') throw new NumberRefusedError();
  if (answer.kind === 'refused') throw new CarrierUnavailableError('carrier_error');
  if (answer.kind !== 'ok') throw new CarrierUnavailableError(notToldYet(answer).cause);
  const entries = payments.safeParse(answer.body);
  if (!entries.success) throw new CarrierUnavailableError('carrier_error');
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

function query(window: Window, page: number): string {
  return new URLSearchParams({
    page: String(page),
    perPage: String(PER_PAGE),
    order: 'asc',
    'paymentCreationDate.gte': window.from.toISOString(),
    'paymentCreationDate.lte': window.to.toISOString(),
  }).toString();
}

/** A reference of ours is new for each attempt; the correlator says the same where the carrier keeps it. A number that differs says that it is not ours. */
function isOurs({ amountTransaction }: Payment, input: FindChargeInput): boolean {
  const { phoneNumber, referenceCode, clientCorrelator } = amountTransaction;
  if (phoneNumber !== undefined && input.msisdn !== undefined && phoneNumber !== input.msisdn) return false;
  return referenceCode === input.reference || clientCorrelator === input.correlator;
}

/** Whether it can be the payment that is looked for, of which no more can be read: it has the id, the reference or the correlator, or nothing that would tell. */
function mayBeOurs({ paymentId, amountTransaction }: PartOfPayment, input: FindChargeInput): boolean {
  const { phoneNumber, referenceCode, clientCorrelator } = amountTransaction;
  if (paymentId !== undefined && paymentId === input.carrierPaymentId) return true;
  if (phoneNumber !== undefined && input.msisdn !== undefined && phoneNumber !== input.msisdn) return false;
  if (referenceCode === undefined && clientCorrelator === undefined) return true;
  return referenceCode === input.reference || clientCorrelator === input.correlator;
}

function found(of: Payment, told: string | undefined): FindChargeOutcome {
  return { outcome: 'found', charge: toCharge(of), settled: settled(of, told) };
}

function toCharge(of: Payment): CarrierCharge {
  const { clientCorrelator, serverReferenceCode, referenceCode, phoneNumber, paymentAmount } = of.amountTransaction;
  return {
    carrierPaymentId: of.paymentId,
    ...(serverReferenceCode === undefined ? {} : { carrierReference: serverReferenceCode }),
    ...(referenceCode === undefined ? {} : { reference: referenceCode }),
    ...(clientCorrelator === undefined ? {} : { correlator: clientCorrelator }),
    ...(phoneNumber === undefined ? {} : { msisdn: phoneNumber }),
    amountCents: paymentAmount.chargingInformation.amount,
    status: of.paymentStatus,
    createdAt: of.paymentCreationDate,
    ...(of.paymentDate === undefined ? {} : { paidAt: of.paymentDate }),
  };
}

function toUnreadable({ id, part }: Extract<Entry, { isReadable: false }>, near: Date): UnreadableCharge {
  const { referenceCode, paymentAmount } = part.amountTransaction;
  return {
    carrierPaymentId: id,
    ...(referenceCode === undefined ? {} : { reference: referenceCode }),
    amountCents: paymentAmount.chargingInformation.amount ?? 0,
    status: 'unreadable',
    createdAt: part.paymentCreationDate ?? near,
  };
}
