// Interfaces 'Start and stop': every program explains itself and refuses what it does not know.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DRIZZLE_IMPORTS } from './process.test-kit.ts';

const ROOT = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const DOCUMENTED = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8');

const PROGRAMS = [
  'start',
  'jobs',
  'backup',
  'restore',
  'staff',
  'import',
  'simulate',
  'init',
  'trial',
  'check-config',
  'check-files',
  'cdn-report',
  'export-to-postgres',
];

/** Runs a program of package.json with its own file, and no variables. */
async function run(name: string, argument: string) {
  const file = /[\w./-]+(?:process\.ts|main\.ts|start\.mjs)$/.exec(scripts[name] ?? '')?.[0] ?? '';
  return await new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--import', DRIZZLE_IMPORTS, join(ROOT, file), argument],
      { env: { PATH: process.env.PATH, ENV_FILE: 'none' } },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

describe.each(PROGRAMS)('npm run %s', (name) => {
  it('prints its usage, the variables that matter and its exit codes', async () => {
    const { code, out, err } = await run(name, '--help');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^usage: npm /);
    expect(out).toMatch(/\nvariables.*:\n[\s\S]+\nexit codes:\n/);
    const named = out.match(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/g) ?? [];
    for (const variable of named) expect(DOCUMENTED, variable).toContain(`\`${variable}\``);
  });

  it('refuses an argument that it does not know, by its name', async () => {
    const { code, out, err } = await run(name, '--no-such-thing');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain("Unknown option '--no-such-thing'");
  });
});

it('the simulated carrier explains itself, and refuses what it does not know', async () => {
  const { code, out, err } = await run('carrier-sim', '--help');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^usage: npm run carrier-sim\n/);
  expect((await run('carrier-sim', '--no-such-thing')).code).toBe(2);
});

/** The programs of deploy/, which run where there is no npm. */
const DEPLOYED = readdirSync(join(ROOT, 'deploy')).filter((name) => {
  const stat = statSync(join(ROOT, 'deploy', name));
  return stat.isFile() && ((stat.mode & 0o111) !== 0 || /^(?!explain).*\.mjs$/.test(name));
});

/** Runs such a program without any variable but the paths of programs. */
async function runDeployed(name: string, ...args: readonly string[]) {
  const file = join(ROOT, 'deploy', name);
  const [program, ...first] = name.endsWith('.mjs') ? [process.execPath, file] : [file];
  return await new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(
      program as string,
      [...first, ...args],
      { env: { PATH: process.env.PATH, ENV_FILE: 'none' }, cwd: tmpdir() },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

describe.each(DEPLOYED)('deploy/%s', (name) => {
  it('explains itself', async () => {
    const { code, out, err } = await runDeployed(name, '--help');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n').length).toBeGreaterThan(2);
  });

  it('refuses what it does not know by its name, before it does anything', async () => {
    const { code, out, err } = await runDeployed(name, '--no-such-thing');
    // PostgreSQL would take 2 from fetch-wal for the end of all changes.
    expect({ code, out }).toEqual({ code: name === 'fetch-wal' ? 255 : 2, out: '' });
    expect(err).toContain("'--no-such-thing'");
  });
});

describe('deploy/bonisa', () => {
  it('names itself in what its programs say, since npm is in no image', async () => {
    expect((await runDeployed('bonisa', 'check-config', '--help')).out).toMatch(
      /^usage: bonisa check-config\n/,
    );
    expect((await runDeployed('bonisa', 'start', '--help')).out).not.toMatch(
      /npm start|bonisa jobs/,
    );
    expect((await runDeployed('bonisa', 'backup')).err).toContain('More: bonisa backup --help');
  });
});
