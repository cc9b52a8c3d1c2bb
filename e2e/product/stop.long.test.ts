// Interfaces 'Start and stop': a connection that is held to one listener delays no other one.
import { connect, type Socket } from 'node:net';
import { copyTemplateTo } from '@bonisa/kit/database/embedded-template.test-kit';
import { afterAll, expect, it, vi } from 'vitest';
import {
  demo,
  freePorts,
  freshFolder,
  startProcess,
  waitUntil,
  waitUntilReady,
} from './process.test-kit.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const { folder, remove } = freshFolder();
afterAll(remove);

/** A request of which only a part has arrived, as of a film that is uploaded. */
async function heldRequest(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await new Promise<void>((resolve) =>
    socket.write('POST / HTTP/1.1\r\nhost: x\r\n', () => resolve()),
  );
  return socket;
}

const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    }).on('error', () => resolve(true));
  });

it('closes all listeners at once, also while a client is still connected to one of them', async () => {
  const ports = await freePorts();
  copyTemplateTo(folder);
  const running = startProcess(demo(ports, folder, { DRAIN_SECONDS: '0' }));
  await waitUntilReady(running, ports);
  const held = await heldRequest(ports.studio);
  let cut = false;
  held.on('close', () => {
    cut = true;
  });
  running.child.kill('SIGTERM');
  for (const port of [ports.studio, ports.site, ports.ops])
    await waitUntil('the listener has closed', running, () => isRefused(port));
  // A listener that waited for the studio's would have waited until the client was cut off.
  expect(cut).toBe(false);
  held.destroy();
  expect(await running.ended).toBe(0);
});
