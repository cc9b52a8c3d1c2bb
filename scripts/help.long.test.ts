// `--help` of every script of package.json prints what it does, and does nothing.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const HELP = '--import ./scripts/help.mjs';
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Runs Node with these words in a folder. */
async function run(words: readonly string[], more: Record<string, string>, cwd = ROOT) {
  return await new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...more };
    execFile(process.execPath, words, { cwd, env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

describe('help.mjs', () => {
  it('is in front of each tool that would act', () => {
    const tools = Object.entries(scripts).filter(
      ([name]) => /^(?:test|build|openapi|db:re|db:check)/.test(name) || name.startsWith('bench:'),
    );
    expect(tools.length).toBeGreaterThan(20);
    for (const [name, command] of tools) expect(command, name).toContain(`node ${HELP} `);
  });

  it('finds the usage of each benchmark in docs/bench.md', () => {
    const described = readFileSync(join(ROOT, 'docs/bench.md'), 'utf8');
    for (const name of Object.keys(scripts).filter((one) => one.startsWith('bench:')))
      expect(described).toMatch(new RegExp(`^npm run ${name}(?: --.*)?$`, 'm'));
  });

  it('prints the comment and the flags of a tool, which does not run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bonisa-help-'));
    try {
      const tool = join(folder, 'tool.ts');
      const source =
        "if (process.argv.includes('--check')) console.log(1);\nthrow new Error('it ran');";
      writeFileSync(tool, `// Makes a tool.\n${source}\n`);
      const words = ['--import', join(ROOT, 'scripts/help.mjs'), tool];
      const event = { npm_lifecycle_event: 'tool' };
      const out = 'usage: npm run tool -- [--check]\n\nMakes a tool.\n';
      expect(await run([...words, '--help'], event, folder)).toEqual({ code: 0, err: '', out });
      expect((await run(words, event, folder)).err).toContain('it ran');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each(['openapi', 'db:regenerate', 'test', 'bench:import'])('explains %s', async (name) => {
    const words = (scripts[name] ?? '').replace('exec ', '').split(' ').slice(1);
    const { code, out, err } = await run([...words, '--help'], { npm_lifecycle_event: name });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(new RegExp(`^usage: npm run ${name}.*\n\n.{20}`));
  });
});

describe('npm run carrier-sim', () => {
  const file = join(ROOT, scripts['carrier-sim']?.split(' ').at(-1) ?? '');

  it('explains itself, and refuses what it does not know', async () => {
    const told = await run([file, '--help'], {});
    expect(told).toMatchObject({ code: 0, err: '' });
    expect(told.out).toMatch(/^usage: npm run carrier-sim\n/);
    expect(await run([file, '--nothing'], {})).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining("Unknown option '--nothing'"),
    });
  });

  it('reads .env', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bonisa-help-'));
    try {
      writeFileSync(join(folder, '.env'), 'CARRIER_SIM_PORT=many\n');
      const { code, err } = await run([file], {}, folder);
      expect(code).toBe(1);
      expect(err).toContain('CARRIER_SIM_PORT: ');
      expect((await run([file], { ENV_FILE: 'none' }, folder)).err).not.toContain('SIM_PORT');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
