import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type {
  CarrierCharge,
  ChargeInput,
  ChargeOutcome,
  ChargeProcessing,
  ChargeSucceeded,
  Denied,
  FindChargeInput,
  FindChargeOutcome,
} from './billing.port.ts';
import type { Carrier, CarrierOperations } from './carrier.port.ts';
import type { MessageInput } from './messages.port.ts';
import {
  createScriptedRefunds,
  type ScriptedPayment,
  type ScriptedRefund,
} from './scripted-refunds.test-kit.ts';

type Operation = keyof CarrierOperations;
type Listing = 'listCharges' | 'listRefunds';

/** What a call answers; of a listing, all of its entries. */
type Outcome<Name extends Operation> =
  ReturnType<Carrier[Name]> extends AsyncIterable<infer Entry>
    ? readonly Entry[]
    : Awaited<ReturnType<Carrier[Name]>>;
type Usual<Name extends Operation> = (
  input: Parameters<Carrier[Name]>[0],
) => Promise<Outcome<Name>>;
/** What the next call of an operation does instead; `usual` is what it would have done. */
type Turn<Name extends Operation> = (
  input: Parameters<Carrier[Name]>[0],
  usual: () => Promise<Outcome<Name>>,
) => Promise<Outcome<Name>>;

export interface ScriptedCarrier extends Carrier {
  /**
   * Queues what the next call does. A turn of `listCharges` and `listRefunds` gives the entries, or
   * throws `CarrierUnavailableError`.
   */
  next<Name extends Operation>(operation: Name, turn: Turn<Name>): void;
  /** Takes back what was queued for an operation and not yet done. */
  usually(operation: Operation): void;
  /** The newest code that a handset got. */
  codeOf(msisdn: string): string;
  /** A code that is not the newest one. */
  wrongCodeOf(msisdn: string): string;
  /** Every call of an operation in order. */
  calls(operation: Operation): readonly unknown[];
  /**
   * What was asked of the carrier as payments, by our reference: its own record, whatever it
   * answered.
   */
  readonly payments: Map<string, ScriptedPayment>;
  /** What was given back, by our reference. */
  readonly refunds: Map<string, ScriptedRefund>;
  /** Messages that reached a handset, once for each reference. */
  readonly messages: MessageInput[];
  readonly locked: Set<string>;
  /** Numbers that are on another network. */
  readonly elsewhere: Set<string>;
  /** When a number went to somebody else, by number. */
  readonly recycled: Map<string, Date>;
}

/**
 * A carrier of the test's own: codes, payments, refunds and messages in memory, every call of which
 * can be scripted.
 */
