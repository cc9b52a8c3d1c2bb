import { setTimeout as wait } from 'node:timers/promises';
import { type CarrierSim, createCarrierSim } from './app.ts';
import { isToStart } from './command.ts';
import { readConfig } from './config.ts';

/** A simulator whose parent was killed is stopping and may hold the port for a moment. */
const LISTEN_TRIES = 40;
const LISTEN_PAUSE_MS = 250;

/**
 * Starts the simulated carriers from the environment. Stops at a signal, or when its parent process
 * is gone.
 */
async function main(): Promise<void> {
  // The product starts its simulator without arguments, and gives it all variables.
  if (!process.send && !isToStart(process.argv.slice(2), process.env)) return;
  const options = readConfig(process.env);
  const sim = await startWithPatience(() => createCarrierSim(options));
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    // An open channel to the parent would keep the process alive.
    sim.close().then(() => process.connected && process.disconnect(), fail);
  };
  process.once('SIGTERM', end);
  // With a parent that uses IPC, the parent handles Ctrl-C and then ends this process.
  process.on('SIGINT', () => {
    if (!process.send) end();
  });
  process.once('disconnect', end);
  process.send?.({ ready: true });
  if (process.send && !process.connected) end();
}

async function startWithPatience(create: () => Promise<CarrierSim>): Promise<CarrierSim> {
  for (let tries = 1; ; tries += 1) {
    const sim = await create();
    try {
      await sim.listen();
      return sim;
    } catch (error) {
      await sim.close();
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!taken || tries === LISTEN_TRIES) throw error;
      await wait(LISTEN_PAUSE_MS);
    }
  }
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
  // An open channel to the parent would keep the process alive.
  if (process.connected) process.disconnect();
}

main().catch(fail);
