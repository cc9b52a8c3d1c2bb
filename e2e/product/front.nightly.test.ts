// The files for nginx in front of the product: TLS, the viewer's address, limits, built files from
// a folder, and what a cache of one's own holds.
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  BUILT,
  BUILT_HERE,
  runNginx,
  startNginx,
  type TestNginx,
} from '@bonisa/media/delivery/nginx.test-kit';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-ports.ts';
import { type Fleet, startFleet } from '../drills/fleet.ts';
import { subscribePerson } from '../drills/person.ts';
import { freshFolder } from './process.test-kit.ts';

const SITE = 'watch.example.org';
const STUDIO = 'studio.example.org';
const { folder, remove } = freshFolder();
let ports: { http: number; https: number; media: number; edge: number; folder: number };
let certificate: string;
let fleet: Fleet;
const running: TestNginx[] = [];

beforeAll(async () => {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/build.mjs')]);
  const [http, media] = [await freePort(2), await freePort(2)];
  ports = { http, https: http + 1, media, edge: media + 1, folder: await freePort() };
  const names = [SITE, STUDIO].map((value) => ({ type: 2, value }) as const);
  const pair = await generate([{ name: 'commonName', value: SITE }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: names }],
  });
  certificate = pair.cert;
  writeFileSync(join(folder, 'fullchain.pem'), pair.cert);
  writeFileSync(join(folder, 'privkey.pem'), pair.private);
  fleet = await startFleet(['pages', 'api'], {
    LIMITS: 'on',
    PUBLIC_URL: `https://${SITE}`,
    STUDIO_URL: `https://${STUDIO}`,
  });
  const [pages, api] = [fleet.of('pages')[0]?.site, fleet.of('api')[0]?.site ?? 0];
  running.push(
    await runNginx('nginx-tls.conf', ports.https, () => ({
      'user nginx;': process.getuid?.() === 0 ? 'user root;' : '',
      [BUILT]: BUILT_HERE,
      '/etc/nginx/certificates': folder,
      '/var/www/acme': folder,
      'server pages:3000 resolve': `server 127.0.0.1:${pages}`,
      'server api:3000 resolve': `server 127.0.0.1:${api}`,
      'server api:3002 resolve': `server 127.0.0.1:${api + 2}`,
      'listen 80;': `listen 127.0.0.1:${ports.http};`,
      'listen 443 ssl': `listen 127.0.0.1:${ports.https} ssl`,
      'listen 443 quic reuseport;': '',
      'listen 443 quic;': '',
      'listen 443 quic default_server;': '',
    })),
    await startNginx({
      ...{ port: ports.folder, sites: [pages ?? 0], calls: [api] },
      ...{ folder: join(folder, 'files'), built: BUILT_HERE },
    }),
    await runNginx('nginx-edge.conf', ports.edge, (own) => ({
      '/var/cache/nginx': own,
      'listen 8081;': `listen 127.0.0.1:${ports.media};`,
      'listen 8082;': `listen 127.0.0.1:${ports.edge};`,
      '127.0.0.1:3000': `127.0.0.1:${pages}`,
    })),
  );
});
afterAll(async () => {
  for (const one of running) await one.stop();
  await fleet?.close();
  remove();
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
interface Asked {
  readonly name?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer;
  /** The address that the request comes from. */
  readonly from?: string;
}

function ask(
  port: number,
  path: string,
  { name = SITE, method = 'GET', headers, body, from }: Asked = {},
) {
  const isSecure = port === ports.https;
  return new Promise<Answer>((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { host: name, ...headers },
      ...(from ? { localAddress: from } : {}),
      ...(isSecure ? { ca: certificate, servername: name } : {}),
    };
    const asked = (isSecure ? secure : plain)(options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(parts),
        }),
      );
    });
    asked.on('error', reject).end(body);
  });
}

