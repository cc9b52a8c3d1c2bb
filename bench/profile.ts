import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningProduct } from './product.process.ts';

interface Profiles {
  /**
   * Stops the profiles and writes them, for Chromium's developer tools or `node
   * bench/profile.top.ts`.
   */
  write(): Promise<void>;
}

/** On a signal, Node opens its inspector on this port; the server itself uses a port of its own. */
const SIGNALLED_PORT = 9229;

/**
 * Profiles server and simulator from here on. The server must have been started with `--inspect`.
 */
export async function startProfiles(
  folder: string,
  name: string,
  product: RunningProduct,
): Promise<Profiles> {
  await mkdir(folder, { recursive: true });
  const parts = [{ part: 'server', address: await inspectorIn(product) }];
  if (product.carrierPid !== undefined) {
    process.kill(product.carrierPid, 'SIGUSR1');
    parts.push({ part: 'simulator', address: await inspectorAt(SIGNALLED_PORT) });
  }
  const running = await Promise.all(
    parts.map(async ({ part, address }) => ({ part, profile: await startProfile(address) })),
  );
  return {
    write: async () => {
      for (const { part, profile } of running)
        await writeFile(
          join(folder, `${name.toLowerCase()}-${part}.cpuprofile`),
          JSON.stringify(await profile()),
        );
    },
  };
}

/** The server logs its inspector's address. */
async function inspectorIn(product: RunningProduct): Promise<string> {
  const address = /ws:\/\/\S+/.exec(await product.readLog())?.[0];
  if (!address) throw new Error('the server told no inspector');
  return address;
}

async function inspectorAt(port: number): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
        webSocketDebuggerUrl: string;
      }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch {
      // The inspector is still opening.
    }
    await wait(100);
  }
  throw new Error(`no inspector answers on port ${port}`);
}

async function startProfile(address: string): Promise<() => Promise<unknown>> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('the inspector could not be reached')));
  });
  let last = 0;
  const ask = (method: string): Promise<{ profile?: unknown }> => {
    const id = ++last;
    return new Promise((resolve) => {
      const listen = (event: MessageEvent): void => {
        const message = JSON.parse(String(event.data)) as {
          id?: number;
          result?: { profile?: unknown };
        };
        if (message.id !== id) return;
        socket.removeEventListener('message', listen);
        resolve(message.result ?? {});
      };
      socket.addEventListener('message', listen);
      socket.send(JSON.stringify({ id, method }));
    });
  };
  await ask('Profiler.enable');
  await ask('Profiler.start');
  return async () => {
    const { profile } = await ask('Profiler.stop');
    socket.close();
    return profile;
  };
}
