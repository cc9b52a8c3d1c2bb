import type { CarrierCharge, ListedCharge, UnreadableCharge } from '@bonisa/carriers/billing.port';
import {
  type ChargeAttempt,
  chargeReference,
  isOurReference,
} from '@bonisa/carriers/carrier-reference';
import { isTechnical } from '@bonisa/domain/money/charge';
import { formatRand, type VatRate, vatInside } from '@bonisa/domain/money/rand';
import { requestOfUnmatched, type UnmatchedRefusal } from '@bonisa/domain/money/unmatched-payment';
import type { VatRateAt } from '@bonisa/domain/money/vat-rates';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { DAY_MS } from '@bonisa/domain/packages/package-catalogue';
import { dayOf } from '@bonisa/domain/south-african-time';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { NewId } from '@bonisa/kit/ids';
import type { Charge, ChargeRepository } from '../billing/charges/charge.repository.ts';
import type { ChargeAnswer, ChargeOutcomes } from '../billing/charges/charge-outcome.service.ts';
import {
  type NewException,
  openExceptions,
} from '../billing/reconciliation/exception.repository.ts';
import { exceptionOf } from '../billing/reconciliation/proposals.ts';
import type { SoldPackages } from '../packages/sold-packages.ts';
import type {
  Change,
  SubscriptionRepository,
  SubscriptionRow,
} from '../subscription/subscription.repository.ts';
import { toState } from '../subscription/subscription.state.ts';

/**
 * How many attempts of a period are recognised: if the list names the number, and if every
 * subscription has to be tried.
 */
const ATTEMPTS_OF_A_NUMBER = 64;
const ATTEMPTS_OF_ANYBODY = 4;
/** Periods beyond the days of the list: an immediate package change begins an extra period. */
const MORE_PERIODS = 3;
const PAGE = 2000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface UnmatchedPaymentsDependencies {
  /** The id of the carrier whose payments these are. */
  readonly carrierId: string;
  readonly subscriptions: SubscriptionRepository;
  readonly charges: ChargeRepository;
  readonly outcomes: Pick<ChargeOutcomes, 'recordAll'>;
  readonly sold: Pick<SoldPackages, 'prices' | 'vatRateAt'>;
  readonly retrySchedule: RetrySchedule;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** The part of the carrier's list that is read. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
}

/** A payment of ours that is missing here. */
type Named<Entry> = Entry & { readonly reference: string };
type Missing = Named<CarrierCharge> | Named<UnreadableCharge>;
interface Found {
  readonly payment: Named<CarrierCharge>;
  readonly attempt: ChargeAttempt;
}

/** The result of a batch. */
export interface Written {
  readonly exceptions: number;
}

export type UnmatchedPayments = ReturnType<typeof createUnmatchedPayments>;

/**
 * Writes payments of the carrier's list for the subscription and period that their references name:
 * the intent as it was before the backup was restored, then the outcome, in order of time and dated
 * as the payment. A repetition changes nothing.
 */
