import { type Fault, faultOfStatus } from './faults.ts';

/** A download failed; `fault` says how. */
export class FetchFault extends Error {
  // Declared only: a field would bring a helper for old browsers, which every play would pay for.
  declare readonly fault: Fault;

  constructor(fault: Fault) {
    super(`a download ended with the fault ${fault}`);
    this.fault = fault;
  }
}

/** A piece of a download as it arrived. */
export interface Arrival {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes of the whole answer so far, and in all (0: unknown). */
  readonly receivedBytes: number;
  readonly totalBytes: number;
}

/** A download without any byte for this long counts as lost. */
const SILENCE_MS = 8_000;

/**
 * Downloads `url` from byte `from` on and yields its bytes as they arrive. Throws a
 * {@link FetchFault}, or the reason of `signal` when that aborts.
 */
export async function* fetchPieces(
  url: string,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<Arrival> {
  const download = new AbortController();
  const end = () => download.abort();
  signal.addEventListener('abort', end, { once: true, signal: download.signal });
  let timer = setTimeout(end, SILENCE_MS);
  try {
    signal.throwIfAborted();
    const headers = from > 0 ? { range: `bytes=${from}-` } : undefined;
    const response = await fetch(url, { signal: download.signal, ...(headers ? { headers } : {}) });
    if (!response.ok || !response.body) throw new FetchFault(faultOfStatus(response.status));
    const totalBytes = Number(response.headers.get('content-length') ?? 0);
    // A cache may answer a request for a part with the whole file.
    let skip = response.status === 206 ? 0 : from;
    let receivedBytes = 0;
    const reader = response.body.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      clearTimeout(timer);
      timer = setTimeout(end, SILENCE_MS);
      receivedBytes += value.byteLength;
      const bytes = value.subarray(skip);
      skip = Math.max(0, skip - value.byteLength);
      if (bytes.byteLength > 0) yield { bytes, receivedBytes, totalBytes };
    }
    if (totalBytes > 0 && receivedBytes < totalBytes) throw new FetchFault('network');
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof FetchFault ? error : new FetchFault('network');
  } finally {
    clearTimeout(timer);
    end();
  }
}

/** All bytes of a download. Throws as {@link fetchPieces} does. */
export async function wholeOf(download: AsyncIterable<Arrival>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const { bytes } of download) pieces.push(bytes);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
