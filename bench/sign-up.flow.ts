import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

/**
 * The calls of one sign-up, in the page's order; `read_otp` is the person who reads the handset.
 */
export const STEPS = ['script', 'look', 'send', 'read_otp', 'csrf', 'subscribe'] as const;
export type Step = (typeof STEPS)[number];

/** The duration of a flow and of each of its calls, in milliseconds. */
export type FlowTimes = Record<Step | 'flow', number>;

/** A number that has signed up, and the cookies of its browser. */
export interface SignUpResult {
  readonly times: FlowTimes;
  readonly cookies: ReadonlyMap<string, string>;
}

/** A call of a flow with an answer that ends the sign-up. */
export class FlowError extends Error {
  readonly step: Step;

  constructor(step: Step, message: string) {
    super(message);
    this.name = 'FlowError';
    this.step = step;
  }
}

/** The headers of every call, as the page sends them (rows B5, B6). */
const CLIENT_HEADERS = {
  'x-platform': 'web-mobile',
  'x-site-version': '1.7',
  'x-country': 'South Africa',
  'x-locale': 'za',
  'user-agent':
    'Mozilla/5.0 (Linux; Android 12; phone) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
};
const OTP = /\b([0-9]{4})\b/;

interface Offer {
  service_key: string;
  free_id: string;
}

interface CallAnswer {
  readonly body: unknown;
  readonly cookies: readonly string[];
}

/**
 * Creates the function that signs up one number, from the fraud script to the session. Keep-alive,
 * with `connections` to each address.
 */
export function createSignUp(target: { siteUrl: string; carrierUrl: string; connections: number }) {
  const site = new Pool(target.siteUrl, { connections: target.connections, pipelining: 1 });
  const carrier = new Pool(target.carrierUrl, { connections: target.connections, pipelining: 1 });

  /**
   * Signs up a new number with a free first day. Throws {@link FlowError} at the first unexpected
   * answer.
   */
  async function signUp(msisdn: string): Promise<SignUpResult> {
    const jar = new Map<string, string>();
    const times: Partial<FlowTimes> = {};
    const began = performance.now();

    const ask = async (
      step: Step,
      pool: Pool,
      path: string,
      body?: object,
      headers: Record<string, string> = {},
    ): Promise<unknown> => {
      const from = performance.now();
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await send(step, pool, path, {
        body,
        headers:
          pool === site
            ? { ...CLIENT_HEADERS, ...headers, ...(cookie ? { cookie } : {}) }
            : headers,
      });
      for (const one of answer.cookies) keep(jar, one);
      times[step] = performance.now() - from;
      return answer.body;
    };

    const transaction_id = randomUUID();
    const kit = (await ask('script', site, '/api/dcbprotect/getDCBProtectScript', {
      transaction_id,
    })) as { t: string };
    const looked = (await ask('look', site, '/api/auth/status_check', {
      transaction_id,
      msisdn,
    })) as { code: string; packages: Offer[] };
    const offer = looked.packages[0];
    if (looked.code !== 'NEW' || !offer)
      throw new FlowError('look', `a new number was told ${looked.code}`);
    const { service_key, free_id } = offer;
    const sent = (await ask('send', site, '/api/auth/status_check', {
      transaction_id,
      msisdn,
      service_key,
    })) as { otp_sent: boolean };
    if (!sent.otp_sent) throw new FlowError('send', 'no OTP was sent');
    const otp = otpOf(
      (await ask('read_otp', carrier, `/sim/handsets/${msisdn}/messages`)) as { text: string }[],
    );
    const { csrfToken } = (await ask('csrf', site, '/api/csrf-token')) as { csrfToken: string };
    const accepted = (await ask(
      'subscribe',
      site,
      '/api/subscribe',
      { transaction_id, msisdn, service_key, free_id, otp, evina_token: kit.t, to_cancel: 'no' },
      { 'x-csrf-token': csrfToken },
    )) as { status: string; outcome: string };
    if (accepted.outcome !== 'subscribed')
      throw new FlowError('subscribe', `the outcome was ${accepted.outcome}`);
    // Over TLS its name begins with '__Host-'.
    if (![...jar.keys()].some((name) => name.endsWith('bonisa_session')))
      throw new FlowError('subscribe', 'nobody was signed in');
    return {
      times: { ...(times as Record<Step, number>), flow: performance.now() - began },
      cookies: jar,
    };
  }

  return { signUp, close: async () => void (await Promise.all([site.close(), carrier.close()])) };
}

async function send(
  step: Step,
  pool: Pool,
  path: string,
  request: { body: object | undefined; headers: Record<string, string> },
): Promise<CallAnswer> {
  const { statusCode, headers, body } = await pool.request({
    path,
    method: request.body ? 'POST' : 'GET',
    headers: {
      ...request.headers,
      ...(request.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(request.body ? { body: JSON.stringify(request.body) } : {}),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new FlowError(step, `status ${statusCode}: ${text.slice(0, 200)}`);
  const set = headers['set-cookie'];
  return { body: JSON.parse(text), cookies: set === undefined ? [] : [set].flat() };
}

/** A cookie jar for one site: only names and values matter in a flow of a second. */
function keep(jar: Map<string, string>, setCookie: string): void {
  const pair = setCookie.split(';', 1)[0] ?? '';
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
  if (value === '') jar.delete(name);
  else jar.set(name, value);
}

/**
 * Interfaces 'The simulated carrier': the newest message with the word OTP contains the code as
 * four digits.
 */
function otpOf(messages: { text: string }[]): string {
  const code = messages
    .map(({ text }) => (/\bOTP\b/.test(text) ? OTP.exec(text)?.[1] : undefined))
    .find((found) => found !== undefined);
  if (!code) throw new FlowError('read_otp', 'the handset has no message with an OTP');
  return code;
}
