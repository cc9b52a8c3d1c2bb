/**
 * The four ports of a carrier: codes, billing and numbers over the published CAMARA APIs, messages
 * over an API of ours in CAMARA's style, since CAMARA has none.
 */

import { addFacts, childSpan } from '@bonisa/kit/tracing/spans';
import type { JWK } from 'jose';
import { type ApiChoices, settingsOf } from './camara.apis.ts';
import {
  type Caller,
  type CarrierTimeouts,
  createCalls,
  DEFAULT_TIMEOUTS,
} from './camara.calls.ts';
import { type CarrierHttp, createCarrierHttp, HTTP_DEFAULTS } from './camara.http.ts';
import { createMessages } from './camara.messages.ts';
import { createNumbers } from './camara.numbers.ts';
import { createOneTimeCodes } from './camara.one-time-codes.ts';
import { createPaymentRecords } from './camara.payment-records.ts';
import { createPayments } from './camara.payments.ts';
import { createRefunds } from './camara.refunds.ts';
import { createTokens } from './camara.tokens.ts';
import type { Carrier, CarrierOperations } from './carrier.port.ts';
import { CarrierUnavailableError } from './carrier-outcome.ts';

/**
 * One call of an operation, with its outcome; every field but `seconds` comes from a small fixed
 * vocabulary.
 */
export interface CarrierCallReport {
  operation: CarrierOperation;
  /** The outcome's word, or `listed` for a listing that was read to its end. */
  outcome: string;
  /** The outcome's reason or cause, where it has one. */
  reason?: string;
  seconds: number;
}

export type CarrierOperation = keyof CarrierOperations;

export interface CamaraOptions {
  /** The API root: base paths such as `/carrier-billing/v0.5` are below it. */
  apiUrl: string;
  tokenUrl: string;
  /** Settings of single APIs that differ from the defaults. */
  apis?: ApiChoices;
  clientId: string;
  /** Our private key, an EC P-256 JWK. */
  privateJwk: JWK;
  /** The product's clock: expiry of tokens and assertions follows it. */
  now: () => Date;
  timeouts?: Partial<CarrierTimeouts>;
  /** The most concurrent requests to the carrier. */
  connections?: number;
  /**
   * Waits, in real time, for the window in which the carrier counts charges and refunds; absent:
   * the carrier does not count.
   */
  nextWindow?: () => Promise<unknown>;
  /** The id of the current request, sent as `x-correlator`. */
  correlationId?: () => string | undefined;
  /** Called after each operation, for metrics. */
  onCall?: (report: CarrierCallReport) => void;
}

/**
 * Makes the carrier. Throws a TypeError at once for an invalid address or key (configuration);
 * afterwards no method throws because of the network or the carrier.
 */
export function createCamaraCarrier(options: CamaraOptions): Carrier {
  const apis = settingsOf(options.apiUrl, options.apis);
  for (const { root } of Object.values(apis)) new URL(root);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const clients = new Map<string, CarrierHttp>();
  const httpOf = (origin: string): CarrierHttp => {
    const known = clients.get(origin);
    if (known) return known;
    const connections = options.connections ?? HTTP_DEFAULTS.connections;
    const made = createCarrierHttp(origin, {
      ...HTTP_DEFAULTS,
      connectTimeoutMs: timeouts.connect,
      connections,
    });
    clients.set(origin, made);
    return made;
  };
  const {
    tokenUrl,
    clientId,
    privateJwk,
    now,
    correlationId = () => undefined,
    nextWindow = async () => undefined,
  } = options;
  const http = httpOf(new URL(tokenUrl).origin);
  const tokens = createTokens({
    http,
    tokenUrl,
    clientId,
    privateJwk,
    now,
    timeoutMs: timeouts.token,
  });
  const caller: Caller = {
    ask: createCalls({ httpOf, apis, tokens, correlationId, now, nextWindow }),
    apis,
    timeouts,
  };

  const operations = {
    ...createOneTimeCodes(caller),
    ...createNumbers(caller, now),
    ...createPayments(caller),
    ...createPaymentRecords(caller),
    ...createRefunds(caller),
    ...createMessages(caller),
  };
  return {
    ...reported(operations, options.onCall ?? (() => undefined)),
    async close() {
      await Promise.all([...clients.values()].map((one) => one.close()));
    },
  };
}

type Report = (report: CarrierCallReport) => void;

/** Wraps every operation so that it reports its outcome and how long it took. */
function reported(of: CarrierOperations, report: Report): CarrierOperations {
  const timed =
    <Input, Outcome extends { outcome: string }>(
      operation: CarrierOperation,
      work: (input: Input) => Promise<Outcome>,
    ) =>
    async (input: Input): Promise<Outcome> => {
      const started = performance.now();
      const result = await childSpan(
        { name: `carrier ${operation}`, kind: 'client' },
        async (span) => {
          const result = await work(input);
          addFacts(span, { 'bonisa.carrier.outcome': result.outcome });
          return result;
        },
      );
      const reason = reasonOf(result);
      report({
        operation,
        outcome: result.outcome,
        ...(reason === undefined ? {} : { reason }),
        seconds: secondsSince(started),
      });
      return result;
    };

  return {
    sendCode: timed('sendCode', of.sendCode),
    validateCode: timed('validateCode', of.validateCode),
    contentLock: timed('contentLock', of.contentLock),
    onNetwork: timed('onNetwork', of.onNetwork),
    numberRecycled: timed('numberRecycled', of.numberRecycled),
    charge: timed('charge', of.charge),
    findCharge: timed('findCharge', of.findCharge),
    listCharges: (input) => listed('listCharges', of.listCharges(input), report),
    refund: timed('refund', of.refund),
    findRefund: timed('findRefund', of.findRefund),
    listRefunds: (input) => listed('listRefunds', of.listRefunds(input), report),
    sendMessage: timed('sendMessage', of.sendMessage),
  };
}

async function* listed<Entry>(
  operation: CarrierOperation,
  entries: AsyncIterable<Entry>,
  report: Report,
): AsyncGenerator<Entry> {
  const started = performance.now();
  try {
    yield* entries;
    report({ operation, outcome: 'listed', seconds: secondsSince(started) });
  } catch (error) {
    if (error instanceof CarrierUnavailableError) {
      report({
        operation,
        outcome: 'unavailable',
        reason: error.reason,
        seconds: secondsSince(started),
      });
    }
    throw error;
  }
}

function reasonOf(result: {
  outcome: string;
  reason?: unknown;
  cause?: unknown;
}): string | undefined {
  const reason = result.reason ?? result.cause;
  return typeof reason === 'string' ? reason : undefined;
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}
