import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Figure, isMoreBetter, ratioOf } from './goals.ts';
import type { Machine } from './machine.ts';
import { median } from './statistics.ts';

/** A run of all benchmarks, as a line of the history has it. */
export interface PastRun {
  /** When it began, as ISO 8601. */
  readonly at: string;
  readonly machine: Machine;
  /** By the program and the figure: how many times its comparison it was. */
  readonly ratios: Readonly<Record<string, number>>;
}

/** A figure of this run that has fallen behind those before it. */
export interface Fallen {
  readonly key: string;
  readonly before: number;
  readonly now: number;
}

/** Runs before this one that it is compared with; their median is hardly noise. */
const RUNS = 5;
/** Issue 'Honest speed', section 3: a figure that falls by a tenth against its comparison. */
const MOST_LOSS = 0.1;

/** How a figure is named in the history. */
export function keyOf(program: string, { name }: Figure): string {
  return `${program}: ${name}`;
}

/** What the history keeps of a program's figures: the ratios of those that have a comparison. */
export function ratiosOf(program: string, figures: readonly Figure[]): Record<string, number> {
  return Object.fromEntries(
    figures.flatMap((figure) => {
      const ratio = ratioOf(figure);
      return ratio !== undefined && Number.isFinite(ratio) ? [[keyOf(program, figure), ratio]] : [];
    }),
  );
}

/**
 * The figures whose ratio is worse by more than a tenth than the median of the last runs on such a
 * machine. Without a run before, none.
 */
export function fallenOf(
  history: readonly PastRun[],
  machine: Machine,
  program: string,
  figures: readonly Figure[],
): Fallen[] {
  const like = history.filter(
    (run) => run.machine.processor === machine.processor && run.machine.cores === machine.cores,
  );
  return figures.flatMap((figure) => {
    const key = keyOf(program, figure);
    const now = ratioOf(figure);
    const earlier = like
      .flatMap(({ ratios }) => (ratios[key] === undefined ? [] : [ratios[key]]))
      .slice(-RUNS);
    if (now === undefined || earlier.length === 0) return [];
    const before = median(earlier);
    const isWorse = isMoreBetter(figure)
      ? now < before * (1 - MOST_LOSS)
      : now > before * (1 + MOST_LOSS);
    return isWorse ? [{ key, before, now }] : [];
  });
}

/** The runs in a history file, oldest first; none without a file. Throws for another line. */
export async function readHistory(path: string): Promise<PastRun[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      const run = parsed(line);
      if (!isRun(run)) throw new Error(`${path}: line ${index + 1} is no run`);
      return run;
    });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Whether a line of the file has what {@link fallenOf} reads of it, after the hour. */
function isRun(value: unknown): value is PastRun {
  const { machine, ratios } = (value ?? {}) as Partial<PastRun>;
  const isOfMachine = typeof machine?.processor === 'string' && typeof machine.cores === 'number';
  return isOfMachine && Object.values(ratios ?? { none: '' }).every(Number.isFinite);
}

/** Adds a run as the last line. */
export async function addToHistory(path: string, run: PastRun): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await appendFile(path, `${JSON.stringify(run)}\n`);
}
