import { startLoadGenerator } from './load.ts';
import type { ReadsOrder, ReadsReport } from './reads.process.ts';
import { median } from './statistics.ts';

export interface Reader {
  /** Throws if an answer is missing or no success: figures with failures are meaningless. */
  read(order: ReadsOrder): Promise<ReadsReport>;
  stop(): Promise<void>;
}

/** Starts the reading process. */
export function startReader(): Reader {
  const { run, stop } = startLoadGenerator<ReadsOrder, ReadsReport>('reads.process.ts');
  return {
    read: async (order) => {
      const report = await run(order);
      if (report.failed > 0)
        throw new Error(
          `${report.failed} answers of ${order.origin} were no success, the first ${report.failure}`,
        );
      return report;
    },
    stop,
  };
}

/** Combines several runs: the median of each figure. */
export function medianOf(reports: readonly ReadsReport[]): ReadsReport {
  const of = (name: Exclude<keyof ReadsReport, 'share' | 'failure'>): number =>
    median(reports.map((report) => report[name]));
  const shares = reports.map(({ share }) => share).filter((share) => share !== undefined);
  return {
    answers: of('answers'),
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    bytesPerSecond: of('bytesPerSecond'),
    failed: of('failed'),
    failure: undefined,
    share: shares.length > 0 ? median(shares) : undefined,
  };
}
