import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endChild } from './child.ts';
import type { ReadsOrder, ReadsReport } from './reads.process.ts';
import { median } from './statistics.ts';

export interface Reader {
  /** Throws if an answer is missing or no success: figures with failures are meaningless. */
  read(order: ReadsOrder): Promise<ReadsReport>;
  stop(): Promise<void>;
}

/** Starts the reading process. */
export function startReader(): Reader {
  const child = fork(join(import.meta.dirname, 'reads.process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error('the process that reads ended by itself')),
  );
  ended.catch(() => undefined);
  return {
    read: async (order) => {
      child.send(order);
      const answered = once(child, 'message') as Promise<
        [{ report?: ReadsReport; failure?: string }]
      >;
      const [{ report, failure }] = await Promise.race([answered, ended]);
      if (!report) throw new Error(`the process that reads failed: ${failure}`);
      if (report.failed > 0)
        throw new Error(
          `${report.failed} of the answers of ${order.origin}${order.paths[0]} … were none or no success`,
        );
      return report;
    },
    stop: () => endChild(child, { signal: 'SIGTERM', withinMs: 5_000 }),
  };
}

/** Combines several runs: the median of each figure. */
export function medianOf(reports: readonly ReadsReport[]): ReadsReport {
  const of = (name: Exclude<keyof ReadsReport, 'share'>): number =>
    median(reports.map((report) => report[name]));
  const shares = reports.map(({ share }) => share).filter((share) => share !== undefined);
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    bytesPerSecond: of('bytesPerSecond'),
    failed: of('failed'),
    share: shares.length > 0 ? median(shares) : undefined,
  };
}
