import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { addressListOf, holds } from '@bonisa/kit/address-list';
import {
  AddressRefusedError,
  LOOPBACK,
  type LookUp,
  publicAddressesOf,
} from '@bonisa/kit/public-address';

/** The longest time for a whole delivery: name, connection, request and answer. */
const TIMEOUT_MS = 10_000;
/** A connection that nothing used for so long is closed: most receivers close theirs at 5 s. */
const IDLE_MS = 4000;
/** What of an answer is read, and what of that is kept in the log. */
const MOST_READ = 16 * 1024;
const MOST_KEPT = 500;

/** What became of one attempt. `status` is `null` where no answer came. */
export interface Attempt {
  readonly status: number | null;
  /** The beginning of the answer, or why there was none. */
  readonly answer: string;
}

export interface WebhookPost {
  /** The problem of an address as an endpoint; `undefined` if it may be one. */
  problemOf(url: string): Promise<string | undefined>;
  /** Posts a body. Never throws: whatever happens is an attempt. */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    stopped?: AbortSignal,
  ): Promise<Attempt>;
}

const HTTPS_PROBLEM = 'must be an https address';
/** What whoever tries a receiver on this machine should know. */
const LOOPBACK_HINT =
  'in demo mode, WEBHOOKS_TO_LOOPBACK=1 lets webhooks go to this machine, also over http';

/**
 * Posts webhooks to strangers. The name of a host is looked up for each attempt and only a public
 * address of it is connected to, redirects are not followed, and time and size are bounded.
 * `networks`: addresses of them count too, over http as well. `isDemo`: the refusal of this
 * machine says how it is allowed.
 */
export function createWebhookPost({
  networks,
  isDemo = false,
  resolve,
  timeoutMs = TIMEOUT_MS,
}: {
  readonly networks: readonly string[];
  readonly isDemo?: boolean;
  readonly resolve?: LookUp;
  readonly timeoutMs?: number;
}): WebhookPost {
  const addressesOf = async (url: URL, allowed: readonly string[] = networks) => {
    const found = await publicAddressesOf(url.hostname, {
      allowed,
      ...(resolve ? { resolve } : {}),
    });
    const own = addressListOf(allowed);
    if (url.protocol === 'http:' && !found.every(({ address }) => holds(own, address)))
      throw new AddressRefusedError(HTTPS_PROBLEM);
    return found;
  };
  const problemWith = async (url: URL, allowed: readonly string[]) => {
    const problem = formProblem(url, allowed.length > 0);
    if (problem !== undefined) return problem;
    try {
      await addressesOf(url, allowed);
      return undefined;
    } catch (error) {
      if (error instanceof AddressRefusedError) return error.message;
      throw error;
    }
  };
  const kept = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: 20 };
  const agents = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) };
  return {
    problemOf: async (text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (!url) return 'must be an address';
      const problem = await problemWith(url, networks);
      if (problem === undefined || !isDemo) return problem;
      const isThisMachine = (await problemWith(url, LOOPBACK)) === undefined;
      return isThisMachine ? `${problem}; ${LOOPBACK_HINT}` : problem;
    },
    post: async (text, headers, body, stopped) => {
      const url = new URL(text);
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = stopped ? AbortSignal.any([timeout, stopped]) : timeout;
      try {
        const [first] = await withSignal(signal, addressesOf(url));
        if (!first) throw new AddressRefusedError('the name of the host leads nowhere');
        // The checked address itself: a second look-up might give another one.
        const lookup: RequestOptions['lookup'] = (_host, options, done) => {
          if (options.all) done(null, [{ address: first.address, family: first.family }]);
          else done(null, first.address, first.family);
        };
        const agent = agents[url.protocol as keyof typeof agents];
        return await send(url, { lookup, signal, headers, agent }, body);
      } catch (error) {
        return { status: null, answer: reasonOf(error, signal) };
      }
    },
  };
}

/** The problem of an address itself, before its host is looked up. */
function formProblem(url: URL, mayBePlain: boolean): string | undefined {
  if (url.protocol !== 'https:' && !(mayBePlain && url.protocol === 'http:')) return HTTPS_PROBLEM;
  if (url.username !== '' || url.password !== '') return 'must hold no user and no password';
  return url.hash === '' ? undefined : 'must have no fragment';
}

function send(
  url: URL,
  options: Pick<RequestOptions, 'lookup' | 'signal' | 'headers' | 'agent'>,
  body: string,
): Promise<Attempt> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        ...options,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Bonisa-Webhooks/1',
          ...options.headers,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        let read = 0;
        const finish = (): void =>
          resolve({ status: response.statusCode ?? null, answer: shown(Buffer.concat(parts)) });
        response.on('data', (part: Buffer) => {
          if (read < MOST_READ) parts.push(part);
          read += part.length;
          if (read < MOST_READ) return;
          finish();
          response.destroy();
        });
        response.on('end', finish);
        response.on('error', reject);
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The receiver closed a kept connection as we used it: another one is opened for this.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(url, options, body));
      else reject(error);
    });
    sent.end(body);
  });
}

/** What the log keeps of an answer: text without control characters, at most {@link MOST_KEPT}. */
function shown(answer: Buffer): string {
  return answer
    .toString('utf8')
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .slice(0, MOST_KEPT)
    .trim();
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer came in time';
  if (error instanceof AddressRefusedError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return code ? `the connection failed: ${code}` : 'the connection failed';
}

/** A look-up cannot be cancelled; nobody waits for it after the time is over. */
function withSignal<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
