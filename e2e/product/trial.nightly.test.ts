// Interfaces 'Start and stop': the production that an operator tries on one machine.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, isFree } from '../../scripts/free-ports.ts';
import { launchChromium } from '../harness/chromium.ts';
import { endOf, freshFolder, waitUntil } from './process.test-kit.ts';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = 'apps/server/src/setup/trial.process.ts';
const PORTS = 12;

describe('npm run trial', () => {
  const { folder, remove } = freshFolder();
  let port: number;
  let child: ChildProcess;
  let output: string;
  let ended: Promise<number | null>;
  let browser: Browser;

  const start = async (): Promise<void> => {
    output = '';
    const words = [PROGRAM, '--folder', folder, '--port', String(port)];
    child = spawn(process.execPath, ['--import', './scripts/drizzle-imports.mjs', ...words], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    ended = endOf(child);
    const running = { child, output: () => output, ended };
    await waitUntil('the trial runs', running, () => output.includes('Ctrl-C'));
  };

  beforeAll(async () => {
    // PostgreSQL has a user of its own.
    chmodSync(folder, 0o755);
    port = await freePort(PORTS);
    browser = await launchChromium();
    await start();
  });
  afterAll(async () => {
    child?.kill('SIGTERM');
    await ended;
    await browser?.close();
    remove();
  });

  const open = async (address: string): Promise<Page> => {
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    expect((await page.goto(address))?.status()).toBe(200);
    return page;
  };

  it('serves the site and the studio over TLS, and a page of handsets', async () => {
    const site = await open(`https://localhost:${port}/`);
    expect(await site.title()).toContain('Trial');
    const link = /https:\/\/studio\.\S+/.exec(output.slice(output.indexOf('handsets')))?.[0] ?? '';
    const studio = await open(link);
    await studio.getByRole('heading', { level: 1 }).waitFor();
    await open(`http://127.0.0.1:${port + 2}/`);
  });

  it('stops all of it at Ctrl-C, and starts again on what it stored', async () => {
    child.kill('SIGINT');
    // A terminal and npm each send one.
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    for (let more = 0; more < PORTS; more++) expect(await isFree(port + more)).toBe(true);
    await start();
    expect(output).toMatch(/https:\/\/studio\.\S+#\S+/);
  });

  it('ends, and names the part, where one of its parts ends', async () => {
    child.kill('SIGTERM');
    await ended;
    const busy = spawn(process.execPath, [
      '-e',
      `require('node:net').createServer().listen(${port}, '127.0.0.1', () => console.log('up'))`,
    ]);
    await new Promise((resolve) => busy.stdout.once('data', resolve));
    await expect(start()).rejects.toThrow(/trial: nginx ended: see .*nginx\.log/);
    expect(await ended).toBe(1);
    busy.kill();
  });
});
