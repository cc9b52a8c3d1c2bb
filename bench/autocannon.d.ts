/** The part of autocannon that the benchmarks use; the package brings no types. */
declare module 'autocannon' {
  interface Result {
    readonly requests: { readonly average: number; readonly total: number };
    readonly latency: { readonly p50: number; readonly p99: number };
    readonly throughput: { readonly average: number };
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
  }
  interface Request {
    readonly method: 'GET';
    readonly path: string;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly pipelining: number;
    /** In seconds. */
    readonly duration: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** Asked one after the other by each connection. */
    readonly requests: readonly Request[];
    /** Called for each connection before it begins. */
    readonly setupClient: (client: { setRequests(requests: readonly Request[]): void }) => void;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
