// People who sign up, watch and look at pages, all through the proxy, as browsers do.
import { setTimeout as wait } from 'node:timers/promises';
import { createBrowser } from '../product/process.test-kit.ts';

/**
 * An answer that no client should see: a page that is not there, a status of 500 or more, or a
 * connection that was cut.
 */
export interface Seen {
  /** Milliseconds of `performance.now`. */
  readonly at: number;
  readonly what: string;
}

export interface Load {
  readonly errors: readonly Seen[];
  /** How many requests were answered. */
  readonly counts: { pages: number; plays: number; calls: number; signUps: number };
  /** Every number that tried, and what its person was told in the end. */
  readonly people: ReadonlyMap<string, 'subscribed' | 'nothing'>;
  /** Ends the load and waits for what is under way. */
  stop(): Promise<void>;
}

const PAGES = ['/', '/video/isibane', '/live', '/search?q=isi'] as const;
const PAUSE_MS = 20;
const PLANS = ['demo-daily', 'demo-weekly'] as const;

/**
 * Begins a load: `people` of each kind at the same time, one request after the other, and `busy`
 * ones who call without a pause. A proxy must not repeat their calls, so each call that is sent
 * into a closing connection is an error.
 */
export function startLoad(
  { url, carrier }: { readonly url: string; readonly carrier: { readonly url: string } },
  { people = 2, busy = 0, firstNumber = 27_820_000_000 } = {},
): Load {
  const errors: Seen[] = [];
  const counts = { pages: 0, plays: 0, calls: 0, signUps: 0 };
  const told = new Map<string, 'subscribed' | 'nothing'>();
  let going = true;
  let next = firstNumber;
  let busyCalls = 0;

  /** Counts an answer; `undefined` where there is none. */
  const seen = async <A extends { readonly status: number }>(
    what: string,
    asked: Promise<A>,
  ): Promise<A | undefined> => {
    const answer = await asked.catch(() => undefined);
    const isBad =
      answer && (answer.status >= 500 || (what.startsWith('GET') && answer.status >= 400));
    const problem = !answer ? 'cut' : isBad ? String(answer.status) : undefined;
    if (problem) errors.push({ at: performance.now(), what: `${what} ${problem}` });
    // Nobody asks again at once after a failure.
    await wait(problem ? 10 * PAUSE_MS : PAUSE_MS);
    return problem ? undefined : answer;
  };

  async function readPages(): Promise<void> {
    for (let page = 0; going; page++) {
      const path = PAGES[page % PAGES.length] ?? '/';
      const answer = fetch(url + path).then(async (response) => {
        await response.arrayBuffer();
        return response;
      });
      if (await seen(`GET ${path}`, answer)) counts.pages++;
    }
  }

  async function signUps(): Promise<void> {
    for (let turn = 0; going; turn++) {
      const msisdn = String(next++);
      const browser = createBrowser(url);
      told.set(msisdn, 'nothing');
      if (!(await signUp(browser, msisdn, PLANS[turn % 2] ?? 'demo-daily'))) continue;
      told.set(msisdn, 'subscribed');
      counts.signUps++;
      for (let play = 0; going && play < 5; play++) await watch(browser);
    }
  }

  type Browser = ReturnType<typeof createBrowser>;

  /** As a person does: a press that failed is repeated with the same attempt. */
  async function signUp(browser: Browser, msisdn: string, service_key: string): Promise<boolean> {
    const transaction_id = `drill-${msisdn}`;
    for (let attempt = 0; attempt < 60 && (going || attempt < 3); attempt++) {
      const sent = await seen(
        'POST status_check',
        browser.call('POST', '/api/auth/status_check', { transaction_id, msisdn, service_key }),
      );
      if (!sent) continue;
      counts.calls++;
      const otp = await readOtp(msisdn);
      if (otp === undefined) continue;
      const body = { transaction_id, msisdn, service_key, otp, to_cancel: 'no' };
      const answer = await seen('POST subscribe', browser.subscribe(body));
      if (answer) counts.calls++;
      if (answer?.body.status === 'success') return true;
    }
    return false;
  }

  /** The newest code on the person's handset; the carrier may be away. */
  async function readOtp(msisdn: string): Promise<string | undefined> {
    const { body } = await createBrowser(carrier.url)
      .call('GET', `/sim/handsets/${msisdn}/messages`)
      .catch(() => ({ body: [] }));
    const text = (body as { text: string }[]).find((message) => message.text.includes('OTP'))?.text;
    return /\b\d{4}\b/.exec(text ?? '')?.[0];
  }

  async function callAlways(): Promise<void> {
    for (const browser = createBrowser(url); going; ) {
      const body = { transaction_id: `busy-${firstNumber}-${busyCalls++}` };
      const asked = browser.call('POST', '/api/dcbprotect/getDCBProtectScript', body);
      const answer = await asked.catch(() => undefined);
      if (answer && answer.status < 500) counts.calls++;
      else errors.push({ at: performance.now(), what: `POST script ${answer?.status ?? 'cut'}` });
    }
  }

  async function watch(browser: Browser): Promise<void> {
    const answer = await seen('POST play', browser.call('POST', '/api/play', { video: 'isibane' }));
    if (!answer) return;
    counts.plays++;
    const base: string | undefined = answer.body.media?.parts?.[0]?.base;
    if (base === undefined) {
      errors.push({
        at: performance.now(),
        what: `play without media ${answer.status} ${answer.body.reason ?? answer.body.code ?? ''}`,
      });
      return;
    }
    const segment = fetch(new URL(`${base}360p/0.m4s`, url)).then(async (response) => {
      await response.arrayBuffer();
      return response;
    });
    if (await seen('GET segment', segment)) counts.plays++;
  }

  const work = [
    ...Array.from({ length: people }, () => [readPages(), signUps()]).flat(),
    ...Array.from({ length: busy }, callAlways),
  ];
  return {
    errors,
    counts,
    people: told,
    stop: async () => {
      going = false;
      await Promise.all(work);
    },
  };
}
