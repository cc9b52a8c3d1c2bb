import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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
   * The simulated carrier's process, a child of the product's; `undefined` where the system does
   * not tell.
   */
  readonly carrierPid: number | undefined;
  /** From the start until it said that it was ready, in milliseconds. */
  readonly readyAfterMs: number;
  /** What it has written to its log. */
  readLog(): Promise<string>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts the product as `npm start` does, on free ports and with a `DATA_DIR` of its own, and waits
 * until it says that it is ready. Throws with the last lines of its log where it does not come up.
 */
export async function startProduct(options: {
  env: Record<string, string>;
  nodeArguments?: readonly string[];
}): Promise<RunningProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-bench-'));
  const logFile = join(folder, 'log');
  const [site, carrier] = [await freePort(2), await freePort(2)];
  const log = openSync(logFile, 'a');
  const began = performance.now();
  const child = spawn(process.execPath, [...(options.nodeArguments ?? []), ENTRY], {
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      PORT: String(site),
      OPS_PORT: String(site + 1),
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
    pid,
    carrierPid: childrenOf(pid)[0],
    readyAfterMs: Math.round(performance.now() - began),
    readLog: () => readFile(logFile, 'utf8'),
    stop,
  };
}

/**
 * Of one processor's time: less than this is the making of pictures that nobody waits for, a fifth
 * of one for many minutes.
 */
const CALM_SHARE = 0.35;
const CALM_AFTER_MS = 240_000;

/**
 * Waits until a product that was just started has come to rest: the demo's further clips are
 * painted while it is up.
 */
export async function untilCalm(pid: number): Promise<void> {
  const began = performance.now();
  for (let [before, calm] = [cpuOfTree(pid), 0]; calm < 6; ) {
    await wait(1000);
    const now = cpuOfTree(pid);
    // Where the system does not tell, there is nothing to wait for.
    if (now === undefined || before === undefined) return;
    calm = now - before < CALM_SHARE * 1000 ? calm + 1 : 0;
    before = now;
    if (performance.now() - began > CALM_AFTER_MS)
      throw new Error('the product does not come to rest');
  }
}

async function isReady(siteUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${siteUrl}/healthz/ready`)).ok;
  } catch {
    // Nobody listens yet.
    return false;
  }
}
