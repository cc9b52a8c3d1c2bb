import type { Msisdn } from '@bonisa/domain/msisdn';
import type {
  Carrier,
  ChargeInput,
  FindChargeInput,
  FindRefundInput,
  ListedCharge,
  MessageInput,
  OfPayment,
  RefundInput,
} from './carrier.port.ts';
import type { Carriers } from './registry.ts';

/** A call about a charge goes to the carrier that the charge was made at. */
export interface AtCarrier {
  readonly carrierId: string;
}

/**
 * The operations of all carriers as one: what is about a number goes to the carrier that serves the
 * number at present, what is about a charge to the carrier that the charge was made at.
 */
export interface RoutedCalls
  extends Pick<Carrier, 'sendCode' | 'validateCode' | 'contentLock' | 'numberRecycled'> {
  /** To the carrier that its sender has found the number on. */
  sendMessage(input: MessageInput & AtCarrier): ReturnType<Carrier['sendMessage']>;
  charge(input: ChargeInput & AtCarrier): ReturnType<Carrier['charge']>;
  findCharge(input: FindChargeInput & AtCarrier): ReturnType<Carrier['findCharge']>;
  listCharges(input: { from: Date; to: Date } & AtCarrier): AsyncIterable<ListedCharge>;
  refund(input: RefundInput & AtCarrier): ReturnType<Carrier['refund']>;
  findRefund(input: FindRefundInput & AtCarrier): ReturnType<Carrier['findRefund']>;
  listRefunds(input: OfPayment & AtCarrier): ReturnType<Carrier['listRefunds']>;
}

const SEPARATOR = ' ';

/**
 * @param carrierOf the id of the carrier that serves a number at present.
 *
 * The id of a code that is handed out names its carrier: the code is checked there, also where its
 * number has moved meanwhile.
 */
export function routeCalls(
  carriers: Pick<Carriers, 'byId'>,
  carrierOf: (msisdn: Msisdn) => Promise<string>,
): RoutedCalls {
  const at = <Input extends AtCarrier>({ carrierId, ...input }: Input) => ({
    calls: carriers.byId(carrierId).calls,
    input,
  });
  const ofNumber = async (msisdn: Msisdn): Promise<Carrier> =>
    carriers.byId(await carrierOf(msisdn)).calls;

  return {
    async sendCode(input) {
      const carrierId = await carrierOf(input.msisdn);
      const sent = await carriers.byId(carrierId).calls.sendCode(input);
      if (sent.outcome !== 'sent') return sent;
      return { ...sent, authenticationId: carrierId + SEPARATOR + sent.authenticationId };
    },
    async validateCode(input) {
      const [carrierId = '', ...rest] = input.authenticationId.split(SEPARATOR);
      return await carriers
        .byId(carrierId)
        .calls.validateCode({ ...input, authenticationId: rest.join(SEPARATOR) });
    },
    contentLock: async (msisdn) => (await ofNumber(msisdn)).contentLock(msisdn),
    numberRecycled: async (input) => (await ofNumber(input.msisdn)).numberRecycled(input),
    sendMessage(routed) {
      const { calls, input } = at(routed);
      return calls.sendMessage(input);
    },
    charge(routed) {
      const { calls, input } = at(routed);
      return calls.charge(input);
    },
    findCharge(routed) {
      const { calls, input } = at(routed);
      return calls.findCharge(input);
    },
    listCharges(routed) {
      const { calls, input } = at(routed);
      return calls.listCharges(input);
    },
    refund(routed) {
      const { calls, input } = at(routed);
      return calls.refund(input);
    },
    findRefund(routed) {
      const { calls, input } = at(routed);
      return calls.findRefund(input);
    },
    listRefunds(routed) {
      const { calls, input } = at(routed);
      return calls.listRefunds(input);
    },
  };
}
