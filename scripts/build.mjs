// Builds the pages when their sources are newer than the build: the build stores the hash of its
// sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const web = join(root, 'apps', 'web');
const stamp = join(web, 'build', '.sources');
/** Everything that the pages are built from. */
const SOURCES = [
  'apps/web',
  'packages/domain/src',
  'packages/contract/src',
  'packages/player/src',
  'package-lock.json',
];
const LEFT_OUT = new Set(['build', 'node_modules', '.react-router']);

/** Builds the pages if they are stale; returns whether it did. Throws if the build fails. */
export function buildPages() {
  const sources = hashOfSources();
  const isFresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
  if (isFresh()) return false;
  return alone(() => {
    if (isFresh()) return false;
    build();
    writeFileSync(stamp, sources);
    return true;
  });
}

/**
 * One build at a time in this clone: a start and a test run may need it at the same moment. The
 * lock ends with its process.
 */
function alone(work) {
  const lock = new DatabaseSync(join(root, 'node_modules', '.bonisa-build.sqlite'), {
    timeout: 180_000,
  });
  lock.exec('begin exclusive');
  try {
    return work();
  } finally {
    lock.exec('rollback');
    lock.close();
  }
}

function build() {
  console.log('Building the pages...');
  rmSync(stamp, { force: true });
  const cli = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  const done = spawnSync(
    process.execPath,
    [existsSync(cli) ? cli : join(root, 'node_modules', '.bin', 'react-router'), 'build'],
    {
      cwd: web,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (done.status !== 0)
    throw new Error(`the pages could not be built:\n${done.stdout}\n${done.stderr}`);
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesOf(join(root, source))) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

function filesOf(path) {
  const entries = readdirIfFolder(path);
  if (!entries) return [path];
  return entries
    .filter((entry) => !LEFT_OUT.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)],
    );
}

function readdirIfFolder(path) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(buildPages() ? 'The pages are built.' : 'The pages are as they should be.');
}
