import type { CarrierOperation } from './camara.adapter.ts';
import type { Carrier } from './carrier.port.ts';
import { CarrierUnavailableError, type Unavailable } from './carrier-outcome.ts';
import { type Came, STOPPED, type Stops } from './stops.ts';

/**
 * The same carrier, whose stopped operations are not called ({@link Stops}), and whose stops learn
 * from each call. `onProblem`: the lesson could not be written.
 */
export function guardCarrier(
  carrier: Carrier,
  stops: Pick<Stops, 'mayCall' | 'learn'>,
  onProblem: (error: unknown) => void,
): Carrier {
  /** The outcome of a call counts even if the lesson cannot be written: it may be money. */
  const learn = async (operation: CarrierOperation, came: Came): Promise<void> => {
    try {
      await stops.learn(operation, came);
    } catch (error) {
      onProblem(error);
    }
  };

  const guarded =
    <Input, Outcome extends Came>(
      operation: CarrierOperation,
      call: (input: Input) => Promise<Outcome | Unavailable>,
    ) =>
    async (input: Input): Promise<Outcome | Unavailable> => {
      if (!(await stops.mayCall(operation))) return STOPPED;
      const came = await call(input);
      await learn(operation, came);
      return came;
    };

  async function* listed<Entry>(
    operation: CarrierOperation,
    entries: () => AsyncIterable<Entry>,
  ): AsyncGenerator<Entry> {
    if (!(await stops.mayCall(operation))) throw new CarrierUnavailableError(STOPPED);
    try {
      yield* entries();
      await learn(operation, { outcome: 'listed' });
    } catch (error) {
      if (error instanceof CarrierUnavailableError) await learn(operation, error.why);
      throw error;
    }
  }

  return {
    sendCode: guarded('sendCode', (input) => carrier.sendCode(input)),
    validateCode: guarded('validateCode', (input) => carrier.validateCode(input)),
    contentLock: guarded('contentLock', (input) => carrier.contentLock(input)),
    onNetwork: guarded('onNetwork', (msisdn) => carrier.onNetwork(msisdn)),
    numberRecycled: guarded('numberRecycled', (input) => carrier.numberRecycled(input)),
    charge: guarded('charge', (input) => carrier.charge(input)),
    findCharge: guarded('findCharge', (input) => carrier.findCharge(input)),
    listCharges: (input) => listed('listCharges', () => carrier.listCharges(input)),
    refund: guarded('refund', (input) => carrier.refund(input)),
    findRefund: guarded('findRefund', (input) => carrier.findRefund(input)),
    listRefunds: (input) => listed('listRefunds', () => carrier.listRefunds(input)),
    sendMessage: guarded('sendMessage', (input) => carrier.sendMessage(input)),
    close: () => carrier.close(),
  };
}
