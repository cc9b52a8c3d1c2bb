import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startNginx } from '../apps/server/src/media/delivery/nginx.test-kit.ts';
import { createFolderStore } from '../apps/server/src/platform/files/folder-store.ts';
import { freePort } from '../scripts/free-ports.ts';
import { endChild, execute } from './child.ts';
import { loadNow, machine } from './machine.ts';
import { median, shown } from './statistics.ts';
import { table } from './table.ts';

const WRK = '/usr/bin/wrk';
const ASSET = '01990a00-0000-7000-8000-000000000001';
/** Four seconds of sound alone, of 360p, and of 1080p. */
const SIZES = [12_000, 150_000, 1_500_000];
const CONNECTIONS = 32;

const USAGE = `usage: npm run bench:segments -- [options]

Measures the delivery of segments against nginx on the same files and the same configuration
(deploy/nginx.conf).
  --seconds N   length of a run (2)
  --rounds N    rounds of which the medians count (5)
Needs nginx (Debian: nginx-light) and wrk.`;

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '5' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  if (!existsSync(WRK)) throw new Error('wrk is missing (Debian: apt-get install wrk)');
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-segments-'));
  const child = fork(join(import.meta.dirname, 'segments.process.ts'));
  try {
    const files = createFolderStore(folder);
    for (const [index, size] of SIZES.entries())
      await files.put(`media/${ASSET}/360p/${index}.m4s`, randomBytes(size));
    child.send({ folder, assetId: ASSET });
    const [{ port: site, base }] = (await once(child, 'message')) as [
      { port: number; base: string },
    ];
    const port = await freePort();
    const nginx = await startNginx({ port, sites: [site], folder });
    const measure = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
    const rows: string[][] = [];
    try {
      for (const [index, size] of SIZES.entries()) {
        const path = `${base}360p/${index}.m4s`;
        const [ours, theirs] = await compare([site, port], path, measure);
        rows.push([
          `${size / 1000} kB`,
          shown(ours),
          shown(theirs),
          shown(ours / theirs),
          `${shown((ours * size * 8) / 1e9)} Gbit/s`,
        ]);
      }
    } finally {
      await nginx.stop();
    }
    console.log(table(['segment', 'ours/s', 'nginx/s', 'ratio', 'ours'], rows));
    console.log(JSON.stringify({ ...machine(), load: loadNow(), ...measure }));
  } finally {
    await endChild(child, { signal: 'SIGTERM', withinMs: 5000 });
    await rm(folder, { recursive: true, force: true });
  }
}

/** The medians of the requests in a second of both, measured in turn. */
async function compare(
  ports: readonly [number, number],
  path: string,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<[number, number]> {
  const rates: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++)
    for (const [side, port] of ports.entries())
      rates[side]?.push(await rateOf(`http://127.0.0.1:${port}${path}`, seconds));
  return [median(rates[0]), median(rates[1])];
}

async function rateOf(url: string, seconds: number): Promise<number> {
  const { stdout } = await execute(WRK, ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, url]);
  const rate = /^Requests\/sec:\s+([0-9.]+)/m.exec(stdout)?.[1];
  if (!rate || /Non-2xx/.test(stdout)) throw new Error(`wrk told no rate:\n${stdout}`);
  return Number(rate);
}
