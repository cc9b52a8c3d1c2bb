import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { freePort } from '../../../scripts/free-ports.ts';
import { refuseUnusableAddresses } from './ports.ts';

const variables = { host: 'OPS_HOST', port: 'OPS_PORT' };

it('names a port in use and leaves free ports free', async () => {
  const taken = createServer().listen({ host: '127.0.0.1', port: 0 });
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await expect(
    refuseUnusableAddresses([{ host: '127.0.0.1', port, variables }]),
  ).rejects.toMatchObject({
    code: 'EADDRINUSE',
    port,
  });
  taken.close();
  await once(taken, 'close');
  await refuseUnusableAddresses([{ host: '127.0.0.1', port, variables }]);
  const again = createServer().listen({ host: '127.0.0.1', port });
  await once(again, 'listening');
  again.close();
});

it.each([
  ['192.0.2.1', /^OPS_HOST: 192\.0\.2\.1 is no address of this machine \(EADDRNOTAVAIL\)$/],
  ['no.such.name.invalid', /^OPS_HOST: no\.such\.name\.invalid is no address of this machine \(E/],
])('names the variable of an address that is none of this machine: %s', async (host, line) => {
  const port = await freePort();
  await expect(refuseUnusableAddresses([{ host, port, variables }])).rejects.toThrow(line);
});

// Interfaces 'Start and stop': a proxy that tries a port again while its process starts.
it('lets no connection in while it looks', async () => {
  // The system gives none of these to a client, which could then reach itself.
  const port = await freePort();
  const knocking = new Worker(KNOCK, { eval: true, workerData: port });
  await once(knocking, 'message');
  for (let time = 0; time < 300; time++)
    await refuseUnusableAddresses([{ host: '127.0.0.1', port, variables }]);
  knocking.postMessage('enough');
  expect(await once(knocking, 'message')).toEqual([0]);
});

/** Connects again and again, in a thread of its own; says so, and how often it got in. */
const KNOCK = `
  const { connect } = require('node:net');
  const { parentPort, workerData: port } = require('node:worker_threads');
  let connected = 0, isEnough = false;
  parentPort.once('message', () => (isEnough = true));
  const knock = () => {
    if (isEnough) return parentPort.postMessage(connected);
    const socket = connect(port, '127.0.0.1', () => { connected++; socket.destroy(); });
    socket.on('error', () => undefined).on('close', knock);
  };
  parentPort.postMessage('knocking');
  knock();
`;
