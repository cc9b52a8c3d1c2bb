/** A browser of another maker, driven over WebDriver as its maker ships it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { debianProgram } from '../../scripts/debian-program.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { connectBidi } from './bidi.ts';

export interface RemoteBrowser {
  /** Opens an address and waits until it has loaded. */
  open(address: string): Promise<void>;
  /** The value of an expression in the page, as JSON carries it. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Performs input as a person would: the action sequences of W3C WebDriver. */
  perform(actions: readonly object[]): Promise<void>;
  /** Gives the page a size in CSS pixels; the window of WebKitGTK is at least 447 wide. */
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts Firefox ESR, which speaks WebDriver BiDi itself. */
export async function startFirefox(): Promise<RemoteBrowser> {
  const program = debianProgram('firefox-esr', 'firefox-esr');
  const home = await mkdtemp(join(tmpdir(), 'bonisa-firefox-'));
  const child = spawn(
    program,
    ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: home } },
  );
  const address = await lineOf(child.stderr, /WebDriver BiDi listening on (ws:\S+)/);
  const bidi = await connectBidi(`${address}/session`);
  await bidi.send('session.new', { capabilities: {} });
  const { contexts } = await bidi.send<{ contexts: readonly { context: string }[] }>(
    'browsingContext.getTree',
    {},
  );
  const context = contexts[0]?.context;
  return {
    async open(url) {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async evaluate(expression) {
      const target = { context };
      const { result } = await bidi.send<{ result: { value: string } }>('script.evaluate', {
        expression: `JSON.stringify({ value: ${expression} })`,
        target,
        awaitPromise: false,
      });
      return JSON.parse(result.value).value;
    },
    async perform(actions) {
      await bidi.send('input.performActions', { context, actions });
    },
    async resize(width, height) {
      await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    async close() {
      bidi.close();
      await end(child);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Starts the small browser of WebKitGTK, the engine of set-top boxes, on a screen in memory. */
export async function startWebKit(): Promise<RemoteBrowser> {
  const driver = debianProgram('WebKitWebDriver', 'webkit2gtk-driver', 'gstreamer1.0-libav');
  const screen = spawn(debianProgram('Xvfb', 'xvfb'), ['-displayfd', '1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = await lineOf(screen.stdout, /^(\d+)$/m);
  const home = await mkdtemp(join(tmpdir(), 'bonisa-webkit-'));
  const port = await freePort();
  const child = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11', HOME: home },
  });
  const root = `http://127.0.0.1:${port}`;
  await waitUntil('WebKitWebDriver answers', async () => {
    const answer = await fetch(`${root}/status`).catch(() => undefined);
    return answer?.ok;
  });
  const { sessionId } = await call<{ sessionId: string }>(`${root}/session`, { capabilities: {} });
  const session = `${root}/session/${sessionId}`;
  return {
    async open(url) {
      await call(`${session}/url`, { url });
    },
    async evaluate(expression) {
      const script = `return JSON.stringify({ value: ${expression} })`;
      return JSON.parse(await call<string>(`${session}/execute/sync`, { script, args: [] })).value;
    },
    async perform(actions) {
      await call(`${session}/actions`, { actions });
    },
    async resize(width, height) {
      await call(`${session}/window/rect`, { width, height });
    },
    async close() {
      await fetch(session, { method: 'DELETE' });
      await end(child);
      await end(screen);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function call<Value>(address: string, body: object): Promise<Value> {
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: Value & { message?: string } };
  if (!answer.ok) throw new Error(`${address}: ${value.message}`);
  return value;
}

/** What a process says of itself. Rejects when it ends without a word of it. */
async function lineOf(output: Readable, pattern: RegExp): Promise<string> {
  let said = '';
  for await (const part of output.iterator({ destroyOnReturn: false })) {
    said += part;
    const found = pattern.exec(said)?.[1];
    if (found === undefined) continue;
    output.resume();
    return found;
  }
  throw new Error(`the program ended: ${said.slice(-500)}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
