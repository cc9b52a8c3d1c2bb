import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

export const execute = promisify(execFile);

/** Asks a child process to end, waits, and kills it if it does not: no process may stay behind. */
export async function endChild(
  child: ChildProcess,
  { signal, withinMs }: { signal: NodeJS.Signals; withinMs: number },
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  const impatience = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await gone;
  clearTimeout(impatience);
}
