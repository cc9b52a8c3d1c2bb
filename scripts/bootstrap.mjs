// Installs what a fresh clone needs: for a start what the product runs on, with `--dev` the tools
// of tests and benchmarks too. Plain JavaScript with node: imports only, because nothing is
// installed yet and Node may be old.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
/** The installed set: the hash of the lockfile, and `start` or `all`. */
const stamp = join(modules, '.bonisa-installed');
const lockfile = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

const [installed, extent] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
const hasTools = installed !== undefined && extent !== 'start';
const wantsTools = process.argv.includes('--dev') || hasTools;

if (installed !== lockfile) {
  install(['ci', ...(wantsTools ? ['--include=dev'] : ['--omit=dev'])]);
} else if (wantsTools && !hasTools) {
  // `npm ci` would delete the packages under a product that runs from this clone.
  install(['install', '--no-save', '--include=dev']);
}
requireNode24();

/** Runs npm; the stamp is written last, so an interrupted install is done again. */
function install(command) {
  console.log(`Installing what is missing (npm ${command[0]})...`);
  const npm = process.env.npm_execpath;
  const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  // The lockfile has the hash of each package, so what npm's cache holds need not be asked for.
  const options = [
    '--include=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const done = spawnSync(program, [...first, ...command, ...options], {
    cwd: root,
    stdio: 'inherit',
  });
  if (done.status !== 0) {
    console.error(`Cannot start: npm ${command[0]} failed; its own lines above say why.`);
    process.exit(1);
  }
  removeHeaders();
  writeFileSync(stamp, `${lockfile} ${wantsTools ? 'all' : 'start'}`);
}

/** The pinned Node brings 67 MB of headers for compilers, which nothing here uses. */
function removeHeaders() {
  for (const arch of ['x64', 'arm64'])
    rmSync(join(modules, `node-linux-${arch}`, 'include'), { recursive: true, force: true });
}

/** On Linux the pinned Node comes with the packages; elsewhere it is the user's own. */
function requireNode24() {
  const pinned = existsSync(join(modules, '.bin', 'node'));
  if (pinned || Number(process.versions.node.split('.')[0]) >= 24) return;
  console.error(`Cannot start: Node 24 or newer is needed, this is ${process.versions.node}.`);
  process.exit(1);
}
