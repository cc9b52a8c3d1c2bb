import type { ParseArgsOptionsConfig } from 'node:util';
import { type CommandInput, REFUSED_ARGUMENTS, readCommandLine } from '@bonisa/kit/command-line';

/** A program of the benchmarks as its help describes it. */
interface Program<Options extends ParseArgsOptionsConfig> {
  /** As in `npm run bench:NAME`. */
  readonly name: string;
  readonly about: string;
  /** Its own options; every program has `--json`, `--check` and `--help` too. */
  readonly options: Options;
  readonly meanings: Readonly<Record<string, string>>;
}

const OUTPUT_OPTIONS = {
  json: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
} as const;
const OUTPUT_MEANINGS = {
  '--json': 'figures as JSON on the standard output, all else on the error output',
  '--check': 'fails where a goal is missed',
};

/** Tells a person something, on the output that is not for figures. */
export type Say = (words: string) => void;

/** The options of a program of the benchmarks. Help and refused arguments end the process. */
export function readOptions<const Options extends ParseArgsOptionsConfig>({
  name,
  about,
  options,
  meanings,
}: Program<Options>): {
  readonly values: CommandInput<Options & typeof OUTPUT_OPTIONS>['values'];
  readonly say: Say;
} {
  const read = readCommandLine(
    {
      ...{ name: `bench:${name}`, about, usage: [`run bench:${name} -- [OPTION …]`] },
      options: { ...options, ...OUTPUT_OPTIONS },
      meanings: { ...meanings, ...OUTPUT_MEANINGS },
      variables: {},
      exits: {
        0: 'it measured',
        1: 'it could not, or a figure fails, as the options say',
      },
    },
    process.argv.slice(2),
  );
  if (read.kind === 'run') {
    const { values } = read;
    const { json } = values as { json?: boolean };
    return { values, say: json ? console.error : console.log };
  }
  (read.kind === 'help' ? console.log : console.error)(read.text);
  return process.exit(read.kind === 'help' ? 0 : REFUSED_ARGUMENTS);
}

/** Ends the process before it has begun, for the value of an option that cannot be used. */
export function refuseArguments(words: string): never {
  console.error(words);
  return process.exit(REFUSED_ARGUMENTS);
}

/** Reads a whole number of an option; refuses anything else, or less than `least`. */
export function wholeOption(name: string, text: string, least = 1): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least)
    refuseArguments(`--${name}: a whole number from ${least} on`);
  return value;
}
