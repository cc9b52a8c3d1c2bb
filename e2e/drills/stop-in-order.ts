// A process that is asked to stop, as a load balancer sees it, and as clients do whose requests are
// in flight or still arrive.
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Member } from './fleet.ts';

const HOST = '127.0.0.1';
const EVERY_MS = 50;
/** The drain window, and what a busy machine needs to notice its end. */
const CLOSED_WITHIN_MS = 60_000;
/** One line for each answer is no line about the stop. */
const ANSWERED = /^answered(?: slowly)?$/;

/** What was seen of a stop. Times are milliseconds since the signal was sent. */
export interface Stop {
  /** When operators' readiness named the drain window first, and how often it did. */
  readonly notReady: { readonly first: number; readonly times: number };
  /** What calls on new connections were answered, until the site accepted no more. */
  readonly answers: readonly { readonly status: number; readonly connection: string }[];
  /** When the site's listener and the operators' one had closed. */
  readonly closed: number;
  /** Statuses of a call and of an operator's that were in flight from before the signal on. */
  readonly inFlight: readonly [call: number, operator: number];
  readonly ended: number;
  readonly exitCode: number | null;
  /** Lines of the log since the signal, answers left out. */
  readonly lines: readonly Line[];
}

export interface Line {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** Sends SIGTERM to a process under load, and watches it until it has ended. */
export async function stopInOrder({ site, ops, process }: Member): Promise<Stop> {
  const held = [
    await begin(site, '/api/dcbprotect/getDCBProtectScript', { transaction_id: 'in-flight' }),
    await begin(ops, '/ops/refunds', { reference: 'none', reason: 'in flight' }),
  ] as const;
  const written = process.output().length;
  const { stdout } = process.child;
  const said = stdout && finished(stdout);
  const asked = performance.now();
  const passed = (): number => performance.now() - asked;
  process.child.kill('SIGTERM');

  const answers: Stop['answers'][number][] = [];
  const notReady = { first: Number.POSITIVE_INFINITY, times: 0 };
  for (;;) {
    const ready = await ask(ops, '/healthz/ready');
    if (ready?.status === 503 && ready.body.includes('"draining"')) {
      notReady.first = Math.min(notReady.first, passed());
      notReady.times++;
    }
    const call = await ask(site, '/api/csrf-token');
    if (call) answers.push(call);
    if (!ready && !call) break;
    if (passed() > CLOSED_WITHIN_MS) throw new Error('a process that was stopped goes on');
    await wait(EVERY_MS);
  }
  const closed = passed();
  const inFlight = [await held[0].finish(), await held[1].finish()] as const;
  const exitCode = await process.ended;
  const ended = passed();
  await said;
  const lines = linesOf(process.output().slice(written));
  return { notReady, answers, closed, inFlight, ended, exitCode, lines };
}

interface Answer {
  readonly status: number;
  readonly connection: string;
  readonly body: string;
}

/** Asks on a connection of its own, which it would keep; `undefined` where nobody listens. */
async function ask(port: number, path: string): Promise<Answer | undefined> {
  const answer = Promise.withResolvers<IncomingMessage>();
  const kept = { headers: { connection: 'keep-alive' }, agent: false } as const;
  const asked = request({ host: HOST, port, path, ...kept }, answer.resolve);
  asked.on('error', answer.reject).end();
  try {
    const message = await answer.promise;
    const { statusCode: status = 0, headers } = message;
    return { status, connection: headers.connection ?? '', body: await text(message) };
  } catch (error) {
    // What has arrived and was not accepted yet is reset when the listener closes.
    const { code = '' } = error as { code?: string };
    if (/^(?:ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code)) return undefined;
    throw error;
  } finally {
    asked.destroy();
  }
}

/** Begins a request whose body comes later; resolves when the process has begun to read it. */
async function begin(
  port: number,
  path: string,
  value: object,
): Promise<{ finish(): Promise<number> }> {
  const body = JSON.stringify(value);
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    expect: '100-continue',
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const begun = Promise.withResolvers<void>();
  const how = { method: 'POST', headers, agent: false } as const;
  const asked = request({ host: HOST, port, path, ...how }, resolve);
  asked.on('continue', begun.resolve).on('error', (error) => {
    begun.reject(error);
    reject(error);
  });
  promise.catch(() => undefined);
  asked.flushHeaders();
  await begun.promise;
  return {
    finish: async () => {
      asked.end(body);
      const answer = await promise;
      await text(answer);
      return answer.statusCode ?? 0;
    },
  };
}

function linesOf(output: string): Line[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => !ANSWERED.test(msg));
}
