/**
 * The files of a new installation, from a few answers: variables with fresh secrets and the key
 * that the carrier knows us by, nginx with the names, a brand to fill in.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { OUR_COLOURS } from '@bonisa/domain/brand/brand-files';
import { type NginxPlace, nginxFor } from './nginx-file.ts';

export interface Answers {
  /** The name of the service, as viewers read it. */
  readonly name: string;
  /** Names such as `watch.example.org`, with a port that is not 443. */
  readonly site: string;
  readonly studio: string;
  /** `DATABASE_URL`, `FILE_STORE` and `CARRIER_URL`. */
  readonly database: string;
  readonly files: string;
  readonly carrier: string;
}

export interface NewFile {
  readonly path: string;
  readonly text: string;
  /** Whether only its owner may read it. */
  readonly isSecret: boolean;
}

export interface Installation {
  readonly files: readonly NewFile[];
  /** The public half of `CARRIER_KEY`, a JWK in JSON: the carrier is given it. */
  readonly publicKey: string;
}

/** Reads a file of `deploy/`. */
export type Template = (name: string) => string;

const UNITS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  api: { PORT: '3010', OPS_PORT: '3011' },
  jobs: { PORT: '3020', OPS_PORT: '3021' },
  'pages-2': { ROLE: 'pages', PORT: '3030', OPS_PORT: '3031' },
  'api-2': { ROLE: 'api', PORT: '3040', OPS_PORT: '3041', STUDIO_PORT: '3042' },
  'jobs-2': { ROLE: 'jobs', PORT: '3050', OPS_PORT: '3051' },
};
const UPSTREAMS = { pages: [3000, 3030], calls: [3010, 3040], studio: [3002, 3042] };

/** For systemd: all of it belongs into one folder, such as `/etc/bonisa`. */
export function unitsInstallation(
  answers: Answers,
  folder: string,
  template: Template,
): Installation {
  const { variables, publicKey } = variablesOf(answers);
  const inFolder = /^file:\/\/(\/.+)$/.exec(answers.files)?.[1];
  const place: NginxPlace = {
    site: withoutPort(answers.site),
    studio: withoutPort(answers.studio),
    upstreams: UPSTREAMS,
    ...(inFolder ? { folder: inFolder } : {}),
  };
  const all = {
    ...variables,
    DATABASE_URL: answers.database,
    FILE_STORE: answers.files,
    TRUST_PROXY: '127.0.0.1',
  };
  const production = `${filled(template('production.env.example'), all)}BRAND_DIR=${join(folder, 'brand')}\n`;
  const units = Object.entries(UNITS).map(([unit, own]) => secret(`${unit}.env`, envOf(own)));
  const files = [
    secret('production.env', production),
    ...units,
    open('nginx.conf', nginxFor(place, template)),
    open('brand/brand.json', `${JSON.stringify(brandOf(answers.name), null, 2)}\n`),
    open('carrier-public-key.json', `${publicKey}\n`),
    ...(inFolder ? [open('files.conf', folderRights(inFolder))] : []),
  ];
  return { files, publicKey };
}

/** For Compose: all of it belongs into `deploy/`, where `compose.yaml` is. */
export function composeInstallation(answers: Answers, template: Template): Installation {
  const { variables, publicKey } = variablesOf(answers);
  const store = { STORE_KEY: hex(), STORE_SECRET: hex() };
  const own = { POSTGRES_PASSWORD: hex(), GRAFANA_PASSWORD: hex(), ...store };
  const keys = template('s3.json.example')
    .replace('STORE_KEY', store.STORE_KEY)
    .replace('STORE_SECRET', store.STORE_SECRET);
  const proxy = template('nginx-tls.conf')
    .replaceAll('watch.example.org', answers.site)
    .replaceAll('studio.example.org', answers.studio);
  const named = { ...variables, BRAND_NAME: answers.name };
  const files = [
    secret('production.env', filled(template('production.env.example'), named)),
    secret('compose.env', filled(template('compose.env.example'), own)),
    secret('s3.json', keys),
    secret('alertmanager.yaml', template('alertmanager.yaml.example')),
    open('proxy.conf', proxy),
    open('carrier-public-key.json', `${publicKey}\n`),
  ];
  return { files, publicKey };
}

const secret = (path: string, text: string): NewFile => ({ path, text, isSecret: true });
const open = (path: string, text: string): NewFile => ({ path, text, isSecret: false });
const random = (): string => randomBytes(32).toString('base64url');
/** Letters and digits only, for what stands in an address. */
const hex = (): string => randomBytes(24).toString('hex');
const withoutPort = (name: string): string => name.replace(/:\d+$/, '');

function variablesOf({ site, studio, carrier }: Answers) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { kid: random().slice(0, 8), alg: 'ES256' };
  const variables = {
    PUBLIC_URL: `https://${site}`,
    STUDIO_URL: `https://${studio}`,
    SECRET_KEY: random(),
    OPS_TOKEN: random(),
    CARRIER_URL: carrier,
    CARRIER_TOKEN_URL: `${carrier.replace(/\/$/, '')}/oauth2/token`,
    CARRIER_KEY: `'${JSON.stringify({ ...privateKey.export({ format: 'jwk' }), ...key })}'`,
    CARRIER_INBOUND_TOKEN: random(),
  };
  const shown = { ...publicKey.export({ format: 'jwk' }), ...key };
  return { variables, publicKey: JSON.stringify(shown) };
}

/** A shipped file of variables with values; throws where it has no line for one of them. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((sum, [name, value]) => {
    const place = new RegExp(`^${name}=.*$`, 'm');
    if (!place.test(sum)) throw new Error(`${name} has no line in the shipped file`);
    return sum.replace(place, () => `${name}=${value}`);
  }, text);
}

const envOf = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** The brand with our colours, to be changed; docs/brand.md has all fields. */
const brandOf = (name: string) => ({
  name,
  colours: OUR_COLOURS,
});

/** A unit's right to write the folder of files, and nginx's to read it. */
const folderRights = (folder: string): string =>
  `[Service]\nReadWritePaths=${folder}\nUMask=0027\n`;
