// Interfaces 'Start and stop': `--help` at every entry says what it does, and does nothing.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
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

/** The scripts that a person runs: npm runs the others before one of them, without its words. */
const NAMES = Object.keys(scripts).filter(
  (name) => !name.startsWith('pre') || scripts[name.slice('pre'.length)] === undefined,
);

/** Runs a program in the repository with the environment of the tests, without their database. */
async function runHere(program: string, words: readonly string[]) {
  const { TEST_DATABASE_URL: _left, ...env } = process.env;
  return await new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(program, words, { cwd: ROOT, env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

describe('the scripts of package.json', () => {
  it('are one program each, since npm gives --help to the last one only', () => {
    expect(NAMES.length).toBeGreaterThan(40);
    for (const name of NAMES) expect(scripts[name], name).not.toMatch(/[&|;]/);
  });

  it('have nothing before them but the installation of what is missing', () => {
    const first = Object.keys(scripts).filter((name) => !NAMES.includes(name));
    for (const name of first)
      expect(scripts[name], name).toMatch(/^node scripts\/bootstrap\.mjs(?: --dev)?$/);
  });

  it.each(NAMES)('%s explains itself and changes nothing', async (name) => {
    const status = async () => (await runHere('git', ['status', '--porcelain'])).out;
    const before = await status();
    const { code, out, err } = await runHere('npm', ['run', '-s', name, '--', '--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    // Its usage comes first: nothing has run before, and the help is no other program's.
    const [usage, ...about] = out.split('\n\n');
    expect(usage).toMatch(new RegExp(`^usage: npm [^]*\\b${name}\\b`));
    expect(about.join().length).toBeGreaterThan(20);
    expect(await status()).toBe(before);
  });
});

describe('npm run drills', () => {
  const drills = join(ROOT, 'scripts/drills.mjs');

  it('names every drill with what it shows', async () => {
    const { out } = await run([drills, '--help'], {});
    const there = readdirSync(join(ROOT, 'e2e/drills')).filter((file) => /\.drill\.ts$/.test(file));
    expect(there.length).toBeGreaterThan(5);
    for (const file of there)
      expect(out).toMatch(new RegExp(`^  ${file.replace('.drill.ts', '')} +[A-Z].*\\.$`, 'm'));
  });

  it('refuses a name that is no drill, and names those that are', async () => {
    const { code, out, err } = await run([drills, 'stop', 'nothing'], {});
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^drills: 'nothing' is no drill; there are .*\bstop\b/);
  });

  it('gives the words from the first option on to vitest', async () => {
    // No test has this name, so none runs.
    const { code, out } = await run([drills, 'stop', '-t', 'no test has this name'], {});
    expect({ code }).toEqual({ code: 0 });
    expect(out).toContain('e2e/drills/stop.drill.ts');
    expect(out).toMatch(/1 skipped/);
  });
});

describe('scripts/checks.mjs', () => {
  const checks = join(ROOT, 'scripts/checks.mjs');

  it('refuses a name that is no check', async () => {
    const { code, err } = await run([checks, 'nothing'], {});
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('NAME is types, lint') });
  });

  it('ends with the code of a program that fails', async () => {
    expect((await run([checks, 'budget', '--no-such-option'], {})).code).not.toBe(0);
  });
});

describe('help.mjs', () => {
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
