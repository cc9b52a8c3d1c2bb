/** What the processes of a trial are configured with, stored in its folder at the first start. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { type Installation, unitsInstallation } from './installation.ts';
import { nginxFor, replaced } from './nginx-file.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const CLIENT = 'trial';

/** The ports of a trial, all on this machine. */
export interface TrialPorts {
  /** The site and the studio. */
  readonly tls: number;
  /** The carrier as the product reaches it, and its pages of handsets. */
  readonly carrierTls: number;
  readonly carrier: number;
  readonly pages: number;
  readonly api: number;
  readonly studio: number;
  readonly jobs: number;
  readonly database: number;
}

/** How many ports follow the first one. */
export const MORE_PORTS = 11;

export function portsFrom(first: number): TrialPorts {
  return {
    tls: first,
    carrierTls: first + 1,
    // The next one is its mobile network, and the one after a process's is its operations.
    carrier: first + 2,
    pages: first + 4,
    api: first + 6,
    studio: first + 8,
    jobs: first + 9,
    database: first + MORE_PORTS,
  };
}

type Variables = Record<string, string>;

export interface TrialConfiguration {
  /** Of the process with this role. */
  of(role: 'pages' | 'api' | 'jobs'): Variables;
  /** Of the simulated carrier. */
  readonly carrier: Variables;
  /** The file of nginx. */
  readonly nginx: string;
}

/** Reads the configuration in `folder`, which is made where there is none. */
export function trialConfiguration(
  folder: string,
  ports: TrialPorts,
  database: string,
): TrialConfiguration {
  const certificate = join(folder, 'certificate.pem');
  if (!existsSync(certificate)) makeCertificate(folder, certificate);
  const host = `localhost:${ports.tls}`;
  const carrierUrl = `https://localhost:${ports.carrierTls}`;
  const answers = {
    name: 'Trial',
    site: host,
    studio: `studio.${host}`,
    database,
    files: `file://${join(folder, 'files')}`,
    carrier: carrierUrl,
  };
  const production = join(folder, 'production.env');
  if (!existsSync(production)) write(folder, unitsInstallation(answers, folder, shipped));
  const stored = parseEnv(readFileSync(production, 'utf8')) as Variables;
  const common = {
    ...stored,
    DATABASE_URL: database,
    ENV_FILE: 'none',
    NODE_EXTRA_CA_CERTS: certificate,
    BRAND_SUPPORT_NUMBER: '0800 123 456',
    CARRIER_CLIENT_ID: CLIENT,
    SERVICE_KEY_DAILY: 'trial-daily',
    SERVICE_KEY_WEEKLY: 'trial-weekly',
    SERVICE_KEY_MONTHLY: 'trial-monthly',
  };
  const carrier = {
    ENV_FILE: 'none',
    NODE_EXTRA_CA_CERTS: certificate,
    CARRIER_SIM_PORT: String(ports.carrier),
    DATA_DIR: folder,
    SITE_URL: `http://127.0.0.1:${ports.pages}`,
    PUBLIC_URL: `https://${host}`,
    PROXY_URL: carrierUrl,
    ENRICHMENT_SECRET: stored.SECRET_KEY ?? '',
    CARRIER_CLIENT_ID: CLIENT,
    CARRIER_CLIENT_JWK: readFileSync(join(folder, 'carrier-public-key.json'), 'utf8'),
    INBOUND_URL: `https://${host}/carrier`,
    INBOUND_TOKEN: stored.CARRIER_INBOUND_TOKEN ?? '',
  };
  const nginx = join(folder, 'nginx.conf');
  writeFileSync(nginx, nginxOf(folder, ports));
  const of = (role: 'pages' | 'api' | 'jobs'): Variables => ({
    ...common,
    ROLE: role,
    DATA_DIR: join(folder, role),
    PORT: String(ports[role]),
    OPS_PORT: String(ports[role] + 1),
    STUDIO_PORT: String(ports.studio),
  });
  return { of, carrier, nginx };
}

function shipped(name: string): string {
  return readFileSync(join(ROOT, 'deploy', name), 'utf8');
}

function write(folder: string, { files }: Installation): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o600 });
  }
}

/** A certificate of this machine, which its processes trust; browsers ask before they do. */
function makeCertificate(folder: string, certificate: string): void {
  const words = [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-days', '365', '-subj', '/CN=localhost', '-keyout', join(folder, 'key.pem')],
    ...['-addext', 'subjectAltName=DNS:localhost,DNS:studio.localhost', '-out', certificate],
  ];
  execFileSync('openssl', words, { stdio: 'pipe' });
}

/** The shipped file with the trial's ports and folders, and the carrier as a further server. */
function nginxOf(folder: string, ports: TrialPorts): string {
  const upstreams = { pages: [ports.pages], calls: [ports.api], studio: [ports.studio] };
  const place = { site: 'localhost', studio: 'studio.localhost', upstreams };
  const text = nginxFor({ ...place, folder: join(folder, 'files') }, shipped);
  const own = join(folder, 'nginx');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${join(own, name)};\n`)
    .join('');
  const plain = text.slice(
    text.indexOf('  server {\n    listen 80;'),
    text.indexOf('  server {\n    listen 443'),
  );
  return replaced(text, {
    'user www-data;': process.getuid?.() === 0 ? 'user root;' : '',
    'pid /run/nginx.pid;': `pid ${join(own, 'pid')};`,
    '/var/log/nginx/': `${own}/`,
    '/var/cache/nginx/': `${own}/`,
    'http {\n': `http {\n${temporary}`,
    '/etc/letsencrypt/live/localhost/fullchain.pem': join(folder, 'certificate.pem'),
    '/etc/letsencrypt/live/localhost/privkey.pem': join(folder, 'key.pem'),
    '/srv/bonisa/': `${ROOT}/`,
    [plain]: `  server {
    listen 127.0.0.1:${ports.carrierTls} ssl http2;
    location / {
      proxy_pass http://127.0.0.1:${ports.carrier};
    }
  }

`,
    'listen 443 ': `listen 127.0.0.1:${ports.tls} `,
  });
}
