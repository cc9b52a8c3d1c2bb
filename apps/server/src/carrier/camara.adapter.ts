/** The carrier port over the published CAMARA APIs. */
import type { JWK } from 'jose';
import { type CarrierTimeouts, createCalls, DEFAULT_TIMEOUTS } from './camara.calls.ts';
import { createCarrierHttp, HTTP_DEFAULTS } from './camara.http.ts';
import { createMessages } from './camara.messages.ts';
import { createPaymentRecords } from './camara.payment-records.ts';
import { createPayments } from './camara.payments.ts';
import { createProofs } from './camara.proofs.ts';
import { createRecycling } from './camara.recycling.ts';
import { createRefunds } from './camara.refunds.ts';
import { createTokens } from './camara.tokens.ts';
import { type Carrier, CarrierUnavailableError } from './carrier.port.ts';

/** One operation of the port as it went; every field but `seconds` comes from a small fixed vocabulary. */
export interface CarrierCallReport {
  operation: CarrierOperation;
  /** The outcome's word, or `listed` for a listing that was read to its end. */
  outcome: string;
  /** The outcome's reason or cause, where it has one. */
  reason?: string;
  seconds: number;
}

export type CarrierOperation = Exclude<keyof Carrier, 'close'>;

export interface CamaraOptions {
  /** The API root: base paths such as `/carrier-billing/v0.5` stand below it. */
  apiUrl: string;
  tokenUrl: string;
  clientId: string;
  /** Our private key, an EC P-256 JWK. */
  privateJwk: JWK;
  /** The product's clock: lives of tokens and assertions follow it. */
  now: () => Date;
  timeouts?: Partial<CarrierTimeouts>;
  /** At most so many requests to the carrier at the same time. */
  connections?: number;
  /** The id of the request that is being served; sent along as `x-correlator`. */
  correlationId?: () => string | undefined;
  /** Called after each operation, for metrics. */
  onCall?: (report: CarrierCallReport) => void;
}

/**
 * Makes the carrier. Throws a TypeError at once where an address or the key is none (a matter of configuration);
 * afterwards no method throws for what the network or the carrier does.
 */
export function createCamaraCarrier(options: CamaraOptions): Carrier {
  const api = new URL(options.apiUrl);
  const token = new URL(options.tokenUrl);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const httpOptions = {
    ...HTTP_DEFAULTS,
    connectTimeoutMs: timeouts.connect,
    ...(options.connections === undefined ? {} : { connections: options.connections }),
  };
  const apiHttp = createCarrierHttp(api.origin, httpOptions);
  const tokenHttp = token.origin === api.origin ? apiHttp : createCarrierHttp(token.origin, httpOptions);
  const { tokenUrl, clientId, privateJwk, now } = options;
  const tokens = createTokens({ http: tokenHttp, tokenUrl, clientId, privateJwk, now, timeoutMs: timeouts.token });
  const ask = createCalls({
    http: apiHttp,
    tokens,
    rootPath: api.pathname.replace(/\/$/, ''),
    correlationId: options.correlationId ?? (() => undefined),
    now,
  });

  const operations = {
    ...createProofs(ask, timeouts),
    ...createRecycling(ask, timeouts),
    ...createPayments(ask, timeouts),
    ...createPaymentRecords(ask, timeouts),
    ...createRefunds(ask, timeouts),
    ...createMessages(ask, timeouts),
  };
  return {
    ...reported(operations, options.onCall ?? (() => undefined)),
    async close() {
      await Promise.all([...new Set([apiHttp, tokenHttp])].map((http) => http.close()));
    },
  };
}

type Operations = Omit<Carrier, 'close'>;
type Report = (report: CarrierCallReport) => void;

/** Wraps every operation so that it reports its outcome and how long it took. */
function reported(of: Operations, report: Report): Operations {
  const timed =
    <Input, Outcome extends { outcome: string }>(operation: CarrierOperation, work: (input: Input) => Promise<Outcome>) =>
    async (input: Input): Promise<Outcome> => {
      const started = performance.now();
      const result = await work(input);
      const reason = reasonOf(result);
      report({ operation, outcome: result.outcome, ...(reason === undefined ? {} : { reason }), seconds: secondsSince(started) });
      return result;
    };

  return {
    sendCode: timed('sendCode', of.sendCode),
    validateCode: timed('validateCode', of.validateCode),
    contentLock: timed('contentLock', of.contentLock),
    verifyNumber: timed('verifyNumber', of.verifyNumber),
    deviceNumber: timed('deviceNumber', of.deviceNumber),
    numberRecycled: timed('numberRecycled', of.numberRecycled),
    charge: timed('charge', of.charge),
    findCharge: timed('findCharge', of.findCharge),
    listCharges: (input) => listed('listCharges', of.listCharges(input), report),
    prepareCharge: timed('prepareCharge', of.prepareCharge),
    validateCharge: timed('validateCharge', of.validateCharge),
    confirmCharge: timed('confirmCharge', of.confirmCharge),
    cancelCharge: timed('cancelCharge', of.cancelCharge),
    refund: timed('refund', of.refund),
    findRefund: timed('findRefund', of.findRefund),
    listRefunds: (input) => listed('listRefunds', of.listRefunds(input), report),
    remainingToRefund: timed('remainingToRefund', of.remainingToRefund),
    sendMessage: timed('sendMessage', of.sendMessage),
  };
}

async function* listed<Entry>(operation: CarrierOperation, entries: AsyncIterable<Entry>, report: Report): AsyncGenerator<Entry> {
  const started = performance.now();
  try {
    yield* entries;
    report({ operation, outcome: 'listed', seconds: secondsSince(started) });
  } catch (error) {
    if (error instanceof CarrierUnavailableError) {
      report({ operation, outcome: 'unavailable', reason: error.reason, seconds: secondsSince(started) });
    }
    throw error;
  }
}

function reasonOf(result: { outcome: string; reason?: unknown; cause?: unknown }): string | undefined {
  const reason = result.reason ?? result.cause;
  return typeof reason === 'string' ? reason : undefined;
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}
