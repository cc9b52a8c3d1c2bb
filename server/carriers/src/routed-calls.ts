import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type {
  BillingPort,
  ChargeInput,
  FindChargeInput,
  FindRefundInput,
  OfPayment,
  RefundInput,
} from './billing.port.ts';
import type { CarrierOperations } from './carrier.port.ts';
import type { MessageInput, MessagesPort } from './messages.port.ts';
import type { NumbersPort } from './numbers.port.ts';
import type { OneTimeCodesPort } from './one-time-codes.port.ts';
import type { CarrierRegistry } from './registry.ts';

/** The carrier that a call goes to. */
export interface AtCarrier {
  readonly carrierId: string;
}

/** Billing at all carriers: each call names the carrier that the charge is, or was, made at. */
export interface RoutedBilling {
  charge(input: ChargeInput & AtCarrier): ReturnType<BillingPort['charge']>;
  findCharge(input: FindChargeInput & AtCarrier): ReturnType<BillingPort['findCharge']>;
  listCharges(input: { from: Date; to: Date } & AtCarrier): ReturnType<BillingPort['listCharges']>;
  refund(input: RefundInput & AtCarrier): ReturnType<BillingPort['refund']>;
  findRefund(input: FindRefundInput & AtCarrier): ReturnType<BillingPort['findRefund']>;
  listRefunds(input: OfPayment & AtCarrier): ReturnType<BillingPort['listRefunds']>;
}

/** Messages at all carriers: the sender names the carrier that the number is on. */
export interface RoutedMessages {
  sendMessage(input: MessageInput & AtCarrier): ReturnType<MessagesPort['sendMessage']>;
}

/**
 * The four ports of all carriers. A call about a number goes to the carrier that serves the number
 * at present, a call about a charge to the carrier that the charge was made at.
 */
export interface RoutedCalls
  extends OneTimeCodesPort,
    Omit<NumbersPort, 'onNetwork'>,
    RoutedBilling,
    RoutedMessages {}

const SEPARATOR = ' ';

/**
 * Routes the calls of the four ports to the carriers.
 *
 * The returned id of a one-time code names its carrier: that carrier checks the code, even when the
 * number has moved meanwhile.
 * @param carrierOf the id of the carrier that serves a number at present.
 */
export function routeCalls(
  carriers: Pick<CarrierRegistry, 'byId'>,
  carrierOf: (msisdn: Msisdn) => Promise<string>,
): RoutedCalls {
  const at = <Input extends AtCarrier>({ carrierId, ...input }: Input) => ({
    calls: carriers.byId(carrierId).calls,
    input,
  });
  const ofNumber = async (msisdn: Msisdn): Promise<CarrierOperations> =>
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

/** Asks a carrier whether a number is on its network; `undefined` where it does not answer. */
export function askNetworkOf(
  carriers: Pick<CarrierRegistry, 'byId'>,
): (carrierId: string, msisdn: Msisdn) => Promise<boolean | undefined> {
  return async (carrierId, msisdn) => {
    const answer = await carriers.byId(carrierId).calls.onNetwork(msisdn);
    return answer.outcome === 'known' ? answer.onNetwork : undefined;
  };
}
