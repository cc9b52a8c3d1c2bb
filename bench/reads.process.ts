import { connect, type Socket } from 'node:net';
import { percentile } from './statistics.ts';

/**
 * The parent's order: these paths of a site, one after the other on each connection, for this long.
 */
export interface ReadsOrder {
  readonly origin: string;
  readonly paths: readonly string[];
  readonly seconds: number;
  readonly connections: number;
  /** Requests in flight on a connection. */
  readonly pipelining: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ReadsReport {
  readonly answers: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly bytesPerSecond: number;
  /** Requests without an answer, or with a status outside 200 to 299. */
  readonly failed: number;
  /** The first of these: its status and path. */
  readonly failure: string | undefined;
  /** The share of answers from the cache (0 to 1); absent if no answer states its source. */
  readonly share: number | undefined;
}

/**
 * The load generator runs in a process of its own, so that its work does not delay the measured
 * process. It reads only status and length of an answer: parsing compressed bodies would take
 * longer than the server and dominate the measurement.
 */
process.on('message', (order: ReadsOrder) => {
  run(order).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});

interface Count {
  answers: number;
  bytes: number;
  failed: number;
  failure: string | undefined;
  /** Answers that state their source, and those from the cache. */
  told: number;
  hits: number;
  /** Milliseconds of each answer. */
  readonly times: number[];
}

async function run(order: ReadsOrder): Promise<ReadsReport> {
  const count: Count = {
    answers: 0,
    bytes: 0,
    failed: 0,
    failure: undefined,
    told: 0,
    hits: 0,
    times: [],
  };
  const began = performance.now();
  const until = began + order.seconds * 1000;
  await Promise.all(
    Array.from({ length: order.connections }, (_, place) =>
      keepReading(order, place, until, count),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  const { times } = count;
  return {
    answers: count.answers,
    perSecond: count.answers / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    bytesPerSecond: count.bytes / seconds,
    failed: count.failed,
    failure: count.failure,
    share: count.told === 0 ? undefined : count.hits / count.answers,
  };
}

/**
 * One connection with a constant number of requests in flight. Each connection starts at another
 * path, so that they do not all request the same thing.
 */
function keepReading(
  { origin, paths, connections, pipelining, headers }: ReadsOrder,
  place: number,
  until: number,
  count: Count,
): Promise<void> {
  const { hostname, port, host } = new URL(origin);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const requests = paths.map(
    (path) => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n`,
  );
  let next = Math.floor((place * paths.length) / connections);
  const asked: { readonly path: string; readonly at: number }[] = [];
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const ask = (): void => {
    const place = next++ % requests.length;
    asked.push({ path: paths[place] ?? '', at: performance.now() });
    socket.write(requests[place] ?? '');
  };
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('connect', () => {
      for (let flight = 0; flight < pipelining; flight++) ask();
    });
    readAnswers(socket, ({ status, bytes, cache }) => {
      const now = performance.now();
      count.answers += 1;
      count.bytes += bytes;
      const request = asked.shift();
      count.times.push(now - (request?.at ?? now));
      if (cache !== undefined) count.told += 1;
      if (cache === 'hit') count.hits += 1;
      if (status < 200 || status > 299) {
        count.failed += 1;
        count.failure ??= `${status} for ${request?.path}`;
      }
      if (now < until) ask();
      else if (asked.length === 0) socket.destroy();
    });
  });
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

interface HttpAnswer {
  readonly status: number;
  /** Including the head. */
  readonly bytes: number;
  /** The value of `x-page-cache`. */
  readonly cache: string | undefined;
}

/** Calls `onAnswer` for each complete answer on a connection. */
function readAnswers(socket: Socket, onAnswer: (answer: HttpAnswer) => void): void {
  let head: Buffer = Buffer.alloc(0);
  let answer: HttpAnswer = { status: 0, bytes: 0, cache: undefined };
  /** Missing bytes of the current body. */
  let missing = 0;
  socket.on('data', (part) => {
    let rest = part as Buffer;
    while (rest.length > 0) {
      if (missing > 0) {
        const taken = Math.min(missing, rest.length);
        missing -= taken;
        rest = rest.subarray(taken);
        if (missing === 0) onAnswer(answer);
        continue;
      }
      head = head.length === 0 ? rest : Buffer.concat([head, rest]);
      const end = head.indexOf(END_OF_HEAD);
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
      answer = {
        status: Number(text.slice(9, 12)),
        bytes: end + END_OF_HEAD.length + length,
        cache: /\r\nx-page-cache: (\w+)/i.exec(text)?.[1],
      };
      rest = head.subarray(end + END_OF_HEAD.length);
      head = Buffer.alloc(0);
      missing = length;
      if (missing === 0) onAnswer(answer);
    }
  });
}
