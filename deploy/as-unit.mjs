// Runs a program as the unit bonisa@NAME does: `bonisa --unit NAME PROGRAM [ARGUMENTS]`, as root.
// The variables are those of /etc/bonisa/production.env and /etc/bonisa/NAME.env, DATA_DIR is
// /var/lib/bonisa/NAME, ROLE is NAME where no file says otherwise, and the user is `bonisa`.
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { explain } from './explain.mjs';

const USAGE = 'deploy/as-unit.mjs NAME PROGRAM [ARGUMENTS]';
const [unit = '--help', ...program] = process.argv.slice(2);
// Options after the name are the program's.
if (unit.startsWith('-')) explain(import.meta.url, USAGE);
// Other folders and another user, as systemd names them, for tests.
const {
  CONFIGURATION_DIRECTORY: configuration = '/etc/bonisa',
  STATE_DIRECTORY: state = '/var/lib/bonisa',
  BONISA_USER: user = 'bonisa',
  PATH,
  TERM = 'dumb',
  INIT_CWD = process.cwd(),
} = process.env;
const common = join(configuration, 'production.env');
const own = join(configuration, `${unit}.env`);
for (const [problem, isThere] of [
  [`must run as root, to become the user ${user}`, process.getuid?.() !== 0],
  ['no program', program.length === 0],
  [`${unit}: no name of a unit`, !/^[\w-]+$/.test(unit)],
  [`${common} is missing`, !existsSync(common)],
])
  if (isThere) {
    console.error(`as-unit: ${problem}\nusage: node ${USAGE}`);
    process.exit(2);
  }

const idOf = (flag) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
const [uid, gid] = [idOf('-u'), idOf('-g')];
const folder = join(state, unit);
if (!existsSync(folder)) {
  mkdirSync(folder, { mode: 0o700, recursive: true });
  chownSync(folder, uid, gid);
}
const read = (file) => (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {});
const env = {
  PATH,
  TERM,
  INIT_CWD,
  ROLE: unit,
  DATA_DIR: folder,
  ENV_FILE: 'none',
  ...read(common),
  ...read(own),
};
const launcher = join(dirname(fileURLToPath(import.meta.url)), 'bonisa');
const { status } = spawnSync(launcher, program, { env, uid, gid, stdio: 'inherit' });
process.exitCode = status ?? 1;
