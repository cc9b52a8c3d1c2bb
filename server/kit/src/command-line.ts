/**
 * The command line of every program of the product: help, named refusals, and the variables of
 * `.env`. A program describes itself once, and the description is its help.
 */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type EnvFile, EnvFileError, readEnvFile } from './env-file.ts';

/** Exit code of a program whose arguments cannot be used. */
export const REFUSED_ARGUMENTS = 2;

/** A program as its help describes it. */
export interface Command<Options extends ParseArgsOptionsConfig = ParseArgsOptionsConfig> {
  /** As in `npm run NAME`. */
  readonly name: string;
  readonly about: string;
  /** What follows `npm`, one line for each form. */
  readonly usage: readonly string[];
  /** The options; `--help` is added. */
  readonly options?: Options;
  /** The most arguments that are no options; none without it. */
  readonly arguments?: number;
  /** The names of those that must be there, in their order. */
  readonly required?: readonly string[];
  /** Arguments and options, in words. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** The variables that matter, in words; docs/configuration.md has all of them. */
  readonly variables: Readonly<Record<string, string>>;
  /** What each exit code means; that of refused arguments is added. */
  readonly exits: Readonly<Record<number, string>>;
}

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; strict: true; allowPositionals: true }>
>['values'];

/** What a person asked of a program. */
export type CommandLine<Options extends ParseArgsOptionsConfig> =
  | {
      readonly kind: 'run';
      readonly values: Values<Options>;
      readonly positionals: readonly string[];
    }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string };

/** Reads arguments. It never throws for what a person typed. */
export function readCommandLine<Options extends ParseArgsOptionsConfig>(
  command: Command<Options>,
  args: readonly string[],
): CommandLine<Options> {
  const help = { help: { type: 'boolean', short: 'h' } } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...(command.options as Options), ...help },
    });
    if ((values as { help?: boolean }).help) return { kind: 'help', text: helpOf(command) };
    const unknown = positionals[command.arguments ?? 0];
    if (unknown !== undefined) return refused(command, `Unexpected argument '${unknown}'`);
    const missing = command.required?.[positionals.length];
    if (missing !== undefined) return refused(command, `${missing} is missing`);
    return { kind: 'run', values: values as Values<Options>, positionals };
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ', 1);
    return refused(command, sentence);
  }
}

/** What there is to run: the arguments, and the file of variables that was read. */
export interface CommandInput<Options extends ParseArgsOptionsConfig> {
  readonly values: Values<Options>;
  readonly positionals: readonly string[];
  readonly file: EnvFile;
}

/**
 * Reads this program's arguments and `.env`. Undefined where there is nothing to run: the help is
 * printed, or the refusal with its exit code.
 */
export function commandLineOf<Options extends ParseArgsOptionsConfig>(
  command: Command<Options>,
): CommandInput<Options> | undefined {
  const commandLine = readCommandLine(command, process.argv.slice(2));
  if (commandLine.kind === 'help') process.stdout.write(`${commandLine.text}\n`);
  if (commandLine.kind === 'refused') {
    console.error(commandLine.text);
    process.exitCode = REFUSED_ARGUMENTS;
  }
  const file = commandLine.kind === 'run' ? envFileOf(command) : undefined;
  return commandLine.kind === 'run' && file ? { ...commandLine, file } : undefined;
}

function envFileOf({ name }: Command): EnvFile | undefined {
  try {
    const file = readEnvFile();
    for (const line of file.warnings) console.error(`${name}: ${line}`);
    return file;
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error;
    console.error(`${name}: ${error.message}`);
    process.exitCode = 1;
    return undefined;
  }
}

function refused(command: Command, problem: string): CommandLine<never> {
  return {
    kind: 'refused',
    text: `${command.name}: ${problem}\n${usageOf(command)}\nMore: ${asTyped(`run ${command.name} -- --help`)}`,
  };
}

function usageOf({ name, usage }: Command): string {
  // `deploy/bonisa` has no `jobs`: there a unit or a container sets ROLE.
  const lines = usage.filter((line) => !process.env.BONISA_LAUNCHER || line.includes(name));
  return lines.map((line, i) => `${i === 0 ? 'usage:' : '      '} ${asTyped(line)}`).join('\n');
}

/**
 * What a person types: `npm run backup -- FILE`, or `bonisa backup FILE` where `deploy/bonisa` has
 * started the program, because npm is in no image.
 */
function asTyped(line: string): string {
  const launcher = process.env.BONISA_LAUNCHER;
  if (!launcher) return `npm ${line}`;
  return `${launcher} ${line.replace(/^run (?:-s )?/, '').replace(' -- ', ' ')}`;
}

function helpOf(command: Command): string {
  const { about, meanings = {}, variables, exits } = command;
  const parts = [
    usageOf(command),
    about,
    sectionOf('arguments', { ...meanings, '--help, -h': 'prints this text' }),
    sectionOf('variables, from the environment or .env (all: docs/configuration.md)', variables),
    sectionOf('exit codes', { ...exits, [REFUSED_ARGUMENTS]: 'the arguments are refused' }),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function sectionOf(title: string, entries: Readonly<Record<string, string>>): string {
  const names = Object.keys(entries);
  if (names.length === 0) return '';
  const width = Math.max(...names.map((name) => name.length)) + 2;
  return [`${title}:`, ...names.map((name) => `  ${name.padEnd(width)}${entries[name]}`)].join(
    '\n',
  );
}
