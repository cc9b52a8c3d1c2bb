import { type Cmcd, decodeCmcd } from '@svta/cml-cmcd';

/** What the requests in the log of one place say of its playbacks. */
export interface CmcdReport {
  /** Requests that say anything, and the playbacks that made them. */
  readonly requests: number;
  readonly plays: number;
  /** Playbacks of which a request followed a stall, and such requests. */
  readonly stalledPlays: number;
  readonly stalls: number;
  /** Bit/s, as half of the requests have measured them at least; `undefined`: none has. */
  readonly throughput: number | undefined;
  /** Seconds in the buffer, as half of the requests for segments had them at least. */
  readonly buffer: number | undefined;
}

/** A value may be in quotes, or percent-encoded; it ends where an address in a log ends. */
const CMCD = /[?&]CMCD=([^&\s]+)/;

/**
 * Sums the lines of a CDN's access log, in whatever format has the address of each request with its
 * query (CTA-5004-B, query arguments). Lines without common media client data count nothing.
 */
export function createCmcdReport() {
  let requests = 0;
  let stalls = 0;
  const plays = new Set<string>();
  const stalled = new Set<string>();
  const throughputs = createHistogram();
  const buffers = createHistogram();
  return {
    add(line: string): void {
      const found = cmcdOf(line);
      if (found?.sid === undefined) return;
      requests += 1;
      plays.add(found.sid);
      if (found.bs) {
        stalls += 1;
        stalled.add(found.sid);
      }
      throughputs.add(found.mtp);
      if (found.ot !== 'i') buffers.add(found.bl);
    },
    read(): CmcdReport {
      const kbit = throughputs.median();
      const ms = buffers.median();
      return {
        ...{ requests, plays: plays.size, stalledPlays: stalled.size, stalls },
        throughput: kbit === undefined ? undefined : kbit * 1000,
        buffer: ms === undefined ? undefined : ms / 1000,
      };
    },
  };
}

function cmcdOf(line: string): Cmcd | undefined {
  const text = CMCD.exec(line)?.[1];
  if (text === undefined) return undefined;
  try {
    return decodeCmcd(decodeURIComponent(text), { convertToLatest: true });
  } catch {
    // Anybody may ask a CDN for anything.
    return undefined;
  }
}

/** Counts values, which players round: a log of millions of lines has few different ones. */
function createHistogram() {
  const counts = new Map<number, number>();
  let all = 0;
  return {
    add(value: Cmcd['bl']): void {
      const one = Array.isArray(value) ? value[0] : value;
      if (typeof one !== 'number' || !Number.isFinite(one) || one < 0) return;
      counts.set(one, (counts.get(one) ?? 0) + 1);
      all += 1;
    },
    median(): number | undefined {
      let seen = 0;
      for (const [value, n] of [...counts].sort(([one], [other]) => one - other)) {
        seen += n;
        if (seen * 2 >= all) return value;
      }
      return undefined;
    },
  };
}
