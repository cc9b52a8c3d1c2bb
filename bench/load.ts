import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endChild } from './child.ts';

export type LoadGenerator<Order extends object, Report> = ReturnType<
  typeof startLoadGenerator<Order, Report>
>;

/** Starts a load generator's process from a module of this folder; `target` is told it first. */
export function startLoadGenerator<Order extends object, Report>(module: string, target?: object) {
  const child = fork(join(import.meta.dirname, module), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  if (target) child.send(target);
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error('the load generator ended by itself')),
  );
  ended.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    /** Throws where the generator could not work; errors of the product are in the report. */
    run: async (order: Order): Promise<Report> => {
      child.send(order);
      const answered = once(child, 'message') as Promise<[{ report?: Report; failure?: string }]>;
      const [{ report, failure }] = await Promise.race([answered, ended]);
      if (!report) throw new Error(`the load generator failed: ${failure}`);
      return report;
    },
    kill: () => child.kill('SIGKILL'),
    stop: () => endChild(child, { signal: 'SIGTERM', withinMs: 5000 }),
  };
}
