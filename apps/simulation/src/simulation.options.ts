import type { parseArgs } from 'node:util';
import { type Fault, readFaults } from './faults.ts';

export interface SimulationOptions {
  readonly seed: string;
  readonly subscribers: number;
  readonly days: number;
  readonly faults: ReadonlySet<Fault>;
  /** As it was given, for the line that replays a run. */
  readonly faultNames: string;
  readonly crashes: boolean;
  /**
   * Ends after this day rather than after the last: to come to a violation sooner when it is
   * replayed.
   */
  readonly untilDay: number;
  /**
   * Stops the clock at every single due time instead of every few minutes: exact, and for few
   * subscribers only.
   */
  readonly exact: boolean;
  readonly verbose: boolean;
}

export const DEFAULT_OPTIONS: SimulationOptions = {
  seed: '1',
  subscribers: 2000,
  days: 60,
  faults: readFaults('all'),
  faultNames: 'all',
  crashes: true,
  untilDay: 60,
  exact: false,
  verbose: false,
};

/** The options as the command line has them. */
export const OPTIONS = {
  seed: { type: 'string', default: DEFAULT_OPTIONS.seed },
  subscribers: { type: 'string', default: String(DEFAULT_OPTIONS.subscribers) },
  days: { type: 'string', default: String(DEFAULT_OPTIONS.days) },
  faults: { type: 'string', default: DEFAULT_OPTIONS.faultNames },
  crashes: { type: 'string', default: 'on' },
  'until-day': { type: 'string' },
  exact: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** Reads the values of the options. Throws an error with one sentence for what cannot be used. */
export function readOptions(values: Values): SimulationOptions {
  if (values.crashes !== 'on' && values.crashes !== 'off')
    throw new RangeError('--crashes: on or off');
  const days = wholeNumber('--days', values.days, 2, 3650);
  return {
    seed: values.seed,
    subscribers: wholeNumber('--subscribers', values.subscribers, 1, 1_000_000),
    days,
    faults: readFaults(values.faults),
    faultNames: values.faults,
    crashes: values.crashes === 'on',
    untilDay:
      values['until-day'] === undefined
        ? days
        : wholeNumber('--until-day', values['until-day'], 1, days),
    exact: values.exact,
    verbose: values.verbose,
  };
}

/** The command that makes the same run again. */
export function commandOf(
  { seed, subscribers, days, faultNames, crashes, exact }: SimulationOptions,
  untilDay?: number,
): string {
  const until = untilDay === undefined ? '' : ` --until-day ${untilDay}`;
  return `npm run simulate -- --seed ${seed} --subscribers ${subscribers} --days ${days} --faults ${faultNames} --crashes ${crashes ? 'on' : 'off'}${exact ? ' --exact' : ''}${until}`;
}

function wholeNumber(name: string, text: string, from: number, to: number): number {
  const value = /^[0-9]{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= from && value <= to))
    throw new RangeError(`${name}: a whole number from ${from} to ${to}`);
  return value;
}
