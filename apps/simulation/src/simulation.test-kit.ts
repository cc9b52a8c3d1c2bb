import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { readFaults } from './faults.ts';
import { DEFAULT_OPTIONS, type SimulationOptions } from './simulation.options.ts';
import { type SimulationParts, type SimulationResult, simulate } from './simulation.ts';
import { violationInWords } from './summary.ts';

export interface RunOptions
  extends Partial<Omit<SimulationOptions, 'faults' | 'faultNames'>>,
    Omit<SimulationParts, 'options' | 'open'> {
  readonly faults?: string;
  /**
   * Statements that are run on the empty database before: for what a broken product needs in order
   * to be broken.
   */
  readonly prepare?: readonly string[];
}

/** One run on a database of its own; as many days as are asked for. */
export async function run({
  faults = 'none',
  prepare = [],
  broken,
  retrySchedule,
  sabotage,
  carrier,
  goesOn,
  stride = 1,
  ...options
}: RunOptions): Promise<SimulationResult> {
  const open = await createTestDatabase();
  try {
    for (const statement of prepare) await open.db.execute(statement);
    const all = {
      ...DEFAULT_OPTIONS,
      crashes: false,
      ...options,
      faults: readFaults(faults),
      faultNames: faults,
    };
    return await simulate({
      open,
      stride,
      options: { ...all, untilDay: options.untilDay ?? all.days },
      ...(goesOn ? { goesOn } : {}),
      ...(broken ? { broken } : {}),
      ...(retrySchedule ? { retrySchedule } : {}),
      ...(sabotage ? { sabotage } : {}),
      ...(carrier ? { carrier } : {}),
    });
  } finally {
    await open.close();
  }
}

/**
 * The violations of a run in words, with the command that shows them again: '' where everything
 * held.
 */
export function violationsOf(
  { violations }: SimulationResult,
  options: Partial<SimulationOptions>,
): string {
  return violations
    .flatMap((violation) => violationInWords(violation, { ...DEFAULT_OPTIONS, ...options }))
    .join('\n');
}
