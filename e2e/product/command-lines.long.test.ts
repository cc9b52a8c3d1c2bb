// Interfaces 'Start and stop': every program explains itself and refuses what it does not know.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
  'check-config',
  'export-to-postgres',
];

/** Runs a program of package.json with its own file, and no variables. */
async function run(name: string, argument: string) {
  const file = /[\w./-]+(?:process\.ts|start\.mjs)$/.exec(scripts[name] ?? '')?.[0] ?? '';
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
