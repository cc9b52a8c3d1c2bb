/**
 * A small HTTP server for the adapter's tests: it gives tokens and answers each call as the test
 * says.
 */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { ChargeInput } from './billing.port.ts';
import { type CamaraOptions, createCamaraCarrier } from './camara.adapter.ts';
import type { CarrierTimeouts } from './camara.calls.ts';
import type { Carrier } from './carrier.port.ts';

export interface Seen {
  method: string;
  /** The path without its query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What happens to one call. */
export type Reaction = (response: ServerResponse, seen: Seen) => void;

export interface StandIn {
  url: string;
  publicJwk: JWK;
  /** All calls but those for tokens, in their order. */
  calls: Seen[];
  tokenCalls: Seen[];
  /** Sets the reactions to the next calls; the last one stays. */
  answer(...reactions: Reaction[]): void;
  answerTokens(...reactions: Reaction[]): void;
  carrier(options?: Partial<CamaraOptions>): Carrier;
  close(): Promise<void>;
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reaction =>
  (response) => {
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
  };
export const text =
  (status: number, body: string): Reaction =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
export const refusal = (status: number, code: string, message = 'No.'): Reaction =>
  json(status, { status, code, message });
/** Takes the request and never answers. */
export const silence: Reaction = () => {};
/** Too short to delay the tests, long enough for a request over loopback to arrive. */
export const SHORT = 1000;
/**
 * The time limit of an operation that meets a reaction: a short one where no answer comes, and
 * otherwise the usual one, because a busy machine may need more than a second for an answer.
 */
export const limitFor = (
  reaction: Reaction,
  operation: keyof CarrierTimeouts,
): Pick<CamaraOptions, 'timeouts'> =>
  reaction === silence ? { timeouts: { [operation]: SHORT } } : {};
/** Takes the request and drops the connection. */
export const dropped: Reaction = (response) => {
  response.socket?.destroy();
};

export async function startStandIn(): Promise<StandIn> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const privateJwk = { ...(await exportJWK(privateKey)), kid: 'key-1' };
  const calls: Seen[] = [];
  const tokenCalls: Seen[] = [];
  let tokensGiven = 0;
  let reactions: Reaction[] = [silence];
  let tokenReactions: Reaction[] = [];
  const giveToken: Reaction = (response, seen) => {
    tokensGiven += 1;
    json(200, { access_token: `token-${tokensGiven}`, token_type: 'Bearer', expires_in: 600 })(
      response,
      seen,
    );
  };

  const server = createServer(async (request, response) => {
    const seen = await see(request);
    if (seen.path === '/oauth2/token') {
      tokenCalls.push(seen);
      (tokenReactions.shift() ?? giveToken)(response, seen);
      return;
    }
    calls.push(seen);
    const reaction = reactions.length > 1 ? reactions.shift() : reactions[0];
    reaction?.(response, seen);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const carriers: Carrier[] = [];

  return {
    url,
    publicJwk: await exportJWK(publicKey),
    calls,
    tokenCalls,
    answer: (...next) => {
      reactions = next;
    },
    answerTokens: (...next) => {
      tokenReactions = next;
    },
    carrier: (options = {}) => {
      const carrier = createCamaraCarrier({
        apiUrl: `${url}/root`,
        tokenUrl: `${url}/oauth2/token`,
        clientId: 'bonisa',
        privateJwk,
        now: () => new Date(),
        ...options,
      });
      carriers.push(carrier);
      return carrier;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await Promise.all(carriers.map((carrier) => carrier.close()));
    },
  };
}

async function see(request: IncomingMessage): Promise<Seen> {
  const url = new URL(request.url ?? '/', 'http://stand-in');
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
  };
}

export function msisdn(textual = '0821234567'): Msisdn {
  const parsed = parseMsisdn(textual);
  if (parsed === undefined) throw new Error(`${textual} is no number`);
  return parsed;
}

export function chargeInput(more: Partial<ChargeInput> = {}): ChargeInput {
  return {
    msisdn: msisdn(),
    amountCents: 500,
    vatCents: 65,
    reference: 'ref-1',
    correlator: 'corr-1',
    description: 'Bonisa, 1 day',
    serviceId: 'demo-daily',
    productId: 'p-grtv-daily-c-01',
    ...more,
  };
}

/** A payment as CAMARA shows it. */
export function payment(
  more: Record<string, unknown> = {},
  transaction: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    paymentId: 'pay-1',
    paymentStatus: 'succeeded',
    paymentCreationDate: '2026-11-20T10:00:00.000Z',
    paymentDate: '2026-11-20T12:00:01+02:00',
    amountTransaction: {
      phoneNumber: '+27821234567',
      clientCorrelator: 'corr-1',
      referenceCode: 'ref-1',
      serverReferenceCode: 'srv-1',
      paymentAmount: {
        chargingInformation: { amount: 5, currency: 'ZAR', description: 'Bonisa, 1 day' },
      },
      ...transaction,
    },
    ...more,
  };
}
