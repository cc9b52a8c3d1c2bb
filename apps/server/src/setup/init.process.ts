import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseEnv } from 'node:util';
import { type Command, commandLineOf, REFUSED_ARGUMENTS } from '@bonisa/kit/command-line';
import { checkConfig } from './check-config.ts';
import {
  type Answers,
  composeInstallation,
  type Installation,
  unitsInstallation,
} from './installation.ts';
import { tableOf } from './report.ts';

const DEPLOY = join(import.meta.dirname, '../../../../deploy');

const COMMAND = {
  name: 'init',
  about: `Writes the files of a new installation: variables with fresh secrets, the key that the carrier
knows us by, nginx with the names and a brand to fill in. It asks for what no option says, then
checks the configuration. It never writes over a file.`,
  usage: ['run init', 'run init -- --out FOLDER --name NAME --site HOST …'],
  options: {
    out: { type: 'string' },
    compose: { type: 'boolean', default: false },
    name: { type: 'string' },
    site: { type: 'string' },
    studio: { type: 'string' },
    database: { type: 'string' },
    files: { type: 'string' },
    carrier: { type: 'string' },
  },
  meanings: {
    '--out': 'the folder of the files: /etc/bonisa, with --compose deploy/ of this release',
    '--compose': 'for containers; the others are for systemd',
    '--name': 'the name of the service, at most 20 signs',
    '--site, --studio': 'the two names, such as watch.example.org (and studio.example.org)',
    '--database': 'DATABASE_URL, not with --compose',
    '--files': 'FILE_STORE, not with --compose (file:///srv/bonisa-files)',
    '--carrier': "CARRIER_URL, the carrier's address",
  },
  variables: { none: 'options say all' },
  exits: { 0: 'the files are written; the table says what is missing', 1: 'nothing is written' },
} as const satisfies Command;

const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** What is asked: the option, the question, what a value must be, and the value without one. */
const QUESTIONS = {
  name: ['Name of the service', (text: string) => text.trim().length > 0 && text.length <= 20],
  site: ['Name of the site, such as watch.example.org', (text: string) => HOST.test(text)],
  database: [
    'Database (DATABASE_URL)',
    (text: string) => /^postgres(?:ql)?:$/.test(URL.parse(text)?.protocol ?? ''),
    'postgres://bonisa:PASSWORD@127.0.0.1/bonisa',
  ],
  files: [
    'Files (FILE_STORE)',
    (text: string) => /^(?:file|s3):$/.test(URL.parse(text)?.protocol ?? ''),
    'file:///srv/bonisa-files',
  ],
  carrier: [
    "The carrier's address (CARRIER_URL)",
    (text: string) => URL.parse(text)?.protocol === 'https:',
  ],
} as const satisfies Record<string, readonly [string, (text: string) => boolean, string?]>;
type Question = keyof typeof QUESTIONS;

const say = (text: string) => process.stdout.write(`${text}\n`);

const asked = commandLineOf(COMMAND);
if (asked) {
  try {
    await init(asked.values);
  } catch (error) {
    console.error(`init: ${error instanceof Error ? error.message : error}`);
    process.exitCode ||= 1;
  }
}

type Given = NonNullable<typeof asked>['values'];

async function init(given: Given): Promise<void> {
  const isCompose = given.compose;
  const out = resolve(
    process.env.INIT_CWD ?? '.',
    given.out ?? (isCompose ? DEPLOY : '/etc/bonisa'),
  );
  const needed: Question[] = isCompose
    ? ['name', 'site', 'carrier']
    : ['name', 'site', 'database', 'files', 'carrier'];
  const values = await answersTo(needed, given);
  const studio = given.studio ?? `studio.${values.site.replace(/^(?:watch|www)\./, '')}`;
  if (!HOST.test(studio)) throw refusal(`--studio: '${studio}' is not what it must be`);
  const answers: Answers = { database: '', files: '', ...values, studio };
  const template = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');
  const made = isCompose
    ? composeInstallation(answers, template)
    : unitsInstallation(answers, out, template);
  write(out, made);
  say(`\nThe carrier is given our public key:\n${made.publicKey}\n`);
  if (isCompose) return;
  const env = (name: string) => parseEnv(readFileSync(join(out, name), 'utf8'));
  const unit = { ROLE: 'jobs', DATA_DIR: '/var/lib/bonisa/jobs' };
  const variables = { ...unit, ...env('production.env'), ...env('jobs.env') };
  say(tableOf(await checkConfig(variables)));
  say(`\nFill in ${join(out, 'production.env')}, then: bonisa --unit jobs check-config`);
}

function write(out: string, { files }: Installation): void {
  const taken = files.map(({ path }) => join(out, path)).filter((path) => existsSync(path));
  if (taken.length > 0) throw new Error(`${taken.join(', ')}: is there already`);
  for (const { path, text, isSecret } of files) {
    const file = join(out, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    writeFileSync(file, text, { mode: isSecret ? 0o600 : 0o644, flag: 'wx' });
    say(`written: ${file}`);
  }
}

/** The values of options, and of those that are missing what a person types. */
async function answersTo(
  names: readonly Question[],
  given: Given,
): Promise<Record<'name' | 'site' | 'carrier', string> & { database?: string; files?: string }> {
  const answers: Partial<Record<Question, string>> = {};
  for (const name of names) {
    const value = given[name];
    if (value === undefined) continue;
    if (!QUESTIONS[name][1](value)) throw refusal(`--${name}: '${value}' is not what it must be`);
    answers[name] = value;
  }
  const open = names.filter((name) => answers[name] === undefined);
  if (open.length > 0 && !process.stdin.isTTY)
    throw refusal(
      `${open.map((name) => `--${name}`).join(', ')}: missing, and nobody can be asked`,
    );
  const terminal =
    open.length > 0 ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;
  for (const name of open) {
    const [question, holds, otherwise] = QUESTIONS[name] as readonly [
      string,
      (text: string) => boolean,
      string?,
    ];
    const shown = otherwise ? `${question} [${otherwise}]: ` : `${question}: `;
    while (answers[name] === undefined) {
      const typed = (await terminal?.question(shown))?.trim() || otherwise || '';
      if (holds(typed)) answers[name] = typed;
      else say(`'${typed}' is not what it must be.`);
    }
  }
  terminal?.close();
  return answers as Record<Question, string>;
}

function refusal(message: string): Error {
  process.exitCode = REFUSED_ARGUMENTS;
  return new Error(message);
}
