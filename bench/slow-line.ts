import { execFileSync, spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generate } from 'selfsigned';
import { nginxFor, replaced } from '../apps/server/src/setup/nginx-file.ts';
import { chromiumPath } from '../e2e/harness/chromium.ts';
import { endChild } from './child.ts';

/** The product at one end of a slow line, behind nginx with TLS, and a browser at the other. */
export interface SlowLine {
  /** How to start the browser at its end of the line. */
  readonly browser: { readonly executablePath: string; readonly args: readonly string[] };
  /** The address of the product there. */
  readonly siteUrl: string;
  /** The address of the empty page there. */
  readonly emptyUrl: string;
  close(): Promise<void>;
}

const SITE = 'site.test';
const EMPTY = 'empty.test';
/** The address of the line's near end. */
const NEAR = '198.18.0.1';
const ROOT = join(import.meta.dirname, '..');
const NGINX = '/usr/sbin/nginx';
const START_MS = 10_000;

/** The ports of two servers on this machine; the second stands where the empty page does. */
export function portsOf(site: string, empty: string): { site: number; empty: number } {
  return { site: Number(new URL(site).port), empty: Number(new URL(empty).port) };
}

/** The meaning of `--line` for {@link openLine}. */
export const LINE_MEANING =
  'over a real line: network namespaces NAME-server (198.18.0.1) and NAME-client; as root';

/** What the product is told where it stands behind the line. */
export const LINE_ENV = { PUBLIC_URL: `https://${SITE}`, TRUST_PROXY: '127.0.0.1' };

/**
 * Opens the ends of the line `name`: two network namespaces, `name`-server with the address
 * 198.18.0.1 and `name`-client, which somebody has joined by a line with a rate, a delay and loss
 * (netem, or a program in user space). Needs root, nginx and Chromium. `ports` are those of the
 * product and of the empty page on this machine. nginx and its network are configured as shipped.
 */
export async function openLine(
  name: string,
  ports: { readonly site: number; readonly empty: number },
): Promise<SlowLine> {
  requireLine(name);
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-line-'));
  const relays = {
    site: await relay(join(folder, 'site.socket'), ports.site),
    empty: await relay(join(folder, 'empty.socket'), ports.empty),
  };
  const { cert, private: key } = await generate([{ name: 'commonName', value: SITE }], {
    keyType: 'ec',
    extensions: [
      { name: 'subjectAltName', altNames: [SITE, EMPTY].map((value) => ({ type: 2, value })) },
    ],
  });
  await writeFile(join(folder, 'fullchain.pem'), cert);
  await writeFile(join(folder, 'privkey.pem'), key);
  await mkdir(join(folder, 'temporary'));
  const config = join(folder, 'nginx.conf');
  await writeFile(config, nginxOf(folder));
  const near = ['netns', 'exec', `${name}-server`];
  execFileSync('ip', [...near, 'sysctl', '-q', '-p', join(ROOT, 'deploy/sysctl.conf')]);
  const words = [...near, NGINX, '-c', config, '-g', 'daemon off;'];
  const nginx = spawn('ip', words, { stdio: ['ignore', 'inherit', 'inherit'] });
  const close = async (): Promise<void> => {
    await endChild(nginx, { signal: 'SIGTERM', withinMs: 5_000 });
    for (const server of Object.values(relays)) server.close();
    await rm(folder, { recursive: true, force: true });
  };
  for (const until = Date.now() + START_MS; !existsSync(join(folder, 'pid')); await wait(50))
    if (nginx.exitCode !== null || Date.now() > until) {
      await close();
      throw new Error('nginx did not start at the end of the line');
    }
  const executablePath = join(folder, 'chromium');
  const program = `exec ip netns exec ${name}-client ${chromiumPath()} "$@"`;
  await writeFile(executablePath, `#!/bin/sh\n${program}\n`);
  await chmod(executablePath, 0o755);
  return {
    browser: {
      executablePath,
      args: [
        `--host-resolver-rules=MAP *.test ${NEAR}, MAP * ~NOTFOUND`,
        `--ignore-certificate-errors-spki-list=${fingerprintOf(cert)}`,
      ],
    },
    siteUrl: LINE_ENV.PUBLIC_URL,
    emptyUrl: `https://${EMPTY}/page`,
    close,
  };
}

function requireLine(name: string): void {
  const missing = ['server', 'client']
    .map((end) => `/run/netns/${name}-${end}`)
    .filter((path) => !existsSync(path));
  if (missing.length > 0) throw new Error(`--line ${name}: there is no ${missing.join(', ')}`);
  if (!existsSync(NGINX)) throw new Error('--line needs nginx (Debian: apt-get install nginx)');
}

/** Leads a unix socket, which both namespaces see, to a port of this machine. */
async function relay(path: string, port: number): Promise<Server> {
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    // nginx asks again on another connection when this one is gone.
    for (const socket of [near, far]) socket.once('error', () => socket.destroy());
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return server;
}

/** The shipped file; in the place of the studio stands the empty page. */
function nginxOf(folder: string): string {
  const shipped = (file: string) => readFileSync(join(ROOT, 'deploy', file), 'utf8');
  const upstreams = { pages: [1], calls: [2], studio: [3] };
  const text = nginxFor({ site: SITE, studio: EMPTY, upstreams }, shipped);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${join(folder, 'temporary', kind)};\n`)
    .join('');
  return replaced(text, {
    'user www-data;': 'user root;',
    'pid /run/nginx.pid;': `pid ${join(folder, 'pid')};`,
    '/var/log/nginx/': `${folder}/`,
    'http {\n': `http {\n${temporary}`,
    [`/etc/letsencrypt/live/${SITE}/`]: `${folder}/`,
    '/srv/bonisa/': `${ROOT}/`,
    '127.0.0.1:1 ': `unix:${join(folder, 'site.socket')} `,
    '127.0.0.1:2 ': `unix:${join(folder, 'site.socket')} `,
    '127.0.0.1:3 ': `unix:${join(folder, 'empty.socket')} `,
  });
}

/** What Chromium asks of a key that it shall trust: SHA-256 of its public half. */
function fingerprintOf(certificate: string): string {
  const { publicKey } = new X509Certificate(certificate);
  const bytes = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(bytes).digest('base64');
}
