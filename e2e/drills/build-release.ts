// A release, built in a folder of its own.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RELEASED } from '../../scripts/migrations-folder.ts';
import type { Release } from '../../scripts/releases.ts';

const ROOT = join(import.meta.dirname, '../..');

interface BuiltRelease {
  readonly commit: string;
  /** The program that starts it. */
  readonly main: string;
  remove(): void;
}

/**
 * Builds a release: its tag, or the commit that wrote its version into `released.json`. It runs
 * with the packages that are installed now. Throws where the clone does not have that commit, and
 * if it cannot be built.
 */
export function buildRelease({ version }: Release): BuiltRelease {
  const [tag] = git('tag', '--list', `v${version}`);
  const entry = `"version": "${version}"`;
  const [commit] = tag
    ? [tag]
    : git('log', '--reverse', '--format=%H', '-S', entry, '--', RELEASED);
  // In a shallow clone the oldest commit seems to have made every file: it may be this version.
  const isShallow = git('rev-parse', '--is-shallow-repository')[0] === 'true';
  if (!commit || (!tag && isShallow))
    throw new Error(`${version} is not known: fetch the history and the tags of the clone`);
  const root = mkdtempSync(join(tmpdir(), 'bonisa-version-'));
  const remove = (): void => rmSync(root, { recursive: true, force: true });
  try {
    const archive = join(root, 'sources.tar');
    git('archive', '--format=tar', '-o', archive, commit);
    run('tar', ['-xf', archive, '-C', root]);
    rmSync(archive);
    linkModules(root);
    run(process.execPath, [join(root, 'scripts/build.mjs')]);
    return { commit, main: join(root, 'apps/server/src/main.ts'), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The lines that git writes. */
const git = (...words: readonly string[]): string[] =>
  run('git', ['-C', ROOT, ...words])
    .split('\n')
    .filter((line) => line !== '');

function run(program: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(`${program}: ${stdout}${stderr}`);
  return stdout;
}

/** The installed packages of this clone, and the packages of the copy as those of the workspace. */
function linkModules(root: string): void {
  link(ROOT, root);
  for (const name of readdirSync(join(root, 'apps'))) linkFolder(join('apps', name), root);
  for (const name of readdirSync(join(ROOT, 'server'))) {
    const folder = join('server', name);
    // A version from before the server's workspaces has all of it in one folder.
    linkFolder(folder, root, existsSync(join(root, folder)) ? folder : 'apps/server');
  }
}

function linkFolder(folder: string, root: string, to = folder): void {
  if (existsSync(join(ROOT, folder, 'node_modules'))) link(join(ROOT, folder), join(root, to));
}

function link(from: string, to: string): void {
  mkdirSync(join(to, 'node_modules'), { recursive: true });
  for (const name of readdirSync(join(from, 'node_modules'))) {
    // The workspace's links are relative: copied, they lead to the copy.
    if (name === '@bonisa')
      cpSync(join(from, 'node_modules', name), join(to, 'node_modules', name), {
        recursive: true,
        verbatimSymlinks: true,
      });
    // Caches and locks belong to this clone.
    else if (name === '.bin' || !name.startsWith('.'))
      symlinkSync(join(from, 'node_modules', name), join(to, 'node_modules', name));
  }
}
