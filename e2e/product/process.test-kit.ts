import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/free-ports.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'apps/server/src/main.ts');
/** Shortens the start; `scripts/start.mjs` and the backup commands of npm use it too. */
export const DRIZZLE_IMPORTS = join(ROOT, 'scripts/drizzle-imports.mjs');

/** Variables that do not concern the product: the program path, and Node's compile cache. */
const { PATH = '', NODE_COMPILE_CACHE } = process.env;
// An empty path of the cache would be the working folder.
const CACHE = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
/** What a process wrote last may arrive after its end. */
const REST_MS = 5_000;
/** A developer's own `.env` does not concern a test. */
const ALWAYS = { PATH, ENV_FILE: 'none', ...CACHE };

export interface Ports {
  readonly site: number;
  readonly ops: number;
  readonly studio: number;
  readonly carrier: number;
}

/** A process of the product: its output and its end. */
export interface Process {
  readonly child: ChildProcess;
  /** All output so far. */
  output(): string;
  /** See {@link endOf}; `null` after a signal. */
  readonly ended: Promise<number | null>;
}

/** The product as `npm start` begins it: it builds pages that are older than their sources. */
export const WITH_PAGES = join(ROOT, 'scripts/start.mjs');

/** Starts the product's one process with only these variables. */
export function startProcess(
  variables: Record<string, string>,
  program = MAIN,
  args: readonly string[] = [],
): Process {
  const child = spawn(process.execPath, ['--import', DRIZZLE_IMPORTS, program, ...args], {
    env: { ...ALWAYS, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output, ended: endOf(child) };
}

/** Resolves with the exit code when a process has ended and all its output has arrived. */
export async function endOf(child: ChildProcess): Promise<number | null> {
  const closed = new Promise((resolve) => child.once('close', resolve));
  const [code] = await once(child, 'exit');
  // What it has started may outlive it and hold its output open.
  await Promise.race([closed, wait(REST_MS, undefined, { ref: false })]);
  return code;
}

/** A temporary folder that `remove` deletes. */
export function freshFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'bonisa-process-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Free ports: the port after the carrier's is free for the mobile network. */
export async function freePorts(): Promise<Ports> {
  const site = await freePort(5);
  return { site, ops: site + 1, studio: site + 2, carrier: site + 3 };
}

/** The variables of a product without a catalogue, which starts quickly. */
export function demo(
  { site, ops, studio, carrier }: Ports,
  folder: string,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    PORT: String(site),
    OPS_PORT: String(ops),
    STUDIO_PORT: String(studio),
    CARRIER_SIM_PORT: String(carrier),
    DATA_DIR: folder,
    DEMO_CATALOGUE: 'off',
    FRAUD_MODE: 'off',
    ...more,
  };
}

/**
 * Waits for a condition; throws the process's output if it does not become true or the process ends
 * before.
 */
export async function waitUntil(
  what: string,
  { child, output }: Process,
  holds: () => Promise<boolean> | boolean,
  withinMs = 240_000,
): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; ) {
    if (await holds()) return;
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what}: did not come about\n${output().slice(-3000)}`);
}

/** Waits until the site is ready. */
export function waitUntilReady(process: Process, { site }: Ports): Promise<void> {
  return waitUntil('ready', process, () => answers(`http://127.0.0.1:${site}/healthz/ready`));
}

const STAFF = join(ROOT, 'apps/server/src/commands/staff.process.ts');
const SHOWN = { title: 'Live', published: true, description: 'Live.', tagline: 'Live.' };
/** A live channel with a programme. */
const SOMETHING_TO_WATCH = [
  { kind: 'genre', slug: 'first', title: 'First' },
  { kind: 'liveCategory', slug: 'first', title: 'First', published: true },
  {
    ...{ kind: 'liveChannel', ...SHOWN, slug: 'first', category: 'first', genre: 'first' },
    languages: ['zu'],
    slots: [
      {
        ...{ startsAt: 0, minutes: 60, title: 'News', synopsis: 'News.' },
        ...{ ratingAge: 'A', ratingAdvice: [] },
      },
    ],
  },
];

/** Publishes a live channel, as an operator does before the first sale. */
export async function openForSale(
  { studio }: Pick<Ports, 'studio'>,
  variables: Record<string, string>,
): Promise<void> {
  const scopes = 'catalogue:write,catalogue:publish';
  const made = startProcess(variables, STAFF, ['key', 'first', scopes]);
  await made.ended;
  const key = /bonisa_key_\S+/.exec(made.output())?.[0];
  if (!key) throw new Error(`no API key was made: ${made.output()}`);
  const answer = await fetch(`http://127.0.0.1:${studio}/studio/api/catalogue/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rows: SOMETHING_TO_WATCH }),
  });
  if (!answer.ok) throw new Error(`nothing was published: ${await answer.text()}`);
}

export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false; // The port is not open.
  }
}

/** A minimal browser: JSON over HTTP, with its cookies. */
export function createBrowser(base: string, always: Record<string, string> = {}) {
  const cookies = new Map<string, string>();
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...always,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const subscribe = async (body: Record<string, unknown>) => {
    const { csrfToken } = (await call('GET', '/api/csrf-token')).body;
    return await call('POST', '/api/subscribe', body, { 'x-csrf-token': csrfToken });
  };
  return { call, subscribe };
}
