import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Figure, goalInWords, isMet, ratioOf } from './goals.ts';
import { addToHistory, fallenOf, type PastRun, ratiosOf, readHistory } from './history.ts';
import { loadNow, machine } from './machine.ts';
import { readOptions, refuseArguments } from './program.ts';
import { shown } from './statistics.ts';
import { table } from './table.ts';

const ROOT = join(import.meta.dirname, '..');

/** The programs, as `npm run bench:NAME` starts them, and how they fit into the hour. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  page: ['--runs', '5'],
  playback: ['--runs', '5', '--minutes', '6'],
  subscribe: ['--only', 'postgres', '--concurrency', '16'],
  renewals: ['--subscribers', '500000', '--pace-seconds', '20'],
  'pages-server': [],
  live: [],
  glass: ['--seconds', '30'],
  renditions: [],
  search: [],
  fleet: ['--runs', '2', '--seconds', '4'],
  studio: ['--titles', '20000', '--subscribers', '20000', '--runs', '3'],
};
/** Those that can measure over a real line too. */
const ON_LINE = ['page', 'playback'];

const { values, say } = readOptions({
  name: 'all',
  about:
    'Runs every program of the benchmarks, and shows each goal with its figure and its comparison.',
  options: {
    only: { type: 'string', default: Object.keys(PROGRAMS).join(',') },
    line: { type: 'string' },
    history: { type: 'string' },
  },
  meanings: {
    '--only LIST': `of ${Object.keys(PROGRAMS).join(',')}`,
    '--line NAME': `measures ${ON_LINE.join(' and ')} over this real slow line too; as root`,
    '--history FILE':
      'keeps each ratio to its comparison; fails where one is a tenth worse than before',
  },
});

/** What a program printed, or that it failed. */
interface Result {
  readonly program: string;
  readonly figures: readonly Figure[];
  readonly hasFailed: boolean;
}

await main();

async function main(): Promise<void> {
  const names = values.only.split(',');
  const unknown = names.find((name) => !Object.hasOwn(PROGRAMS, name));
  if (unknown !== undefined) refuseArguments(`--only: there is no program '${unknown}'`);
  // A file that cannot be read is found out before the hour.
  const history = values.history === undefined ? [] : await readHistory(values.history);
  const at = new Date().toISOString();
  const results: Result[] = [];
  for (const name of names) {
    results.push(await run(name, name, PROGRAMS[name] ?? []));
    if (values.line !== undefined && ON_LINE.includes(name))
      results.push(await run(`${name} --line`, name, ['--line', values.line]));
  }
  say(`\n${page(results)}`);
  if (values.json) console.log(JSON.stringify({ at, machine: machine(), results }, null, 2));
  if (values.history !== undefined) await judge(results, history, { at, path: values.history });
  for (const { program } of results.filter(({ hasFailed }) => hasFailed)) {
    console.error(`FAILED: ${program}`);
    process.exitCode = 1;
  }
  const isMissed = results.some(({ figures }) => !figures.every(isMet));
  if (values.check && isMissed) process.exitCode = 1;
}

/** Runs a program and reads its figures; its tables and progress go to the error output. */
async function run(program: string, name: string, words: readonly string[]): Promise<Result> {
  console.error(`\n== ${program}`);
  const child = spawn('npm', ['run', '--silent', `bench:${name}`, '--', '--json', ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { program, figures: figuresIn(printed), hasFailed: code !== 0 };
}

/** The figures that a program printed; none where it ended before. */
function figuresIn(printed: string): Figure[] {
  if (printed.trim() === '') return [];
  const { figures } = JSON.parse(printed) as { figures: (Figure & { value: number | null })[] };
  // JSON has no word for a figure that could not be measured.
  return figures.map((figure) => ({ ...figure, value: figure.value ?? Number.NaN }));
}

/** Adds this run to the history, and fails for each figure that has fallen behind it. */
async function judge(
  results: readonly Result[],
  history: readonly PastRun[],
  { at, path }: { readonly at: string; readonly path: string },
): Promise<void> {
  const own = machine();
  for (const { program, figures } of results)
    for (const { key, before, now } of fallenOf(history, own, program, figures)) {
      console.error(
        `fallen: ${key}: ${shown(now)} times its comparison, ${shown(before)} in the last runs`,
      );
      process.exitCode = 1;
    }
  const ratios = Object.assign({}, ...results.map((one) => ratiosOf(one.program, one.figures)));
  if (Object.keys(ratios).length > 0) await addToHistory(path, { at, machine: own, ratios });
}

/** Every goal on a page. */
function page(results: readonly Result[]): string {
  const { cores, processor, memoryGB, node, system } = machine();
  const rows = results.flatMap(({ program, figures }) =>
    figures.map((figure) => [
      `${program}: ${figure.name}`,
      `${shown(figure.value)} ${figure.unit}`,
      goalInWords(figure),
      figure.beside ? `${shown(figure.beside.value)}, ${figure.beside.name}` : '',
      ratioOf(figure)?.toFixed(2) ?? '',
      isMet(figure) ? 'met' : 'MISSED',
    ]),
  );
  const missed = rows.filter((row) => row.at(-1) === 'MISSED').length;
  return [
    `${cores} cores (${processor}), ${memoryGB} GB, ${system}, Node ${node}, load ${loadNow()}`,
    `${rows.length - missed} goals met, ${missed} missed`,
    '',
    table(['goal', 'figure', 'asked', 'comparison', 'times', ''], rows),
  ].join('\n');
}
