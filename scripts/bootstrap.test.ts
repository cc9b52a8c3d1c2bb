// `npm ci` deletes every package, so it must not run under a service: when bootstrap.mjs calls npm,
// and when it does not. npm is a program here that writes down what it was called with.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bonisa-bootstrap-'));
  mkdirSync(join(root, 'scripts'));
  cpSync(join(import.meta.dirname, 'bootstrap.mjs'), join(root, 'scripts/bootstrap.mjs'));
  write('package-lock.json', { ...NEEDED, ...TOOL, ...ELSEWHERE });
  writeFileSync(
    join(root, 'npm.mjs'),
    `import { mkdirSync, writeFileSync } from 'node:fs';
     mkdirSync('node_modules', { recursive: true });
     writeFileSync('called', process.argv.slice(2, 4).join(' '));`,
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const NEEDED = { 'node_modules/pg': { version: '1.0.0', integrity: 'a' } };
const TOOL = { 'node_modules/vitest': { version: '1.0.0', integrity: 'b', dev: true } };
const ELSEWHERE = { 'node_modules/for-mac': { version: '1.0.0', integrity: 'c', optional: true } };

function write(file: string, packages: object): void {
  writeFileSync(join(root, file), JSON.stringify({ packages: { '': {}, ...packages } }));
}

/** What `npm ci` leaves: the packages, and its own record of them. */
function installed(packages: object): void {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  write('node_modules/.package-lock.json', packages);
}

/** Starts it; `npm` is how it called npm, and undefined where it did not. */
function bootstrap(environment: Record<string, string> = {}, ...args: readonly string[]) {
  rmSync(join(root, 'called'), { force: true });
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/bootstrap.mjs'), ...args],
    { env: { npm_execpath: join(root, 'npm.mjs'), ...environment }, encoding: 'utf8' },
  );
  const called = join(root, 'called');
  return { status, stderr, npm: existsSync(called) ? readFileSync(called, 'utf8') : undefined };
}

describe('bootstrap.mjs', () => {
  it('installs in a fresh clone, once', () => {
    expect(bootstrap().npm).toBe('ci --omit=dev');
    expect(bootstrap().npm).toBeUndefined();
  });

  it('takes what npm ci has installed, without a stamp of its own', () => {
    installed(NEEDED);
    expect(bootstrap({ MODE: 'production' })).toMatchObject({ status: 0, npm: undefined });
    // The tools come besides: nothing is deleted under what runs.
    expect(bootstrap({}, '--dev').npm).toBe('install --no-save');
    rmSync(join(root, 'node_modules'), { recursive: true });
    installed({ ...NEEDED, ...TOOL });
    expect(bootstrap({}, '--dev').npm).toBeUndefined();
  });

  const OLD = { 'node_modules/pg': { version: '0.9.0', integrity: 'z' } };
  it.each([
    ['of another version', OLD],
    ['that lack one', {}],
  ])('replaces packages %s, but never in production', (_, packages) => {
    installed(packages);
    const refused = { status: 1, npm: undefined, stderr: expect.stringContaining('npm ci --omit') };
    expect(bootstrap({ MODE: 'production' })).toMatchObject(refused);
    writeFileSync(join(root, '.env'), 'PORT=1\nMODE=production\n');
    expect(bootstrap()).toMatchObject(refused);
    const named = join(root, 'named.env');
    writeFileSync(named, 'MODE="production"\n');
    expect(bootstrap({ ENV_FILE: named })).toMatchObject(refused);
    expect(bootstrap({ ENV_FILE: 'none' }).npm).toBe('ci --omit=dev');
  });
});
