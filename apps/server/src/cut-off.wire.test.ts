// A client that aborts its upload causes no error in the log, on any listener, and leaves nothing
// behind.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADDRESSES } from '@bonisa/contract/addresses';
import { createOperations } from '@bonisa/kit/http/operations-listener';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, INBOUND_TOKEN, rowCounts, type TestProduct } from './app.test-kit.ts';

let product: TestProduct;
let operations: FastifyInstance;
let ports: { site: number; ops: number };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-cut-off-'));
  product = await createTestProduct({ LIMITS: 'off', DATA_DIR: folder });
  operations = await createOperations(product.app.operations);
  const portOf = async (app: FastifyInstance) =>
    Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  ports = { site: await portOf(product.site), ops: await portOf(operations) };
});
afterAll(async () => {
  await operations.close();
  await product.close();
  await rm(folder, { recursive: true });
});

/**
 * Sends the head and a part of the body, then ends the connection by a reset or a close; resolves
 * once the server has seen that.
 */
async function cutOff(
  app: FastifyInstance,
  port: number,
  head: string,
  reset: boolean,
  begun = '{"transaction_id":"t',
): Promise<void> {
  const seen = new Promise<void>((resolve) => {
    app.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(`${head}host: localhost\r\ncontent-length: 1000\r\n\r\n${begun}`, () => {
    app.server.getConnections(() => (reset ? socket.resetAndDestroy() : socket.destroy()));
  });
  await seen;
}

const lines = () => product.log.map((line) => JSON.parse(line) as { level: string; msg: string });

it("an aborted upload causes at most a debug line, for every call, the carrier's calls and an operator's file", async () => {
  const before = await rowCounts(product.open);
  const csrf = await product.visitor().send('GET', '/api/csrf-token', undefined);
  const cookie = String(csrf.headers['set-cookie']).split(';', 1)[0];
  const own = `cookie: ${cookie}\r\nx-csrf-token: ${String(csrf.body.csrfToken)}\r\ncontent-type: application/json\r\n`;
  product.log.length = 0;
  const posts = Object.values(ADDRESSES).filter(({ method }) => method === 'POST');
  for (const { path } of posts)
    for (const reset of [true, false])
      await cutOff(product.site, ports.site, `POST ${path} HTTP/1.1\r\n${own}`, reset);
  const carrier = `POST /carrier/messages HTTP/1.1\r\nauthorization: Bearer ${INBOUND_TOKEN}\r\ncontent-type: application/json\r\n`;
  const file =
    'POST /ops/reconciliation/file?date=2026-11-19 HTTP/1.1\r\ncontent-type: text/csv\r\n';
  const refund = 'POST /ops/refunds HTTP/1.1\r\ncontent-type: application/json\r\n';
  for (const reset of [true, false]) {
    await cutOff(product.site, ports.site, carrier, reset);
    await cutOff(operations, ports.ops, refund, reset);
    await cutOff(
      operations,
      ports.ops,
      file,
      reset,
      'reference,payment_id,amount,currency,status,created_at\n',
    );
  }
  // A later request has been answered, so all log lines about the earlier ones exist.
  await product.visitor().call('viewer');
  await operations.inject('/ops/ledger');
  expect(lines().filter(({ level }) => level !== 'debug' && level !== 'trace')).toEqual([]);
  // The rows of an aborted comparison are deleted in a separate transaction, after the request.
  await expect.poll(() => rowCounts(product.open), { timeout: 20_000 }).toEqual(before);
  expect(await readdir(folder)).toEqual([]);
});
