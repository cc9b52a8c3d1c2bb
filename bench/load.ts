import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endChild } from './child.ts';
import type { LoadOrder, LoadReport } from './load.process.ts';

export interface LoadGenerator {
  readonly pid: number;
  run(order: LoadOrder): Promise<LoadReport>;
  stop(): Promise<void>;
}

/** Starts the load generator's process. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'load.process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return {
    pid: child.pid ?? 0,
    run: async (order) => {
      child.send(order);
      const answered = once(child, 'message') as Promise<
        [{ report?: LoadReport; failure?: string }]
      >;
      const ended = once(child, 'exit').then(() =>
        Promise.reject(new Error('the load generator ended by itself')),
      );
      ended.catch(() => undefined);
      const [{ report, failure }] = await Promise.race([answered, ended]);
      if (!report) throw new Error(`the load generator failed: ${failure}`);
      return report;
    },
    stop: () => endChild(child, { signal: 'SIGTERM', withinMs: 5_000 }),
  };
}
