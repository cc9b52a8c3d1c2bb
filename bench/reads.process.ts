import autocannon from 'autocannon';

/** What the parent asks: these paths of a site, one after the other on each connection, for so long. */
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
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly bytesPerSecond: number;
  /** Answers that were none, or not 200 to 299. */
  readonly failed: number;
}

/** The generator is a process of its own, so that its work never delays the measured one's. One order, one report, then the next. */
process.on('message', (order: ReadsOrder) => {
  run(order).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});

async function run({ origin, paths, seconds, connections, pipelining, headers }: ReadsOrder): Promise<ReadsReport> {
  const requests = paths.map((path) => ({ method: 'GET' as const, path }));
  let client = 0;
  const told = await autocannon({
    url: origin,
    connections,
    pipelining,
    duration: seconds,
    headers,
    requests,
    // Each connection begins elsewhere: in step they would all ask for the same at the same time. (Not with pipelining.)
    setupClient: (one) => {
      if (pipelining > 1) return;
      const from = Math.floor((client++ * paths.length) / connections) % paths.length;
      one.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    },
  });
  return {
    perSecond: told.requests.average,
    p50: told.latency.p50,
    p99: told.latency.p99,
    bytesPerSecond: told.throughput.average,
    failed: told.errors + told.timeouts + told.non2xx,
  };
}
