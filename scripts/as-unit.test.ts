// `bonisa --unit NAME PROGRAM`: with the variables, the folder and the user of the unit.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DEPLOY = join(import.meta.dirname, '../deploy');
const isRoot = process.getuid?.() === 0;

describe('deploy/as-unit.mjs', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'bonisa-unit-'));
    chmodSync(folder, 0o755);
    for (const file of ['as-unit.mjs', 'explain.mjs'])
      copyFileSync(join(DEPLOY, file), join(folder, file));
    // Stands for deploy/bonisa, which is beside it.
    const show =
      'echo "$(id -un) $ROLE $DATA_DIR $ENV_FILE $PORT $CARRIER_KEY $LEAKED: $INIT_CWD $*"; exit 7';
    writeFileSync(join(folder, 'bonisa'), `#!/bin/sh\n${show}\n`, { mode: 0o755 });
    // Only root reads them.
    const files = {
      'production.env': `PORT=3000\nCARRIER_KEY='{"a b":1}'\n`,
      'pages-2.env': 'ROLE=pages\nPORT=3030\n',
    };
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder, name), text, { mode: 0o600 });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(folder, 'as-unit.mjs'), ...args], {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        LEAKED: 'no',
        INIT_CWD: '/films',
        CONFIGURATION_DIRECTORY: folder,
        STATE_DIRECTORY: join(folder, 'state'),
        BONISA_USER: 'nobody',
      },
    });

  it.skipIf(!isRoot)('runs a program as the unit does, and ends with its exit code', () => {
    const { status, stdout } = run('pages-2', 'check-config', '--json');
    const data = join(folder, 'state/pages-2');
    expect(stdout).toBe(`nobody pages ${data} none 3030 {"a b":1} : /films check-config --json\n`);
    expect(status).toBe(7);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(statSync(data).uid).not.toBe(0);
    expect(run('jobs', 'staff', 'keys').stdout).toMatch(/^nobody jobs \S+\/jobs none 3000 /);
  });

  it.skipIf(!isRoot)('refuses what is no unit', () => {
    for (const args of [['jobs'], ['../jobs', 'start']])
      expect(run(...args)).toMatchObject({ status: 2, stdout: '' });
  });
});