describe('nginx with TLS', () => {
  it('sends http to https, for both names', async () => {
    for (const name of [SITE, STUDIO]) {
      const { status, headers } = await ask(ports.http, '/live?a=1', { name });
      expect({ status, location: headers.location }).toEqual({
        status: 308,
        location: `https://${name}/live?a=1`,
      });
    }
  });

  it('shows an authority what proves that the names are ours, without https', async () => {
    mkdirSync(join(folder, '.well-known/acme-challenge'), { recursive: true });
    writeFileSync(join(folder, '.well-known/acme-challenge/token'), 'token.thumbprint');
    const answer = await ask(ports.http, '/.well-known/acme-challenge/token');
    expect([answer.status, answer.body.toString()]).toEqual([200, 'token.thumbprint']);
    expect((await ask(ports.http, '/.well-known/acme-challenge/other')).status).toBe(404);
    expect((await ask(ports.http, '/fullchain.pem')).status).toBe(308);
  });

  it('answers pages, calls and the studio with HSTS, once, and names no version of nginx', async () => {
    for (const [name, path] of [
      [SITE, '/'],
      [SITE, '/api/csrf-token'],
      [SITE, '/content/v1/channels'],
      [STUDIO, '/'],
    ] as const) {
      const { status, headers } = await ask(ports.https, path, { name });
      expect(status, path).toBeLessThan(400);
      expect(headers['strict-transport-security'], path).toBe('max-age=31536000');
      expect(headers['x-content-type-options'], path).toBe('nosniff');
      expect(headers.server ?? 'nginx').toBe('nginx');
    }
  });

  it('knows no other name, and shows no probe', async () => {
    await expect(ask(ports.https, '/', { name: 'other.example.org' })).rejects.toThrow();
    expect((await ask(ports.https, '/healthz/ready')).status).toBe(404);
  });

  it('lets parts of uploads and large pictures through to the studio, and only there', async () => {
    const body = Buffer.alloc(32 * 2 ** 20);
    const headers = { 'content-type': 'application/offset+octet-stream' };
    const sent = { method: 'PATCH', headers, body };
    const path = '/studio/api/uploads/files/00000000-0000-4000-8000-000000000000';
    const answer = await ask(ports.https, path, { ...sent, name: STUDIO });
    // Our process refuses the stranger: nginx would have said 413.
    expect(answer.headers['x-correlation-id']).toBeDefined();
    expect(answer.status).not.toBe(413);
    expect((await ask(ports.https, '/api/feedback', sent)).status).toBe(413);
  });

  it('sets a session that only https carries', async () => {
    const { headers } = await ask(ports.https, '/api/csrf-token');
    const cookies = headers['set-cookie'] ?? [];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure/);
  });

  it('counts by the address of the connection, whatever a client says about itself', async () => {
    const claims = (i: number) => ({ 'x-forwarded-for': `203.0.113.${i % 250}` });
    const answers = await Promise.all(
      Array.from({ length: 700 }, (_, i) =>
        ask(ports.https, '/api/csrf-token', { from: '127.0.0.3', headers: claims(i) }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers['retry-after']).toMatch(/^\d+$/);
    const other = await ask(ports.https, '/api/csrf-token', { from: '127.0.0.2' });
    expect(other.status).toBe(200);
  });
});

describe.each(['folder', 'https'] as const)('built files by nginx (%s)', (front) => {
  const names = readdirSync(join(BUILT_HERE, 'assets'), { recursive: true })
    .map(String)
    .filter((name) => /\.(?:js|css|woff2)$/.test(name));
  const COMPARED = [
    ...['content-type', 'content-encoding', 'cache-control', 'vary', 'x-content-type-options'],
    ...['cross-origin-resource-policy', 'content-length', 'content-security-policy'],
  ];
  const seen = ({ status, headers, body }: Answer) => ({
    status,
    headers: Object.fromEntries(COMPARED.map((name) => [name, headers[name]])),
    body: createHash('sha256').update(body).digest('hex'),
  });
  /** Whether nginx sent it: our process names each answer. */
  const byNginx = ({ headers }: Answer) => headers['x-correlation-id'] === undefined;
  const fromProcess = (path: string, asked: Asked) =>
    ask(fleet.of('pages')[0]?.site ?? 0, path, asked);

  it.each(['gzip, deflate, br, zstd', 'gzip, deflate', 'identity', ''])(
    'are what our process sends to a client that takes %j',
    async (accepted) => {
      const headers = { 'accept-encoding': accepted };
      for (const kind of ['.js', '.css', '.woff2', 'zu/']) {
        const name = names.find((one) => one.endsWith(kind) || one.startsWith(kind));
        const path = `/assets/${name}`;
        const answer = await ask(ports[front], path, { headers });
        expect(seen(answer), path).toEqual(seen(await fromProcess(path, { headers })));
        expect(byNginx(answer), path).toBe(true);
        expect(answer.headers['last-modified']).toBeUndefined();
      }
    },
  );

  it('are sent by our process where a list has weights, and where the folder has no such file', async () => {
    const path = `/assets/${names.find((one) => one.endsWith('.js'))}`;
    const weighed = { headers: { 'accept-encoding': 'br;q=0, gzip;q=0.5' } };
    const answer = await ask(ports[front], path, weighed);
    expect(seen(answer)).toEqual(seen(await fromProcess(path, weighed)));
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(byNginx(answer)).toBe(false);
    for (const [missing, method] of [
      ['/assets/of-another-version-AbCdEf12.js', 'GET'],
      ['/assets/', 'GET'],
      [`${path}.br`, 'GET'],
      [path, 'POST'],
    ] as const) {
      const refused = await ask(ports[front], missing, { method });
      expect(byNginx(refused), missing).toBe(false);
      expect(refused.status, missing).toBeGreaterThanOrEqual(400);
      expect(refused.headers['cache-control'] ?? '', missing).not.toContain('immutable');
    }
    // Above the folder there is nothing, for anybody.
    const above = '/assets/%2e%2e/%2e%2e/%2e%2e/package.json';
    expect((await ask(ports[front], above)).status).toBe(400);
  });
});

describe('a cache of one’s own', () => {
  const cache = ({ headers }: Answer) => headers['x-cache'];

  it('holds segments, by range too, for everybody', async () => {
    const url = `http://127.0.0.1:${fleet.of('api')[0]?.site}`;
    const person = await subscribePerson({ url, carrier: fleet.carrier }, '27821234567');
    const base = (await person.play()).media.parts[0].base as string;
    const segment = `${new URL(base, `https://${SITE}`).pathname}360p/0.m4s`;
    const whole = await ask(ports.media, segment);
    expect({ status: whole.status, cache: cache(whole) }).toEqual({ status: 200, cache: 'MISS' });
    const part = await ask(ports.media, segment, { headers: { range: 'bytes=100-199' } });
    expect({ status: part.status, cache: cache(part) }).toEqual({ status: 206, cache: 'HIT' });
    expect(part.body.equals(whole.body.subarray(100, 200))).toBe(true);
    // An address with another signature is another address, and refused.
    const forged = segment.replace(/-[\w-]{6}/, '-AAAAAA');
    expect((await ask(ports.media, forged)).status).toBe(403);
    expect((await ask(ports.media, '/')).status).toBe(404);
    // A browser asks before it resumes a segment that was cut, since this is another origin.
    const asked = await ask(ports.media, segment, {
      method: 'OPTIONS',
      headers: { origin: `https://${SITE}`, 'access-control-request-headers': 'range' },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers['access-control-allow-origin']).toBeDefined();
  });

  it('holds pictures, and takes no writes', async () => {
    const page = (await ask(ports.edge, '/')).body.toString();
    const picture = /\/pictures\/[\w/-]+\.(?:avif|webp|jpg)/.exec(page)?.[0] ?? '';
    const first = await ask(ports.media, picture);
    expect({ status: first.status, cache: cache(first) }).toEqual({ status: 200, cache: 'MISS' });
    expect(first.headers['cache-control']).toContain('immutable');
    const again = await ask(ports.media, picture, { headers: { cookie: 'bonisa_session=x' } });
    expect(cache(again)).toBe('HIT');
    expect((await ask(ports.media, picture, { method: 'POST' })).status).toBe(403);
  });

  it('holds pages and content once for all spellings of what a browser takes', async () => {
    const page = `/privacy-policy?utm_source=${randomBytes(4).toString('hex')}`;
    const first = await ask(ports.edge, page, { headers: { 'accept-encoding': 'gzip, br' } });
    expect({ status: first.status, cache: cache(first) }).toEqual({ status: 200, cache: 'MISS' });
    const session = { 'accept-encoding': 'br;q=1.0, gzip', cookie: 'bonisa_session=somebody' };
    const second = await ask(ports.edge, page, { headers: session });
    expect(cache(second)).toBe('HIT');
    expect(second.headers['content-encoding']).toBe('br');
    expect(second.body.equals(first.body)).toBe(true);
    expect(second.headers['set-cookie']).toBeUndefined();
    expect(second.headers['content-security-policy']).toBe(
      first.headers['content-security-policy'],
    );
    expect(cache(await ask(ports.edge, page, { headers: { 'accept-encoding': 'gzip' } }))).toBe(
      'MISS',
    );
  });

  it('holds nothing of one person, and no other language', async () => {
    for (const path of ['/api/csrf-token', '/api/viewer']) {
      const { headers } = await ask(ports.edge, path);
      expect(headers['x-cache'], path).toBeUndefined();
    }
    for (const cookie of ['bonisa_language=zu', '__Host-bonisa_preview=x'])
      for (let i = 0; i < 2; i++) {
        const answer = await ask(ports.edge, '/privacy-policy', { headers: { cookie } });
        expect(cache(answer), cookie).toBe('BYPASS');
      }
    const zulu = await ask(ports.edge, '/', { headers: { cookie: 'bonisa_language=zu' } });
    expect(zulu.body.toString()).toContain('lang="zu-ZA"');
    expect((await ask(ports.edge, '/')).body.toString()).toContain('lang="en-ZA"');
    for (let i = 0; i < 2; i++)
      expect(cache(await ask(ports.edge, '/search?q=isibane'))).toBe('MISS');
  });

  it('tells the origin whose a page is, whatever the client says about itself', async () => {
    const claims = (i: number) => ({ 'x-forwarded-for': `203.0.113.${i % 250}` });
    const searches = await Promise.all(
      Array.from({ length: 150 }, (_, i) =>
        ask(ports.edge, `/search?q=edge${i}`, { from: '127.0.0.5', headers: claims(i) }),
      ),
    );
    expect(searches.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    const other = await ask(ports.edge, '/search?q=another', { from: '127.0.0.6' });
    expect(other.status).toBe(200);
  });

  it('sends old pages and media while the origin is away, and says so', async () => {
    let held = await ask(ports.edge, '/');
    // While an old page is sent, nginx asks for the new one.
    for (; cache(held) === 'STALE'; await wait(100)) held = await ask(ports.edge, '/');
    expect(held.status).toBe(200);
    const pages = fleet.of('pages')[0];
    pages?.process.child.kill('SIGKILL');
    await pages?.process.ended;
    let until = Date.now() + 60_000;
    let answer = await ask(ports.edge, '/');
    // The page is held for 15 seconds; after that it is stale.
    for (; cache(answer) !== 'STALE' && Date.now() < until; await wait(100)) {
      expect(answer.status).toBe(200);
      answer = await ask(ports.edge, '/');
    }
    expect({ status: answer.status, cache: cache(answer) }).toEqual({
      status: 200,
      cache: 'STALE',
    });
    expect(answer.body.equals(held.body)).toBe(true);
    expect((await ask(ports.edge, '/api/viewer')).status).toBe(502);
    await pages?.again();
    // nginx asks in the background, and then has the new one.
    until = Date.now() + 60_000;
    for (; cache(answer) !== 'HIT' && Date.now() < until; await wait(100))
      answer = await ask(ports.edge, '/');
    expect(cache(answer)).toBe('HIT');
  });
});
