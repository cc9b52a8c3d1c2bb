import { machine } from './machine.ts';
import { shown } from './statistics.ts';

/** A figure of a measurement, what it is compared to, and what is asked of it. */
export interface Figure {
  /** What is measured; no other figure of the program has this name. */
  readonly name: string;
  readonly value: number;
  /** 'ms', 'kB', 'a second' ... */
  readonly unit: string;
  readonly goal: Goal;
  /** Another program, or the least that is possible, in the same run and unit. */
  readonly beside?: { readonly name: string; readonly value: number };
}

/** A limit of the figure itself, or of how many times its comparison it is. */
export type Goal = ({ readonly atMost: number } | { readonly atLeast: number }) & {
  readonly of?: 'comparison';
};

/** How many times its comparison a figure is; `undefined` without one. */
export function ratioOf({ value, beside }: Figure): number | undefined {
  return beside && value / beside.value;
}

/** Whether a larger figure is the better one. */
export function isMoreBetter({ goal }: Figure): boolean {
  return 'atLeast' in goal;
}

/** Whether a figure is what was asked. One that could not be measured (`NaN`) is not. */
export function isMet(figure: Figure): boolean {
  const { goal } = figure;
  const judged = goal.of === 'comparison' ? (ratioOf(figure) ?? Number.NaN) : figure.value;
  return 'atMost' in goal ? judged <= goal.atMost : judged >= goal.atLeast;
}

/** A goal in words, such as 'at most 1.9 times pgbench'. */
export function goalInWords({ goal, unit, beside }: Figure): string {
  const limit =
    'atMost' in goal ? `at most ${amount(goal.atMost)}` : `at least ${amount(goal.atLeast)}`;
  return goal.of === 'comparison' ? `${limit} times ${beside?.name}` : `${limit} ${unit}`;
}

/**
 * Ends a program of the benchmarks: with `json` the figures and all that it measured on the
 * standard output; the figures that miss their goal on the error output, for which it fails with
 * `check`.
 */
export function conclude(
  { json, check }: { readonly json: boolean; readonly check: boolean },
  figures: readonly Figure[],
  measured: object,
): void {
  if (json) console.log(JSON.stringify({ machine: machine(), figures, ...measured }, null, 2));
  const missed = figures.filter((figure) => !isMet(figure));
  for (const figure of missed) {
    const ratio = ratioOf(figure);
    const times = ratio === undefined ? '' : ` (${ratio.toFixed(2)} times ${figure.beside?.name})`;
    console.error(
      `missed: ${figure.name}: ${amount(figure.value)} ${figure.unit}${times}, ${goalInWords(figure)}`,
    );
  }
  if (check && missed.length > 0) process.exitCode = 1;
}

/** A goal as it was set, a figure with three digits. */
function amount(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en-GB') : shown(value);
}
