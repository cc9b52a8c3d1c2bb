import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Command, commandLineOf } from '@bonisa/kit/command-line';
import {
  MORE_PORTS,
  portsFrom,
  type TrialPorts,
  trialConfiguration,
} from './trial-configuration.ts';
import { postgresPrograms, startTrialPostgres } from './trial-postgres.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const LAUNCHER = join(ROOT, 'deploy/bonisa');
const SIMULATOR = join(ROOT, 'apps/carrier-sim/src/main.ts');
const NGINX = '/usr/sbin/nginx';
const ROLES = ['jobs', 'api', 'pages'] as const;
const READY_MS = 120_000;

const COMMAND = {
  name: 'trial',
  about: `Runs a production on this machine, to try it: PostgreSQL, a folder of files, jobs, calls and
pages in processes of their own, nginx with TLS, and the simulated carrier, which has handsets to
sign up with. What it stores stays for the next start. Ctrl-C stops all of it.`,
  usage: ['run trial', 'run trial -- --folder FOLDER --port PORT --database URL'],
  options: {
    folder: { type: 'string', default: 'var/trial' },
    port: { type: 'string', default: '8443' },
    database: { type: 'string' },
  },
  meanings: {
    '--folder': 'where it stores all of it (var/trial)',
    '--port': `of the site and the studio; the ${MORE_PORTS} ports after it are used too (8443)`,
    '--database': 'DATABASE_URL of a database, instead of a server of its own',
  },
  variables: { none: 'options say all' },
  exits: { 0: 'it was stopped', 1: 'it cannot start, or a part of it ended' },
} as const satisfies Command;

const say = (text: string) => process.stdout.write(`${text}\n`);
/** Ends the trial; with an error as its reason where a part of it ended by itself. */
const ending = new AbortController();
const parts: ChildProcess[] = [];

const asked = commandLineOf(COMMAND);
if (asked) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const stops: (() => Promise<void>)[] = [];
  try {
    await trial(asked.values, stops);
    if (!ending.signal.aborted) await once(ending.signal, 'abort');
  } catch (error) {
    ending.abort(error);
  }
  const { reason } = ending.signal;
  if (reason instanceof Error && reason.name !== 'AbortError') {
    console.error(`trial: ${reason.message}`);
    process.exitCode = 1;
  }
  await Promise.all(parts.map(ended));
  for (const stop of stops) await stop();
}

async function trial(
  given: { readonly folder: string; readonly port: string; readonly database?: string },
  stops: (() => Promise<void>)[],
): Promise<void> {
  const folder = resolve(process.env.INIT_CWD ?? '.', given.folder);
  const first = Number(given.port);
  if (!(Number.isInteger(first) && first > 1023 && first <= 65_535 - MORE_PORTS))
    throw new Error(`--port: '${given.port}' is no port between 1024 and ${65_535 - MORE_PORTS}`);
  const ports = portsFrom(first);
  const bin = given.database ? undefined : postgresPrograms();
  const missing = [
    existsSync(NGINX) ? '' : 'nginx',
    given.database || bin ? '' : 'postgresql',
    existsSync('/usr/bin/openssl') ? '' : 'openssl',
  ].filter((name) => name !== '');
  if (missing.length > 0)
    throw new Error(`install what is missing (Debian: apt-get install ${missing.join(' ')})`);
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { stdio: 'inherit' });
  for (const name of ['files', 'logs', 'nginx']) mkdirSync(join(folder, name), { recursive: true });

  const postgres = bin
    ? await startTrialPostgres(bin, join(folder, 'postgres'), ports.database)
    : undefined;
  if (postgres) stops.push(postgres.stop);
  const database = given.database ?? postgres?.url ?? '';
  const { nginx, carrier, of } = trialConfiguration(folder, ports, database);
  const start = (name: string, program: string, words: readonly string[], env = {}) => {
    const file = join(folder, 'logs', `${name}.log`);
    const log = openSync(file, 'a', 0o600);
    const child = spawn(program, words, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', log, log],
    });
    child.once('exit', () => ending.abort(new Error(`${name} ended: see ${file}`)));
    parts.push(child);
  };
  start('nginx', NGINX, ['-c', nginx, '-g', 'daemon off;']);
  start('carrier', process.execPath, [SIMULATOR], carrier);
  await answers(`http://127.0.0.1:${ports.carrier}/`);
  for (const role of ROLES) {
    start(role, LAUNCHER, ['start'], of(role));
    await answers(`http://127.0.0.1:${ports[role]}/healthz/ready`);
  }
  say(whereOf(ports, firstAdministrator(of('api'))));
}

/** The link of the first administrator, or that there is one already. */
function firstAdministrator(variables: Record<string, string>): string {
  const env = { PATH: process.env.PATH, ...variables };
  const words = ['staff', 'first-administrator'];
  const { stdout, stderr } = spawnSync(LAUNCHER, words, { env, encoding: 'utf8' });
  return `${stdout}${stderr}`.trim();
}

function whereOf(ports: TrialPorts, staff: string): string {
  return `
site      https://localhost:${ports.tls}
studio    https://studio.localhost:${ports.tls}
handsets  http://127.0.0.1:${ports.carrier}

${staff}

The certificate is the trial's own: browsers ask whether to accept it. Publish a film in the studio,
take a handset, and sign up with its number. Ctrl-C stops all of it; what is stored stays.`;
}

async function answers(url: string): Promise<void> {
  for (const end = Date.now() + READY_MS; Date.now() < end; await wait(100)) {
    ending.signal.throwIfAborted();
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`${url} does not answer`);
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
