import type { Msisdn } from '@bonisa/domain/msisdn';
import type { Carrier, ChargeInput, ChargeOutcome, FindChargeOutcome, MessageInput } from './carrier.port.ts';

type Operation = 'sendCode' | 'validateCode' | 'contentLock' | 'charge' | 'findCharge' | 'sendMessage';

type Outcome<Name extends Operation> = Awaited<ReturnType<Carrier[Name]>>;
/** What the next call of an operation does instead; `usual` is what it would have done. */
type Turn<Name extends Operation> = (input: Parameters<Carrier[Name]>[0], usual: () => Promise<Outcome<Name>>) => Promise<Outcome<Name>>;

export interface ScriptedCarrier extends Carrier {
  /** Queues what the next call does. */
  next<Name extends Operation>(operation: Name, turn: Turn<Name>): void;
  /** The newest code that a handset got. */
  codeOf(msisdn: string): string;
  /** A code that is not the newest one. */
  wrongCodeOf(msisdn: string): string;
  /** Every call of an operation in order. */
  calls(operation: Operation): readonly unknown[];
  /** What was asked of the carrier as payments: its own record, whatever it answered. */
  readonly payments: Map<string, { input: ChargeInput; outcome: ChargeOutcome }>;
  /** Messages that reached a handset, once for each reference. */
  readonly messages: MessageInput[];
  readonly locked: Set<string>;
}

/** A carrier of the test's own: codes, payments and messages in memory, every call of which can be scripted. */
export function createScriptedCarrier(now: () => Date): ScriptedCarrier {
  const turns = new Map<Operation, Turn<never>[]>();
  const seen = new Map<Operation, unknown[]>();
  const codes = new Map<string, { id: string; code: string; used: boolean }>();
  const payments: ScriptedCarrier['payments'] = new Map();
  const messages: MessageInput[] = [];
  const locked = new Set<string>();
  let count = 0;

  const play = <Name extends Operation>(operation: Name, usual: Carrier[Name]): Carrier[Name] =>
    (async (input: never) => {
      seen.set(operation, [...(seen.get(operation) ?? []), input]);
      const turn = turns.get(operation)?.shift() as Turn<Name> | undefined;
      const go = () => (usual as (given: never) => Promise<Outcome<Name>>)(input);
      return turn ? await turn(input, go) : await go();
    }) as never;

  const unused = async (): Promise<never> => {
    throw new Error('this test does not expect that call');
  };

  return {
    next: (operation, turn) => void turns.set(operation, [...(turns.get(operation) ?? []), turn as never]),
    codeOf: (msisdn) => codes.get(msisdn)?.code ?? '',
    wrongCodeOf: (msisdn) => String((Number(codes.get(msisdn)?.code ?? 0) + 1) % 10_000).padStart(4, '0'),
    calls: (operation) => seen.get(operation) ?? [],
    payments,
    messages,
    locked,
    sendCode: play('sendCode', async ({ msisdn }) => {
      const id = `authentication-${++count}`;
      codes.set(msisdn, { id, code: String(1000 + ((count * 7919) % 9000)), used: false });
      return { outcome: 'sent', authenticationId: id };
    }),
    validateCode: play('validateCode', async ({ authenticationId, code }) => {
      const known = [...codes.values()].find((one) => one.id === authenticationId);
      if (!known || known.used) return { outcome: 'expired' };
      if (known.code !== code) return { outcome: 'invalid' };
      known.used = true;
      return { outcome: 'valid' };
    }),
    contentLock: play('contentLock', async (msisdn) => ({ outcome: 'known', locked: locked.has(msisdn) })),
    charge: play('charge', async (input) => take(payments, input, now())),
    findCharge: play('findCharge', async ({ reference }) => find(payments, reference, now())),
    sendMessage: play('sendMessage', async (message) => {
      if (!messages.some(({ reference }) => reference === message.reference)) messages.push(message);
      return { outcome: 'accepted', messageId: message.reference };
    }),
    verifyNumber: unused,
    deviceNumber: unused,
    listCharges: () => {
      throw new Error('this test does not expect that call');
    },
    prepareCharge: unused,
    validateCharge: unused,
    confirmCharge: unused,
    cancelCharge: unused,
    refund: unused,
    findRefund: unused,
    listRefunds: () => {
      throw new Error('this test does not expect that call');
    },
    remainingToRefund: unused,
    close: async () => undefined,
  };
}

function take(payments: ScriptedCarrier['payments'], input: ChargeInput, at: Date): ChargeOutcome {
  const outcome: ChargeOutcome = { outcome: 'succeeded', carrierPaymentId: `payment-${payments.size + 1}`, at };
  payments.set(input.reference, { input, outcome });
  return outcome;
}

function find(payments: ScriptedCarrier['payments'], reference: string, now: Date): FindChargeOutcome {
  const known = payments.get(reference);
  if (!known || (known.outcome.outcome !== 'succeeded' && known.outcome.outcome !== 'denied')) return { outcome: 'not_found' };
  const { input, outcome } = known;
  const carrierPaymentId = outcome.carrierPaymentId ?? 'payment';
  const charge = {
    carrierPaymentId,
    reference,
    correlator: input.correlator,
    msisdn: input.msisdn as Msisdn,
    amountCents: input.amountCents,
    status: outcome.outcome,
    createdAt: now,
  } as const;
  return { outcome: 'found', charge, settled: outcome };
}
