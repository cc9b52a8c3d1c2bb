import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type CarrierSim, type CarrierSimOptions, createCarrierSim } from './app.ts';
import { type CarrierProfile, KAROO, VULA } from './carriers/carrier-profile.ts';
import { SCOPES } from './oauth/scopes.ts';
import { CLIENT_ASSERTION_TYPE, JWT_BEARER } from './oauth/token.service.ts';
import { DEFAULT_RANGES } from './store/numbers.ts';

/**
 * Shared helpers of the simulator's tests: a started simulator, a client with its key, and a
 * listening service.
 */
export const CLIENT_ID = 'bonisa-test';
export const ALL_SCOPES = [...SCOPES, 'dpv:RequestedServiceProvision'].join(' ');

/** A request that the test service received. */
export interface Received {
  path: string;
  authorization: string | undefined;
  contentType: string | undefined;
  correlator: string | undefined;
  enrichmentSecret: string | undefined;
  body: Record<string, unknown>;
}

export interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  body: any;
}

export interface Carrier {
  url: string;
  networkUrl: string;
  sim: CarrierSim;
  options: CarrierSimOptions;
  key: CryptoKey;
  /**
   * Requests a two-legged token with all scopes, or one as given. `root` is the path of a carrier
   * other than the first.
   */
  token(asked?: { scope?: string; msisdn?: string; root?: string }): Promise<string>;
  /**
   * Requests a three-legged token by the SIM of a handset, whose number the carrier itself knows.
   */
  simToken(msisdn: string, scope?: string): Promise<string>;
  call(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply>;
}

/** The options that a test may change: those of the simulator and of its first carrier. */
type Changes = Partial<CarrierSimOptions & Pick<CarrierProfile, 'inbound' | 'ranges'>>;

/**
 * Starts a simulator with both carriers on free ports.
 * @param changed options that differ from the defaults.
 */
export async function startCarrier(
  { inbound, ranges = DEFAULT_RANGES, ...changed }: Changes = {},
  pair?: CryptoKeyPair,
): Promise<Carrier> {
  const { privateKey, publicKey } = pair ?? (await generateKeyPair('ES256', { extractable: true }));
  const client = { id: CLIENT_ID, jwk: await exportJWK(publicKey) };
  const options: CarrierSimOptions = {
    port: 0,
    networkPort: 0,
    dataFolder: ':memory:',
    siteUrl: 'http://127.0.0.1:9',
    publicUrl: 'http://localhost:9',
    carriers: [
      { ...KAROO, client, inbound, ranges, enrichmentSecret: 'enrichment-secret' },
      { ...VULA, client, inbound, enrichmentSecret: 'secret-of-vula' },
    ],
    testClock: true,
    shortCode: '45111',
    logLevel: 'silent',
    ...changed,
  };
  const sim = await createCarrierSim(options);
  const { url, networkUrl } = await sim.listen();
  return {
    url,
    networkUrl,
    sim,
    options,
    key: privateKey,
    async token({ scope = ALL_SCOPES, msisdn, root = '' } = {}) {
      const asked = msisdn === undefined ? { scope } : { subject: `tel:+${msisdn}`, scope };
      return tokenFrom(await tokenRequest({ url: url + root, key: privateKey }, asked));
    },
    async simToken(msisdn, scope = ALL_SCOPES) {
      const { body } = await call(`${url}/sim/handsets/${msisdn}/operator-tokens`, 'POST');
      return tokenFrom(
        await tokenRequest(
          { url, key: privateKey },
          { subject: `operatortoken:${body.operator_token}`, scope },
        ),
      );
    },
    call: (method, path, request = {}) => call(`${url}${path}`, method, request),
  };
}

function tokenFrom(reply: Reply): string {
  if (reply.status !== 200) throw new Error(`no token: ${JSON.stringify(reply.body)}`);
  return reply.body.access_token;
}

/** Makes one HTTP call. Parses a JSON answer; returns any other as text. */
export async function call(
  url: string,
  method: string,
  {
    token,
    body,
    headers = {},
  }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const reply = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  const isJson = reply.headers.get('content-type')?.includes('json') ?? false;
  return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(text) : text };
}

