import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The simulator's entry, met as a process and over HTTP only: nothing of it is imported. */
const ENTRY = join(import.meta.dirname, '../../../apps/carrier-sim/src/main.ts');
/** A second by itself; a machine that is busy with much else takes minutes. */
const READY_WITHIN_MS = 300_000;
const STOP_WITHIN_MS = 5_000;

export interface SimulatedCarrier {
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
}

export interface SimulatedCarrierOptions {
  readonly env: Record<string, string>;
  /** It ended without being asked to. */
  readonly onLost: (code: number | null) => void;
}

/**
 * Starts the simulated carrier as a child process and waits until it answers. It ends itself when
 * this process is gone.
 */
export async function startSimulatedCarrier({
  env,
  onLost,
}: SimulatedCarrierOptions): Promise<SimulatedCarrier> {
  const child = fork(ENTRY, [], {
    env: {
      PATH: process.env.PATH ?? '',
      // An empty one would be the working folder.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  let stopping = false;
  child.once('exit', (code) => {
    if (!stopping) onLost(code);
  });
  try {
    await untilReady(child);
  } catch (error) {
    // It would keep this process, which cannot start, alive.
    stopping = true;
    child.kill('SIGKILL');
    throw error;
  }
  return {
    stop: async () => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await gone;
      clearTimeout(impatience);
    },
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('the simulated carrier did not start in time')),
      READY_WITHIN_MS,
    );
    child.once('exit', (code) =>
      reject(
        new Error(
          `the simulated carrier could not start (exit code ${code}); see its own line above`,
        ),
      ),
    );
    child.on('message', (message) => {
      if (typeof message !== 'object' || message === null || !('ready' in message)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