export function createUnmatchedPayments({
  carrierId,
  subscriptions,
  charges,
  outcomes,
  sold,
  retrySchedule,
  clock,
  newId,
}: UnmatchedPaymentsDependencies) {
  /**
   * The attempt that each of these references names, among those that a subscription here can have
   * made.
   */
  const attemptsNamed = async (
    missing: readonly Missing[],
    window: Window,
  ): Promise<Map<string, ChargeAttempt>> => {
    const wanted = new Set(missing.map(({ reference }) => reference));
    const named = new Map<string, ChargeAttempt>();
    const numbers = [
      ...new Set(
        missing.flatMap((one) => (one.status !== 'unreadable' && one.msisdn ? [one.msisdn] : [])),
      ),
    ];
    collectAttempts(await subscriptions.ofNumbers(numbers as Msisdn[]), ATTEMPTS_OF_A_NUMBER);
    const isUnnamed = ({ reference, status, ...rest }: Missing): boolean =>
      !named.has(reference) && !('msisdn' in rest && rest.msisdn);
    // Some carriers list no numbers: then every subscription that was due is tried.
    for (let after = FIRST_ID; missing.some(isUnnamed); ) {
      const page = await subscriptions.dueBy(window.to, after, PAGE);
      const last = page.at(-1);
      if (!last) break;
      after = last.id;
      collectAttempts(page, ATTEMPTS_OF_ANYBODY);
    }
    return named;

    function collectAttempts(rows: readonly SubscriptionRow[], attempts: number): void {
      for (const attempt of rows.flatMap((row) => [...attemptsOf(row, window, attempts)])) {
        const reference = chargeReference(attempt);
        if (wanted.has(reference)) named.set(reference, attempt);
      }
    }
  };

  /**
   * Writes the intents of payments, each of another subscription; returns those that a subscription
   * refuses.
   */
  const intend = (
    found: readonly Found[],
  ): Promise<{ refused: { found: Found; refusal: UnmatchedRefusal }[] }> =>
    subscriptions.db.transaction(async (tx) => {
      const within = subscriptions.within(tx);
      const rows = new Map(
        (await within.lockAll(found.map(({ attempt }) => attempt.subscriptionId))).map((row) => [
          row.id,
          row,
        ]),
      );
      const changes: Change[] = [];
      const intents: Charge[] = [];
      const refused: { found: Found; refusal: UnmatchedRefusal }[] = [];
      for (const one of found) {
        const row = rows.get(one.attempt.subscriptionId);
        const { amountCents: amount, createdAt: at } = one.payment;
        const decision = row
          ? requestOfUnmatched(
              toState(row),
              { ...one.attempt, amount, at },
              sold.prices(),
              retrySchedule,
            )
          : ({ ok: false, refusal: 'ended' } as const);
        if (!row || !decision.ok) {
          refused.push({ found: one, refusal: decision.ok ? 'ended' : decision.refusal });
          continue;
        }
        changes.push({ row, events: decision.events });
        intents.push(
          intentOf(one, {
            id: newId(),
            carrierId,
            packageId: decision.packageId,
            vatRate: sold.vatRateAt(one.payment.createdAt),
            now: clock.now(),
          }),
        );
      }
      await within.appendAll(changes);
      await charges.within(tx).insertAll(intents);
      return { refused };
    });

  /** One turn for each payment of a subscription, so that they follow each other. */
  const attachWave = async (
    wave: readonly (Found | { readonly open: Charge; readonly payment: CarrierCharge })[],
  ): Promise<NewException[]> => {
    const missing = wave.filter((one): one is Found => 'attempt' in one);
    const { refused } = missing.length === 0 ? { refused: [] } : await intend(missing);
    const here = await charges.byReferences(missing.map(({ payment }) => payment.reference));
    const answers = wave.flatMap((one): ChargeAnswer[] => {
      const charge = 'open' in one ? one.open : here.get(one.payment.reference);
      return charge
        ? [
            {
              chargeId: charge.id,
              outcome: outcomeOf(one.payment),
              asOf: one.payment.paidAt ?? one.payment.createdAt,
            },
          ]
        : [];
    });
    await outcomes.recordAll(answers);
    return refused.map(({ found, refusal }) =>
      foundException({ carrierId, vatRateAt: sold.vatRateAt }, found.payment, REFUSED[refusal]),
    );
  };

  /**
   * The entries that are ours, may be money and are missing here; and those that exist here and are
   * open.
   */
  const compare = async (entries: readonly ListedCharge[]) => {
    const money = entries.filter(isOwnPayment);
    const here = await charges.byReferences(money.map(({ reference }) => reference));
    return { money, here, missing: money.filter(({ reference }) => !here.has(reference)) };
  };

  return {
    /** How many of these payments are ours and missing here. */
    countMissing: async (entries: readonly ListedCharge[]): Promise<number> =>
      (await compare(entries)).missing.length,

    /** Writes the payments of a batch, in order of time, that are missing or not final here. */
    write: async (entries: readonly ListedCharge[], window: Window): Promise<Written> => {
      const { money, here, missing } = await compare(entries);
      const named = await attemptsNamed(missing, window);
      const exceptions: NewException[] = [];
      let wave = new Map<string, Found | { open: Charge; payment: CarrierCharge }>();
      const flush = async (): Promise<void> => {
        exceptions.push(...(await attachWave([...wave.values()])));
        wave = new Map();
      };
      for (const payment of money) {
        const [charge, attempt] = [here.get(payment.reference), named.get(payment.reference)];
        if (payment.status === 'unreadable' || !(charge || attempt)) {
          if (!charge)
            exceptions.push(
              foundException({ carrierId, vatRateAt: sold.vatRateAt }, payment, UNKNOWN),
            );
          continue;
        }
        if (charge && !isOpen(charge, payment)) continue;
        const subscriptionId = charge?.subscriptionId ?? attempt?.subscriptionId ?? '';
        if (wave.has(subscriptionId)) await flush();
        if (charge) wave.set(subscriptionId, { open: charge, payment });
        else if (attempt) wave.set(subscriptionId, { payment, attempt });
      }
      await flush();
      await openExceptions(subscriptions.db, exceptions, { at: clock.now(), newId });
      return { exceptions: exceptions.length };
    },
  };
}