/** Changes to an assertion; the rest keeps its valid values. */
export interface AssertionChange {
  audience?: string;
  issuer?: string;
  subject?: string;
  jti?: string;
  lifetime?: number;
  issuedAt?: number;
  scope?: string;
  /** Additional claims. */
  more?: Record<string, string>;
}

/** Signs an assertion as the client does. */
export async function assertion(
  key: CryptoKey,
  url: string,
  change: AssertionChange = {},
): Promise<string> {
  const issuedAt = change.issuedAt ?? Math.floor(Date.now() / 1000);
  return new SignJWT({ ...change.more, ...(change.scope !== undefined && { scope: change.scope }) })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer(change.issuer ?? CLIENT_ID)
    .setSubject(change.subject ?? CLIENT_ID)
    .setAudience(change.audience ?? `${url}/oauth2/token`)
    .setJti(change.jti ?? crypto.randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (change.lifetime ?? 60))
    .sign(key);
}

/**
 * Requests a token: two-legged, or three-legged with a `subject`. `form` overrides fields of the
 * form; null removes one.
 */
export async function tokenRequest(
  { url, key }: { url: string; key: CryptoKey },
  {
    subject,
    scope = ALL_SCOPES,
    form = {},
  }: { subject?: string; scope?: string; form?: Record<string, string | null> } = {},
): Promise<Reply> {
  const fields: Record<string, string | null> = {
    grant_type: subject === undefined ? 'client_credentials' : JWT_BEARER,
    client_assertion_type: CLIENT_ASSERTION_TYPE,
    client_assertion: await assertion(key, url),
    ...(subject === undefined
      ? { scope }
      : { assertion: await assertion(key, url, { subject, scope }) }),
    ...form,
  };
  const present = Object.entries(fields).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  const reply = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(present),
  });
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
}

/**
 * Starts a service that receives the carrier's notifications. `answer` returns the status of each;
 * 204 by default.
 */
export async function startService(
  answer: (received: Received) => number | undefined = () => undefined,
) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const entry: Received = {
      path: request.url ?? '',
      authorization: request.headers.authorization,
      contentType: request.headers['content-type'],
      correlator: request.headers['x-correlator']?.toString(),
      enrichmentSecret: request.headers['x-enrichment-secret']?.toString(),
      body: text === '' ? {} : JSON.parse(text),
    };
    received.push(entry);
    response.writeHead(answer(entry) ?? 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    received,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Waits for a condition, for at most 10 seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('The condition did not come about.');
    await wait(10);
  }
}

/** The body of createPayment and preparePayment. */
export function payment(changes: {
  phoneNumber?: string | undefined;
  amount?: number;
  referenceCode?: string;
  clientCorrelator?: string;
  paymentAmount?: object;
  sink?: object;
}) {
  const {
    phoneNumber,
    amount = 5,
    referenceCode = crypto.randomUUID(),
    clientCorrelator,
    paymentAmount,
    sink,
  } = changes;
  return {
    amountTransaction: {
      ...(phoneNumber !== undefined && { phoneNumber }),
      ...(clientCorrelator !== undefined && { clientCorrelator }),
      referenceCode,
      paymentAmount: paymentAmount ?? {
        chargingInformation: {
          amount,
          currency: 'ZAR',
          description: 'Bonisa Daily',
          isTaxIncluded: true,
          taxAmount: 0.652,
        },
        chargingMetaData: { merchantIdentifier: 'bonisa', serviceId: 'demo-daily' },
      },
    },
    ...sink,
  };
}

/** A sink at an address, with a long-lived token. */
export function sinkAt(url: string, token = 'sink-token') {
  return {
    sink: url,
    sinkCredential: {
      credentialType: 'ACCESSTOKEN',
      accessToken: token,
      accessTokenExpiresUtc: '2099-01-01T00:00:00Z',
      accessTokenType: 'bearer',
    },
  };
}
