import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

export const execute = promisify(execFile);

/** Asks a child to end, waits, and ends it by force where it does not: nothing may be left running. */
export async function endChild(child: ChildProcess, { signal, withinMs }: { signal: NodeJS.Signals; withinMs: number }): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const impatience = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await gone;
  clearTimeout(impatience);
}

/** So many ports in a row that nobody listens on at this moment. */
export async function freePorts(count: number): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const first = await listenable(0);
    if (first === undefined || first + count > 65_535) continue;
    const others = await Promise.all(Array.from({ length: count - 1 }, (_, index) => listenable(first + 1 + index)));
    if (others.every((port) => port !== undefined)) return first;
  }
  throw new Error(`no ${count} free ports in a row were found`);
}

/** The port if it is free (0: any free one), else `undefined`. */
function listenable(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}
