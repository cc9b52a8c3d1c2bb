import type { CallStats } from './call-counter.ts';
import type { Comparison } from './comparison.ts';
import type { Figure } from './goals.ts';
import { median, shown } from './statistics.ts';
import { table } from './table.ts';

/**
 * Goals: charges end to end with a carrier that answers at once, in times of `pgbench` with 16
 * clients; what a charge may write; memory of each job process; the used share of a carrier's pace.
 */
const CHARGES_OF_PGBENCH = 1;
const MAX_WAL_BYTES = 5600;
const MAX_MEMORY_MB = 300;
const LEAST_SHARE_OF_PACE = 0.95;
/** What job processes did in a measurement. */
export interface Run {
  readonly charges: number;
  readonly seconds: number;
  /** The peak memory of each process, in MB. */
  readonly memory: readonly number[];
  /** The bytes of the database's log for each charge. */
  readonly walBytes: number;
  readonly stats: CallStats;
}

function rate({ charges, seconds }: Run): number {
  return charges / seconds;
}

/** The result of several paced runs. */
function pacedOf(slow: readonly Run[]) {
  const rates = slow.map(({ stats, seconds }) => stats.calls / seconds);
  return {
    most: Math.max(...slow.map(({ stats }) => stats.maxInSecond)),
    least: Math.min(...rates),
    median: median(rates),
  };
}

interface Figures {
  readonly beside: readonly Comparison[];
  readonly fast: Run;
  readonly slow: readonly Run[];
  readonly balanced: boolean;
}

/** The figures as a table. */
export function report({ beside, fast, slow, balanced }: Figures, pace: number): string {
  const { most, least, median: middle } = pacedOf(slow);
  const memory = [fast, ...slow].flatMap((run) => run.memory);
  const rows = [
    [
      'charges a second, a carrier that answers at once',
      shown(rate(fast)),
      `${fast.charges} in ${fast.seconds.toFixed(1)} s`,
    ],
    [
      `calls a second, a carrier of ${pace}, ${slow.length} runs`,
      shown(middle),
      `at least ${shown(least)}; at most ${most} in any second`,
    ],
    ['WAL of a charge, bytes', shown(fast.walBytes), ''],
    ['most memory of a process, MB', shown(Math.max(...memory)), fast.memory.join(', ')],
    ...beside.map(({ name, perSecond, walBytes = 0 }) => [
      name,
      shown(perSecond),
      `transactions a second, ${shown(walBytes)} bytes of WAL each`,
    ]),
    ['the ledger balances, one entry a charge', balanced ? 'yes' : 'NO', ''],
  ];
  return table(['what', 'figure', ''], rows);
}

/** The figures with what is asked of them. */
export function goalsOf({ beside, fast, slow, balanced }: Figures, pace: number): Figure[] {
  const { most, least } = pacedOf(slow);
  const pgbench = beside.find(({ name }) => name.endsWith('16 clients'));
  const charges = { name: 'charges', value: rate(fast), unit: 'a second' };
  return [
    // Without pgbench on this machine there is nothing to compare with.
    ...(pgbench
      ? [
          {
            ...charges,
            goal: { atLeast: CHARGES_OF_PGBENCH, of: 'comparison' } as const,
            beside: { name: pgbench.name, value: pgbench.perSecond },
          },
        ]
      : []),
    {
      name: 'WAL of a charge',
      value: fast.walBytes,
      unit: 'bytes',
      goal: { atMost: MAX_WAL_BYTES },
    },
    {
      name: 'most memory of a job process',
      value: Math.max(...[fast, ...slow].flatMap((run) => run.memory)),
      unit: 'MB',
      goal: { atMost: MAX_MEMORY_MB },
    },
    {
      name: `most calls in any second, a carrier of ${pace}`,
      value: most,
      unit: 'calls',
      goal: { atMost: pace },
    },
    {
      name: `calls, a carrier of ${pace}`,
      value: least,
      unit: 'a second',
      goal: { atLeast: pace * LEAST_SHARE_OF_PACE },
    },
    { name: 'ledgers out of balance', value: balanced ? 0 : 1, unit: '', goal: { atMost: 0 } },
  ];
}
