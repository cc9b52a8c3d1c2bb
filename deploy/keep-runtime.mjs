// Leaves of the packages what the product needs to run, and removes the rest: build tools, tests,
// the pinned Node. For an image or a folder that only runs a release whose pages are built.
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explain } from './explain.mjs';

explain(import.meta.url, 'deploy/keep-runtime.mjs [FOLDER]', 1);
const root = process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url)));

/** What starts, and what the built pages import while they are rendered. */
const PROGRAMS = ['apps/server', 'apps/carrier-sim'];
const PAGES = ['react', 'react-dom', 'react-router', '@react-router/node'];

const kept = new Set();
for (const program of PROGRAMS) keepDependenciesOf(join(root, program));
for (const name of PAGES) keep(name, join(root, 'apps', 'web'));
for (const folder of [root, ...workspaces()]) {
  const packages = join(folder, 'node_modules');
  if (existsSync(packages)) removeOthers(packages);
  for (const left of ['.bin', '.cache', '.vite'])
    rmSync(join(packages, left), { recursive: true, force: true });
}
for (const folder of workspaces()) removeTests(folder);

/** The folders of our own packages. */
function workspaces() {
  return ['apps', 'packages', 'server'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name)),
  );
}

function removeTests(folder) {
  for (const entry of readdirSync(folder, { recursive: true }))
    if (/\.test(?:-kit|-support)?\.tsx?$/.test(entry)) rmSync(join(folder, entry));
}

/** Keeps a package as `from` finds it, with all that it depends on. */
function keep(name, from) {
  const folder = found(name, from);
  if (!folder || kept.has(folder)) return;
  kept.add(folder);
  keepDependenciesOf(realpathSync(folder));
}

function keepDependenciesOf(folder) {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
    JSON.parse(text);
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => !peerDependenciesMeta?.[name]?.optional,
  );
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
    keep(name, folder);
}

/** The folder of a package, looked for as Node does; undefined for one that is absent. */
function found(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(candidate)) return candidate;
    if (folder === root || folder === dirname(folder)) return undefined;
  }
}

function removeOthers(folder, scope = '') {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (entry.startsWith('.')) continue;
    if (entry.startsWith('@') && scope === '') removeOthers(path, entry);
    else if (!isKept(path)) rmSync(path, { recursive: true });
  }
}

/** Whether a package, or one that lies in its own node_modules, is kept. */
function isKept(path) {
  return [...kept].some((one) => one === path || !relative(path, one).startsWith('..'));
}
