/**
 * The whole product as production runs it: `MODE=production` with PostgreSQL, behind a proxy that
 * speaks https, with a carrier of its own that is reached over https too.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import {
  createOnServer,
  dropOnServer,
  namedOn,
} from '@bonisa/kit/database/database-server.test-kit';
import { generate } from 'selfsigned';
import { freePort } from '../../scripts/free-ports.ts';
import {
  answers,
  freshFolder,
  type Process,
  startProcess,
  waitUntil,
  waitUntilReady,
} from './process.test-kit.ts';

const SIMULATOR = join(import.meta.dirname, '../../apps/carrier-sim/src/main.ts');
const secret = () => randomBytes(32).toString('base64url');

/** The certificate of this machine, which the browser of a test does not check. */
async function certificate() {
  const names = ['localhost', 'studio.localhost'].map((value) => ({ type: 2, value }) as const);
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: names }],
  });
  return { key, cert };
}

/** Speaks https on one port and http to another one, as a proxy in front of the product does. */
async function speakHttps(
  pair: { readonly key: string; readonly cert: string },
  from: number,
  to: number,
): Promise<Server> {
  const server = createServer(pair, (asked, answer) => {
    const headers = {
      ...asked.headers,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    };
    const { method, url } = asked;
    const passed = request({ host: '127.0.0.1', port: to, method, path: url, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.pipe(answer);
    });
    // The product has ended, or has cut the connection.
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(from, '127.0.0.1', resolve));
  return server;
}

export type ProductionProduct = Awaited<ReturnType<typeof startProduction>>;

/** Where a production will be, for what must be there before it starts. */
export interface ProductionPlace {
  readonly site: string;
  readonly studio: string;
  readonly carrier: string;
  /** What speaks https to the product as well; the product trusts it. */
  readonly pair: { readonly key: string; readonly cert: string };
}

type Variables = Record<string, string>;

/**
 * Starts an empty production on a new database of `server`; `more` are further variables, or starts
 * what they name and returns them.
 */
export async function startProduction(
  server: string,
  more: Variables | ((place: ProductionPlace) => Promise<Variables>),
) {
  const { folder, remove } = freshFolder();
  const [site, inside, carrier] = [await freePort(3), await freePort(3), await freePort(2)];
  const pair = await certificate();
  const trusted = join(folder, 'certificate.pem');
  writeFileSync(trusted, pair.cert);
  const proxies = await Promise.all([
    speakHttps(pair, site, inside),
    speakHttps(pair, site + 1, inside + 1),
    speakHttps(pair, site + 2, carrier),
  ]);
  const database = await createOnServer(server);
  const urls = {
    site: `https://localhost:${site}`,
    studio: `https://studio.localhost:${site + 1}`,
    carrier: `https://localhost:${site + 2}`,
  };
  const shared = { ENRICHMENT_SECRET: secret(), CARRIER_CLIENT_ID: 'operator' };
  const inboundToken = secret();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = (key: typeof privateKey) =>
    JSON.stringify({ ...key.export({ format: 'jwk' }), kid: 'operator', alg: 'ES256' });
  const simulator = startProcess(
    {
      ...shared,
      NODE_EXTRA_CA_CERTS: trusted,
      CARRIER_SIM_PORT: String(carrier),
      DATA_DIR: folder,
      SITE_URL: `http://127.0.0.1:${inside}`,
      PUBLIC_URL: urls.site,
      PROXY_URL: urls.carrier,
      CARRIER_CLIENT_JWK: jwk(publicKey),
      INBOUND_URL: `${urls.site}/carrier`,
      INBOUND_TOKEN: inboundToken,
    },
    SIMULATOR,
  );
  const handsets = `http://127.0.0.1:${carrier}`;
  await waitUntil('the carrier answers', simulator, () => answers(`${handsets}/`));
  const variables: Variables = {
    ...shared,
    NODE_EXTRA_CA_CERTS: trusted,
    MODE: 'production',
    DATABASE_URL: namedOn(server, database),
    DATA_DIR: folder,
    PORT: String(inside),
    OPS_PORT: String(inside + 2),
    STUDIO_PORT: String(inside + 1),
    PUBLIC_URL: urls.site,
    STUDIO_URL: urls.studio,
    TRUST_PROXY: '127.0.0.1',
    SECRET_KEY: secret(),
    CARRIER_URL: urls.carrier,
    CARRIER_TOKEN_URL: `${urls.carrier}/oauth2/token`,
    CARRIER_KEY: jwk(privateKey),
    CARRIER_INBOUND_TOKEN: inboundToken,
    SERVICE_KEY_DAILY: 'operator-daily',
    SERVICE_KEY_WEEKLY: 'operator-weekly',
    SERVICE_KEY_MONTHLY: 'operator-monthly',
    ...(typeof more === 'function' ? await more({ ...urls, pair }) : more),
  };
  const product = startProcess(variables);
  await waitUntilReady(product, { site: inside, ops: 0, studio: 0, carrier: 0 });

  async function end({ child, ended }: Process): Promise<void> {
    child.kill('SIGTERM');
    await ended;
  }

  return {
    ...urls,
    folder,
    /** Operations, on this machine alone. */
    ops: `http://127.0.0.1:${inside + 2}`,
    /** The carrier's own address for people and tests, without https. */
    handsets,
    variables,
    output: product.output,
    async close(): Promise<void> {
      await end(product);
      await end(simulator);
      for (const proxy of proxies) {
        proxy.closeAllConnections();
        proxy.close();
      }
      await dropOnServer(server, database);
      remove();
    },
  };
}
