// A request that could not leave in time does not leave later.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createCarrierHttp } from './camara.http.ts';

afterEach(() => vi.restoreAllMocks());

// The monotonic clock stops with a virtual machine that is paused; the machine's is set afterwards.
it.each([
  ['a process that stood still', performance],
  ['a machine that was paused', Date],
])('is not sent by %s while it connected', async (_what, source) => {
  let seen = 0;
  const server = createServer((_request, response) => {
    seen++;
    response.end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const http = createCarrierHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const request = { method: 'POST', path: '/', headers: {}, body: '{}', timeoutMs: 5000 } as const;
  try {
    let now = source.now();
    vi.spyOn(source, 'now').mockImplementation(() => now);
    const late = http.send(request);
    // The connection is there before the timer of the call has its turn.
    now += 90_000;
    expect(await late).toEqual({ kind: 'not_sent' });
    expect(seen).toBe(0);
    expect(await http.send(request)).toMatchObject({ kind: 'reply', status: 200 });
    expect(seen).toBe(1);
  } finally {
    await http.close();
    server.close();
  }
});
