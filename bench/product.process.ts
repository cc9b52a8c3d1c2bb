import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../scripts/free-ports.ts';
import { endChild } from './child.ts';
import { childrenOf, cpuOfTree } from './machine.ts';

const ENTRY = join(import.meta.dirname, '../apps/server/src/main.ts');
const READY_WITHIN_MS = 180_000;

export interface RunningProduct {
  readonly siteUrl: string;
  readonly carrierUrl: string;
  readonly operationsUrl: string;
  readonly pid: number;
  /**
   * The simulated carrier's process, a child of the product; `undefined` if the system does not
   * report it.
   */
  readonly carrierPid: number | undefined;
  readonly studioUrl: string;
  /** What it has printed since its start. */
  output(): string;
  /** From the start to the ready message, in milliseconds. */
  readonly readyAfterMs: number;
  /** Ends the product and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts the product as `npm start` does, on free ports and with its own `DATA_DIR`, and waits
 * until it is ready. Throws with the last lines of its log if it does not become ready.
 */
export async function startProduct(options: {
  env: Record<string, string>;
}): Promise<RunningProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-bench-'));
  const logFile = join(folder, 'log');
  const [site, carrier] = [await freePort(3), await freePort(2)];
  const log = openSync(logFile, 'a');
  const began = performance.now();
  const child = spawn(process.execPath, [ENTRY], {
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH ?? '',
      ENV_FILE: 'none',
      NODE_ENV: 'production',
      PORT: String(site),
      OPS_PORT: String(site + 1),
      STUDIO_PORT: String(site + 2),
      CARRIER_SIM_PORT: String(carrier),
      DATA_DIR: join(folder, 'data'),
      DEMO_CLIPS: '1',
      ...options.env,
    },
  });
  closeSync(log);
  const stop = async (): Promise<void> => {
    await endChild(child, { signal: 'SIGTERM', withinMs: 20_000 });
    await rm(folder, { recursive: true, force: true });
  };
  const siteUrl = `http://127.0.0.1:${site}`;
  while (!(await isReady(siteUrl))) {
    const ended = child.exitCode !== null || child.signalCode !== null;
    if (ended || performance.now() - began > READY_WITHIN_MS) {
      const tail = readFileSync(logFile, 'utf8').split('\n').slice(-15).join('\n');
      await stop();
      throw new Error(
        `the product ${ended ? 'ended' : 'was not ready in time'}; its last lines:\n${tail}`,
      );
    }
    await wait(100);
  }
  const pid = child.pid ?? 0;
  return {
    siteUrl,
    carrierUrl: `http://127.0.0.1:${carrier}`,
    operationsUrl: `http://127.0.0.1:${site + 1}`,
    studioUrl: `http://localhost:${site + 2}`,
    output: () => readFileSync(logFile, 'utf8'),
    pid,
    carrierPid: childrenOf(pid)[0],
    readyAfterMs: Math.round(performance.now() - began),
    stop,
  };
}

/** The share of one processor that counts as idle. */
const IDLE_SHARE = 0.35;
const IDLE_WITHIN_MS = 240_000;

/** Waits until a new product is idle: it prepares the demo's further clips after the start. */
export async function waitUntilIdle(pid: number): Promise<void> {
  const began = performance.now();
  for (let [before, calm] = [cpuOfTree(pid), 0]; calm < 6; ) {
    await wait(1000);
    const now = cpuOfTree(pid);
    // Without figures from the system there is nothing to wait for.
    if (now === undefined || before === undefined) return;
    calm = now - before < IDLE_SHARE * 1000 ? calm + 1 : 0;
    before = now;
    if (performance.now() - began > IDLE_WITHIN_MS)
      throw new Error('the product does not come to rest');
  }
}

async function isReady(siteUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${siteUrl}/healthz/ready`)).ok;
  } catch {
    // The port is not open yet.
    return false;
  }
}