/** The attempts that a subscription can have made since the backup. */
function* attemptsOf(
  { id, period }: SubscriptionRow,
  { from, to }: Window,
  attempts: number,
): Generator<ChargeAttempt> {
  const last = period + Math.ceil((to.getTime() - from.getTime()) / DAY_MS) + MORE_PERIODS;
  for (let one = Math.max(period, 1); one <= last; one++) {
    for (let attempt = 1; attempt <= attempts; attempt++)
      yield { subscriptionId: id, period: one, attempt };
  }
}

/** A payment with a reference of ours that was taken, is in process, or is unreadable. */
function isOwnPayment(entry: ListedCharge): entry is Missing {
  return (
    isOurReference(entry.reference) && entry.status !== 'denied' && entry.status !== 'cancelled'
  );
}

/**
 * Whether the list knows more than this database: the charge was taken, and is open here or counts
 * as never made.
 */
function isOpen({ state, reason }: Charge, { status }: ListedCharge): boolean {
  if (status !== 'succeeded') return false;
  return state === 'intended' || state === 'unknown' || (state === 'denied' && isTechnical(reason));
}

function outcomeOf({
  status,
  carrierPaymentId,
  carrierReference,
  paidAt,
  createdAt,
}: CarrierCharge): ChargeAnswer['outcome'] {
  if (status !== 'succeeded') return { outcome: 'processing', carrierPaymentId };
  return {
    outcome: 'succeeded',
    carrierPaymentId,
    ...(carrierReference === undefined ? {} : { carrierReference }),
    at: paidAt ?? createdAt,
  };
}

function intentOf(
  { payment, attempt }: Found,
  {
    id,
    carrierId,
    packageId,
    vatRate,
    now,
  }: { id: string; carrierId: string; packageId: string; vatRate: VatRate; now: Date },
): Charge {
  return {
    id,
    subscriptionId: attempt.subscriptionId,
    carrierId,
    reference: payment.reference,
    period: attempt.period,
    packageId,
    amount: payment.amountCents,
    vat: vatInside(payment.amountCents, vatRate),
    vatRate,
    state: 'intended',
    reason: null,
    detail: null,
    carrierPaymentId: null,
    carrierReference: null,
    createdAt: payment.createdAt,
    sentAt: null,
    decidedAt: null,
    // The next step records the outcome; after a crash in between the list is read again, or the
    // charge is looked up.
    lookupAt: now,
    lookups: 0,
    onHoldUntil: null,
    isOverpayment: false,
    refunded: 0,
  };
}

const UNKNOWN =
  'no subscription here has asked for it: it was opened after the backup that this database was restored from, or the payment is of another installation with the same carrier account. Its consent is lost with it, so it does not go on.';
const REFUSED: Readonly<Record<UnmatchedRefusal, string>> = {
  ended:
    'its subscription is not renewed here: it ended before the backup that this database was restored from.',
  paid: 'the period of its subscription is paid here by another payment.',
  other_amount: 'its subscription has no package at that price.',
};

/** The reconciliation exception of a payment that belongs to no subscription here. */
function foundException(
  { carrierId, vatRateAt }: { carrierId: string; vatRateAt: VatRateAt },
  payment: ListedCharge,
  why: string,
): NewException {
  const { reference = null, carrierPaymentId, amountCents, status, createdAt } = payment;
  const theirs = { reference, carrierPaymentId, amount: amountCents, status, at: createdAt };
  const usual = exceptionOf(carrierId, { kind: 'missing_here', theirs }, vatRateAt);
  const day = { day: dayOf(createdAt), source: 'list' } as const;
  if (status === 'unreadable') return { ...usual, ...day };
  const words = `The carrier has R${formatRand(amountCents)} under ${reference} as ${status}, and ${why} Ask the carrier whose number it is. Post it, or ask the carrier to give it back here.`;
  return { ...usual, ...day, proposal: { ...usual.proposal, words } };
}
