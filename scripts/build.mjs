// Builds the pages of the site and the studio when their sources are newer than the build: each
// build stores the hash of its sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SHARED = ['packages/domain/src', 'packages/contract/src', 'package-lock.json'];
/** The browser's applications: with what each is built, and from what. */
const APPS = [
  {
    name: 'the pages',
    folder: join(root, 'apps', 'web'),
    program: ['@react-router', 'dev', 'bin.cjs'],
    sources: ['apps/web', 'packages/player/src', ...SHARED],
  },
  {
    name: 'the studio',
    folder: join(root, 'apps', 'studio'),
    program: ['vite', 'bin', 'vite.js'],
    sources: ['apps/studio', ...SHARED],
  },
];
const LEFT_OUT = new Set(['build', 'node_modules', '.react-router']);

/**
 * Builds the pages and the studio if they are stale; returns whether it did. Throws if a build
 * fails.
 */
export function buildPages() {
  return APPS.map(buildApp).includes(true);
}

function buildApp(app) {
  const sources = hashOfSources(app.sources);
  const stamp = join(app.folder, 'build', '.sources');
  const isFresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
  if (isFresh()) return false;
  return alone(() => {
    if (isFresh()) return false;
    rmSync(stamp, { force: true });
    build(app);
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

function build({ name, folder, program }) {
  console.log(`Building ${name}...`);
  const done = spawnSync(process.execPath, [join(root, 'node_modules', ...program), 'build'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (done.status !== 0)
    throw new Error(`${name} could not be built:\n${done.stdout}\n${done.stderr}`);
}

function hashOfSources(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
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
