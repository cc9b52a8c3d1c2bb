/** A simulated carrier of the test's own: a child process on free ports, used only over HTTP. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-ports.ts';

export interface Simulator {
  url: string;
  stop(): Promise<void>;
}

const MAIN = join(import.meta.dirname, '../../apps/carrier-sim/src/main.ts');

/** Starts the simulator for the client with this public key, and resolves once it is ready. */
export async function startSimulator(client: {
  id: string;
  publicJwk: unknown;
}): Promise<Simulator> {
  const folder = mkdtempSync(join(tmpdir(), 'bonisa-conformance-'));
  // The next port is the mobile network's.
  const port = await freePort(2);
  const child = fork(MAIN, [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      CARRIER_SIM_PORT: String(port),
      DATA_DIR: folder,
      SITE_URL: 'http://127.0.0.1:9',
      PUBLIC_URL: 'http://127.0.0.1:9',
      ENRICHMENT_SECRET: 'conformance',
      CARRIER_CLIENT_ID: client.id,
      CARRIER_CLIENT_JWK: JSON.stringify(client.publicJwk),
      TEST_CLOCK: '1',
      LOG_LEVEL: 'silent',
    },
  });
  await ready(child);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    complaint += text;
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) =>
      reject(new Error(`The simulator ended with ${code} before it was ready. ${complaint}`)),
    );
  });
}
