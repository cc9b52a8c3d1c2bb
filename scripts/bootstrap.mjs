// Sets up a fresh clone. Plain JavaScript with node: imports only, because nothing is installed yet
// and Node may be old.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.bonisa-installed');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) install();
requireNode24();

/**
 * `npm ci` installs exactly the lockfile's versions. The stamp is written last, so that an
 * interrupted install is repeated.
 */
function install() {
  console.log('Installing what is missing (npm ci)...');
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const done = spawnSync(
    command,
    [
      ...first,
      'ci',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  if (done.status !== 0) {
    console.error('Cannot start: npm ci failed; its own lines above say why.');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

/** On Linux the pinned Node is one of the packages; elsewhere it is the user's own. */
function requireNode24() {
  const pinned = existsSync(join(root, 'node_modules', '.bin', 'node'));
  if (pinned || Number(process.versions.node.split('.')[0]) >= 24) return;
  console.error(`Cannot start: Node 24 or newer is needed, this is ${process.versions.node}.`);
  process.exit(1);
}