export function createScriptedCarrier(now: () => Date): ScriptedCarrier {
  const turns = new Map<Operation, Turn<never>[]>();
  const seen = new Map<Operation, unknown[]>();
  /**
   * Several codes of one number live beside each other; by their id, and the newest of each number.
   */
  const codes = new Map<string, { code: string; used: boolean }>();
  const newest = new Map<string, string>();
  const payments: ScriptedCarrier['payments'] = new Map();
  const messages: MessageInput[] = [];
  const locked = new Set<string>();
  const recycled = new Map<string, Date>();
  const elsewhere = new Set<string>();
  const books = createScriptedRefunds(payments, now);
  let count = 0;

  const play = <Name extends Operation>(operation: Name, usual: Usual<Name>): Usual<Name> =>
    (async (input: never) => {
      seen.set(operation, [...(seen.get(operation) ?? []), input]);
      const turn = turns.get(operation)?.shift() as Turn<Name> | undefined;
      const go = () => (usual as (given: never) => Promise<Outcome<Name>>)(input);
      return turn ? await turn(input, go) : await go();
    }) as never;

  const playList = <Name extends Listing>(operation: Name, usual: Usual<Name>): Carrier[Name] => {
    const played = play(operation, usual) as (input: never) => Promise<readonly never[]>;
    return async function* (input: never) {
      yield* await played(input);
    } as unknown as Carrier[Name];
  };

  return {
    usually: (operation) => void turns.delete(operation),
    next: (operation, turn) =>
      void turns.set(operation, [...(turns.get(operation) ?? []), turn as never]),
    codeOf: (msisdn) => newest.get(msisdn) ?? '',
    wrongCodeOf: (msisdn) =>
      String((Number(newest.get(msisdn) ?? 0) + 1) % 10_000).padStart(4, '0'),
    calls: (operation) => seen.get(operation) ?? [],
    payments,
    refunds: books.refunds,
    messages,
    locked,
    recycled,
    elsewhere,
    sendCode: play('sendCode', async ({ msisdn }) => {
      const id = `authentication-${++count}`;
      const code = String(1000 + ((count * 7919) % 9000));
      codes.set(id, { code, used: false });
      newest.set(msisdn, code);
      return { outcome: 'sent', authenticationId: id };
    }),
    validateCode: play('validateCode', async ({ authenticationId, code }) => {
      const known = codes.get(authenticationId);
      if (!known || known.used) return { outcome: 'expired' };
      if (known.code !== code) return { outcome: 'invalid' };
      known.used = true;
      return { outcome: 'valid' };
    }),
    contentLock: play('contentLock', async (msisdn) => ({
      outcome: 'known',
      locked: locked.has(msisdn),
    })),
    onNetwork: play('onNetwork', async (msisdn) => ({
      outcome: 'known',
      onNetwork: !elsewhere.has(msisdn),
    })),
    numberRecycled: play('numberRecycled', async ({ msisdn, since }) => {
      const at = recycled.get(msisdn);
      return { outcome: 'known', recycled: at !== undefined && at > since };
    }),
    charge: play('charge', async (input) => take(payments, input, now())),
    findCharge: play('findCharge', async (input) => find(payments, input)),
    listCharges: playList('listCharges', async ({ from, to }) => listed(payments, from, to)),
    refund: play('refund', async (input) => books.refund(input)),
    findRefund: play('findRefund', async (input) => books.findRefund(input)),
    listRefunds: playList('listRefunds', async ({ carrierPaymentId }) =>
      books.listRefunds(carrierPaymentId),
    ),
    sendMessage: play('sendMessage', async (message) => {
      if (!messages.some(({ reference }) => reference === message.reference))
        messages.push(message);
      return { outcome: 'accepted', messageId: message.reference };
    }),
    close: async () => undefined,
  };
}

function take(payments: ScriptedCarrier['payments'], input: ChargeInput, at: Date): ChargeOutcome {
  const outcome: ChargeOutcome = {
    outcome: 'succeeded',
    carrierPaymentId: `payment-${payments.size + 1}`,
    at,
  };
  payments.set(input.reference, { input, outcome, at });
  return outcome;
}

function find(
  payments: ScriptedCarrier['payments'],
  { reference, msisdn, carrierPaymentId, from, to }: FindChargeInput,
): FindChargeOutcome {
  const known = payments.get(reference);
  const charge = known && inBooks(known);
  // Of a number only that number's payments are listed.
  if (!charge || (msisdn !== undefined && charge.msisdn !== msisdn))
    return { outcome: 'not_found' };
  // By its id a payment is found whenever it was made, otherwise in the list of a window.
  const isInWindow = charge.createdAt >= from && charge.createdAt <= to;
  if (!isInWindow && charge.carrierPaymentId !== carrierPaymentId) return { outcome: 'not_found' };
  return {
    outcome: 'found',
    charge,
    decided: known.outcome as ChargeSucceeded | ChargeProcessing | Denied,
  };
}

/** As the carrier lists them: what was created in the window (both ends included), oldest first. */
function listed(payments: ScriptedCarrier['payments'], from: Date, to: Date): CarrierCharge[] {
  return [...payments.values()]
    .map(inBooks)
    .filter((charge) => charge !== undefined)
    .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

/**
 * The payment as it stands in the books; none where the carrier does not know what became of it.
 */
function inBooks({ input, outcome, at }: ScriptedPayment): CarrierCharge | undefined {
  if (outcome.outcome === 'unavailable' || outcome.outcome === 'unknown') return undefined;
  return {
    carrierPaymentId: outcome.carrierPaymentId ?? 'payment',
    ...(outcome.outcome === 'succeeded' && outcome.carrierReference !== undefined
      ? { carrierReference: outcome.carrierReference }
      : {}),
    reference: input.reference,
    correlator: input.correlator,
    msisdn: input.msisdn as Msisdn,
    amountCents: input.amountCents,
    status: outcome.outcome,
    createdAt: at,
    ...(outcome.outcome === 'succeeded' ? { paidAt: outcome.at } : {}),
  };
}
