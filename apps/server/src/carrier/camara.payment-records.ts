/** What the carrier has in its books: carrier-billing 0.5.0, looking one payment up and listing them page by page. */

import { type Answer, type AskCarrier, CARRIER_ERROR, type CarrierTimeouts, notToldYet } from './camara.calls.ts';
import { BILLING, settled } from './camara.payments.ts';
import { type Payment, payment, payments } from './camara.schemas.ts';
import { type Carrier, type CarrierCharge, CarrierUnavailableError, type FindChargeInput, type FindChargeOutcome } from './carrier.port.ts';

const READ = 'carrier-billing:payments:read';
const PER_PAGE = 100;
/** A window that small is not cut any further. */
const SMALLEST_WINDOW_MS = 1000;

type Records = Pick<Carrier, 'findCharge' | 'listCharges'>;
type Window = { from: Date; to: Date };
type AskPage = (window: Window, page: number) => Promise<Answer>;

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

  async function byId(id: string): Promise<FindChargeOutcome> {
    const answer = await ask({
      method: 'GET',
      path: `${BILLING}/payments/${encodeURIComponent(id)}`,
      scope: READ,
      timeoutMs: timeouts.lookup,
    });
    if (answer.kind === 'refused') return answer.code === 'NOT_FOUND' ? { outcome: 'not_found' } : CARRIER_ERROR;
    if (answer.kind !== 'ok') return notToldYet(answer);
    const read = payment.safeParse(answer.body);
    return read.success ? found(read.data) : CARRIER_ERROR;
  }

  /** CAMARA has no filter by reference or correlator: the window is read and matched here. */
  async function among(input: FindChargeInput, askPage: AskPage): Promise<FindChargeOutcome> {
    let match: Payment | undefined;
    for await (const each of walk(input, askPage)) {
      if (!isOurs(each, input)) continue;
      if (each.paymentStatus === 'succeeded') return found(each);
      // The very attempt before another one under the same correlator.
      if (match === undefined || each.amountTransaction.referenceCode === input.reference) match = each;
    }
    return match === undefined ? { outcome: 'not_found' } : found(match);
  }

  return {
    async findCharge(input) {
      if (input.carrierPaymentId !== undefined) {
        const named = await byId(input.carrierPaymentId);
        // A carrier may list a payment that it does not show by itself: for a while, or after its books have moved.
        if (named.outcome !== 'not_found') return named;
      }
      try {
        // With a token that stands for the number the carrier lists only that number's payments.
        return await among(input, pagesOf(input.msisdn));
      } catch (error) {
        if (error instanceof NumberRefusedError) return unavailableInstead(() => among(input, pagesOf()));
        return unavailableInstead(() => Promise.reject(error));
      }
    },

    async *listCharges(window) {
      for await (const each of walk(window, pagesOf())) yield toCharge(each);
    },
  };
}

/** The carrier gives no token for a number, for instance because it has left the network. */
class NumberRefusedError extends Error {}

async function unavailableInstead(work: () => Promise<FindChargeOutcome>): Promise<FindChargeOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CarrierUnavailableError) return { outcome: 'unavailable', cause: error.reason };
    throw error;
  }
}

/** Every payment of a window once, oldest first. A window with too many of them is cut in two. */
async function* walk({ from, to }: Window, askPage: AskPage): AsyncGenerator<Payment> {
  const recent = createRecentIds();
  for (let page = 1; ; page++) {
    const answer = await askPage({ from, to }, page);
    if (isTooMany(answer) && recent.count === 0 && to.getTime() - from.getTime() > SMALLEST_WINDOW_MS) {
      const middle = new Date(Math.floor((from.getTime() + to.getTime()) / 2));
      yield* walk({ from, to: middle }, askPage);
      yield* walk({ from: new Date(middle.getTime() + 1), to }, askPage);
      return;
    }
    if (recent.count > 0 && answer.kind === 'refused' && answer.code === 'OUT_OF_RANGE') return;
    const fresh = readPage(answer).filter((each) => !recent.has(each.paymentId));
    for (const each of fresh) {
      recent.add(each.paymentId);
      yield each;
    }
    // A carrier may hand out fewer at once than it was asked for, so a short page is not the end: the total says it,
    // or a page without anything new.
    if (fresh.length === 0 || (answer.kind === 'ok' && answer.totalCount === recent.count)) return;
  }
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

function readPage(answer: Answer): Payment[] {
  if (answer.kind === 'number_refused') throw new NumberRefusedError();
  if (answer.kind === 'refused') throw new CarrierUnavailableError('carrier_error');
  if (answer.kind !== 'ok') throw new CarrierUnavailableError(notToldYet(answer).cause);
  const read = payments.safeParse(answer.body);
  if (!read.success) throw new CarrierUnavailableError('carrier_error');
  return read.data;
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

/** A reference of ours is new for each attempt; the correlator says the same where the carrier keeps it. */
function isOurs(each: Payment, input: FindChargeInput): boolean {
  const { phoneNumber, referenceCode, clientCorrelator } = each.amountTransaction;
  if (phoneNumber !== input.msisdn) return false;
  return referenceCode === input.reference || clientCorrelator === input.correlator;
}

function found(of: Payment): FindChargeOutcome {
  return { outcome: 'found', charge: toCharge(of), settled: settled(of) };
}

function toCharge(of: Payment): CarrierCharge {
  const { clientCorrelator, serverReferenceCode, referenceCode, phoneNumber, paymentAmount } = of.amountTransaction;
  return {
    carrierPaymentId: of.paymentId,
    ...(serverReferenceCode === undefined ? {} : { carrierReference: serverReferenceCode }),
    reference: referenceCode,
    ...(clientCorrelator === undefined ? {} : { correlator: clientCorrelator }),
    msisdn: phoneNumber,
    amountCents: paymentAmount.chargingInformation.amount,
    status: of.paymentStatus,
    createdAt: of.paymentCreationDate,
    ...(of.paymentDate === undefined ? {} : { paidAt: of.paymentDate }),
  };
}
