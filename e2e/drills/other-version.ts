// Another version of the product, built in a folder of its own: a copy of the sources with changes,
// or the version before as it was released.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = ['apps', 'packages', 'scripts', 'package.json', 'package-lock.json'] as const;
const RELEASED = 'apps/server/src/platform/migrations/released.json';
/** What a build or an installation makes. */
const MADE = /\/(?:node_modules|build|\.react-router)$/;

/** A change of a file: the text that it has, and what stands there in the other version. */
export interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface OtherVersion {
  readonly root: string;
  /** The program that starts it. */
  readonly main: string;
  remove(): void;
}

/** A migration of the next release: statements that expand. */
function addMigration(root: string, statements: readonly string[]): void {
  const folder = join(root, 'apps/server/src/platform/migrations');
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as {
    entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
  };
  const last = entries.at(-1);
  if (!last) throw new Error('there are no migrations');
  const tag = `${String(last.idx + 1).padStart(4, '0')}_other_version`;
  const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag };
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, next] }));
  writeFileSync(join(folder, `${tag}.sql`), statements.join('\n--> statement-breakpoint\n'));
}

/**
 * Makes and builds another version, with a migration of these statements. Throws for a change whose
 * text the file does not have, and if it cannot be built.
 */
export function buildOtherVersion(
  changes: readonly Change[],
  migration: readonly string[],
): OtherVersion {
  return built((root) => {
    for (const name of SOURCES)
      cpSync(join(ROOT, name), join(root, name), {
        recursive: true,
        filter: (path) => !MADE.test(path),
      });
    for (const { file, from, to } of changes) {
      const text = readFileSync(join(root, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not have: ${from}`);
      writeFileSync(join(root, file), text.replace(from, to));
    }
    addMigration(root, migration);
  });
}

/**
 * Builds the version before: the newest tag of a release, or, before the first one, the commit at
 * which migrations were released last. It runs with the packages that are installed now. Throws
 * where the clone does not have that commit, and if it cannot be built.
 */
export function buildVersionBefore(): OtherVersion & { readonly commit: string } {
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname');
  const [commit] = tag ? [tag] : git('log', '-1', '--format=%H', '--', RELEASED);
  // In a shallow clone the oldest commit seems to have made every file: it may be this version.
  const isShallow = git('rev-parse', '--is-shallow-repository')[0] === 'true';
  if (!commit || (!tag && isShallow))
    throw new Error('the version before is not known: fetch the history and the tags of the clone');
  const version = built((root) => {
    const archive = join(root, 'sources.tar');
    git('archive', '--format=tar', '-o', archive, commit, ...SOURCES);
    run('tar', ['-xf', archive, '-C', root]);
    rmSync(archive);
  });
  return { ...version, commit };
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

/** Makes the sources of a version by `write`, and builds it. */
function built(write: (root: string) => void): OtherVersion {
  const root = mkdtempSync(join(tmpdir(), 'bonisa-version-'));
  const remove = (): void => rmSync(root, { recursive: true, force: true });
  try {
    write(root);
    linkModules(root);
    run(process.execPath, [join(root, 'scripts/build.mjs')]);
    return { root, main: join(root, 'apps/server/src/main.ts'), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The installed packages of this clone, and the packages of the copy as those of the workspace. */
function linkModules(root: string): void {
  link(ROOT, root);
  for (const name of readdirSync(join(root, 'apps'))) {
    const folder = join('apps', name);
    if (existsSync(join(ROOT, folder, 'node_modules')))
      link(join(ROOT, folder), join(root, folder));
  }
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
