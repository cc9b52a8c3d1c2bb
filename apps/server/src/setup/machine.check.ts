/** This machine: Node, the data folder. Nothing is created but a probe that is removed. */
import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { listenAddressesOf } from '../listen-addresses.ts';
import { freeBytes } from '../platform/database/embedded-folder.ts';
import { addressProblems } from '../platform/ports.ts';
import { type Finding, findingsOf } from './finding.ts';

const { error, warning, ok } = findingsOf('machine');
const GB = 1_000_000_000;
const ENOUGH_BYTES = 2 * GB;

/** Tries what the configuration needs of this machine. */
export async function checkMachine(
  config: Config,
  node = process.versions.node,
): Promise<Finding[]> {
  return [
    Number(node.split('.')[0]) >= 24
      ? ok('node', node)
      : error('node', `is ${node}`, 'Node 24 or newer, which npm installs on Linux'),
    ...(await checkDataDir(config.dataDir)),
    ...(await checkSecretsFile(config.dataDir)),
    ...(await checkAddresses(config)),
  ];
}

/** Whether it can listen where it should. That a port is in use may be the running product. */
async function checkAddresses(config: Config): Promise<Finding[]> {
  const problems = await addressProblems(listenAddressesOf(config));
  return problems.map((line) => {
    const [name = '', says = ''] = line.split(/: (.*)/);
    return error(name, says, 'an address of this machine, or another port');
  });
}

async function checkDataDir(folder: string): Promise<Finding[]> {
  const made = await nearestFolder(resolve(folder));
  const probe = join(made, `.bonisa-probe-${randomUUID()}`);
  const problem = await writeFile(probe, 'probe').then(
    () => rm(probe),
    ({ code }: NodeJS.ErrnoException) => code,
  );
  if (problem)
    return [
      error(
        'DATA_DIR',
        `nothing can be written in it (${problem})`,
        'give it to the user who runs the product',
      ),
    ];
  const free = await freeBytes(made);
  if (free >= ENOUGH_BYTES) return [ok('DATA_DIR', 'can be written')];
  const text = `has ${(free / GB).toFixed(1)} GB of free space`;
  return [warning('DATA_DIR', text, 'make room: 2 GB and more for scratch space and pictures')];
}

/** The folder itself, or the one in which the product would create it. */
async function nearestFolder(folder: string): Promise<string> {
  for (let one = folder; ; one = dirname(one))
    if ((await stat(one).catch(() => undefined)) || one === dirname(one)) return one;
}

async function checkSecretsFile(folder: string): Promise<Finding[]> {
  const found = await stat(join(folder, 'secrets.json')).catch(() => undefined);
  if (!found || (found.mode & 0o077) === 0) return [];
  return [error('DATA_DIR', 'other users may read secrets.json in it', 'chmod 600 secrets.json')];
}
