import { afterEach, describe, expect, it, vi } from 'vitest';
import { FetchFault, fetchPieces, wholeOf } from './segment-fetch.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const body = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

/** Answers every fetch; returns the `range` headers that were asked for. */
function answer(make: () => Response): (string | null)[] {
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    asked.push(new Headers(init.headers).get('range'));
    return make();
  });
  return asked;
}

async function collect(from: number, signal = new AbortController().signal): Promise<string> {
  let text = '';
  for await (const { bytes } of fetchPieces('/0.m4s', from, signal))
    text += new TextDecoder().decode(bytes);
  return text;
}

describe('a download in pieces', () => {
  it('passes on every byte with the size of the whole', async () => {
    answer(() => new Response(body('ab', 'cde'), { headers: { 'content-length': '5' } }));
    const sizes: number[][] = [];
    const { signal } = new AbortController();
    for await (const piece of fetchPieces('/0.m4s', 0, signal))
      sizes.push([piece.bytes.length, piece.receivedBytes, piece.totalBytes]);
    expect(sizes).toEqual([
      [2, 2, 5],
      [3, 5, 5],
    ]);
  });

  it('asks for the rest only, and skips what a cache sends again', async () => {
    expect(answer(() => new Response(body('cde'), { status: 206 }))).toEqual([]);
    expect(await collect(2)).toBe('cde');
    const asked = answer(() => new Response(body('a', 'bcd', 'e')));
    expect(await collect(2)).toBe('cde');
    expect(asked).toEqual(['bytes=2-']);
  });

  it('names the fault of a refused, missing or broken download', async () => {
    const fault = async () => {
      const error = await collect(0).catch((thrown: unknown) => thrown);
      return error instanceof FetchFault ? error.fault : error;
    };
    answer(() => new Response(null, { status: 403 }));
    expect(await fault()).toBe('expired');
    answer(() => new Response(null, { status: 404 }));
    expect(await fault()).toBe('missing');
    answer(() => new Response(body('ab'), { headers: { 'content-length': '5' } }));
    expect(await fault()).toBe('network');
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
    expect(await fault()).toBe('network');
  });

  it('counts as lost when nothing comes for a while', async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      'fetch',
      (_url: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason)),
        ),
    );
    const outcome = collect(0).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await outcome).toEqual(new FetchFault('network'));
  });

  it('ends with the reason of the caller who aborts it', async () => {
    const controller = new AbortController();
    controller.abort(new Error('another place'));
    answer(() => new Response(body('ab')));
    await expect(collect(0, controller.signal)).rejects.toThrow('another place');
  });

  it('joins the pieces of a small file', async () => {
    answer(() => new Response(body('ab', 'c')));
    const bytes = await wholeOf(fetchPieces('/init.mp4', 0, new AbortController().signal));
    expect(new TextDecoder().decode(bytes)).toBe('abc');
  });
});
