/** Settings that the product accepts and that are unsafe, or unwise, where it runs. */
import type { Config } from '../config.ts';
import { servesStudio } from '../listen-addresses.ts';
import { type Finding, findingsOf } from './finding.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const settings = findingsOf('configuration');

/** Secrets that must differ: one that is known would open what the other protects. */
const SECRETS = [
  'SECRET_KEY',
  'SECRET_KEY_FALLBACKS',
  'CARRIER_INBOUND_TOKEN',
  'CARRIER_INBOUND_TOKEN_NEXT',
  'ENRICHMENT_SECRET',
  'ENRICHMENT_SECRET_NEXT',
  'OPS_TOKEN',
  'OPS_TOKEN_NEXT',
] as const;
/** A random secret of 32 characters has more different ones with near certainty. */
const FEWEST_CHARACTERS = 10;

/** Everything unsafe about the settings, without trying anything. */
export function unsafeSettings(config: Config, variables: Variables): Finding[] {
  return [
    ...weakSecrets(variables),
    ...sharedSecrets(variables),
    ...unsafeProxies(config),
    ...trustedAddresses(config),
    ...(config.mode === 'production' ? unwiseInProduction(config) : [demoMode()]),
    ...(config.mode === 'production' && !variables.STUDIO_URL ? unnamedStudio(config) : []),
  ];
}

function demoMode(): Finding {
  return settings.warning(
    'MODE',
    'is demo: simulated carriers, demo catalogue and generated secrets where nothing else is set',
    'for a service: MODE=production',
  );
}

function weakSecrets(variables: Variables): Finding[] {
  return SECRETS.filter((name) => {
    const value = variables[name];
    return value && new Set(value).size < FEWEST_CHARACTERS;
  }).map((name) =>
    settings.warning(name, 'is no random value: it can be guessed', 'make a random one'),
  );
}

function sharedSecrets(variables: Variables): Finding[] {
  const holders = new Map<string, string>();
  return SECRETS.flatMap((name) => {
    const value = variables[name];
    if (!value) return [];
    const holder = holders.get(value);
    holders.set(value, name);
    return holder
      ? [
          settings.warning(
            name,
            `has the value of ${holder}`,
            'give each secret a value of its own',
          ),
        ]
      : [];
  });
}

function unsafeProxies({ trustProxy, host, mode }: Config): Finding[] {
  const everybody = trustProxy.filter((one) => /\/0+$/.test(one));
  const found: Finding[] = [];
  if (everybody.length > 0)
    found.push(
      settings.warning(
        'TRUST_PROXY',
        'names every address: anybody can claim any network, and limits by address do not hold',
        "name the proxy's addresses only",
      ),
    );
  if (mode === 'production' && trustProxy.length === 0 && !isLoopback(host))
    found.push(
      settings.warning(
        'HOST',
        'is open to the network without a proxy that ends TLS: sessions and numbers go in clear',
        'put a proxy in front, name it in TRUST_PROXY, and listen where only the proxy reaches',
      ),
    );
  return found;
}

/** Behind a proxy the studio is asked for by a name that it must know. */
function unnamedStudio(config: Config): Finding[] {
  if (!servesStudio(config)) return [];
  return [
    settings.warning(
      'STUDIO_URL',
      `is not set: the studio answers as ${config.studio.url} only, and links to it lead there`,
      'the https address of the studio, where it is used from other machines',
    ),
  ];
}

/** Addresses of people that a company may not have proven, at the sign-in to the studio. */
function trustedAddresses({ studio }: Config): Finding[] {
  if (!studio.oidc?.trustsEmail) return [];
  return [
    settings.warning(
      'STUDIO_OIDC_TRUST_EMAIL',
      'is 1: a person who can choose an address at the issuer takes the invitation of that address',
      'only for the issuer of one company that gives its people their addresses; else have it send email_verified',
    ),
  ];
}

function unwiseInProduction(config: Config): Finding[] {
  const { fraud, logLevel, fileStore, role, contentUrl, content2Url, ingest } = config;
  const { warning } = settings;
  const found: Finding[] = [];
  if (fraud.mode !== 'enforce')
    found.push(
      warning(
        'FRAUD_MODE',
        `is ${fraud.mode}: presses by programs are not refused`,
        'enforce, once a week of observe looks right',
      ),
    );
  if (logLevel === 'debug' || logLevel === 'trace')
    found.push(warning('LOG_LEVEL', 'slows a busy service down', 'info'));
  if (fileStore.kind === 'folder' && role !== 'all')
    found.push(
      warning(
        'FILE_STORE',
        'is a folder: every process needs the same one, as a network file system or on one machine',
        's3://…, or a folder that all machines mount',
      ),
    );
  if (fileStore.kind === 's3' && isPlain(fileStore.endpoint))
    found.push(
      warning(
        'FILE_STORE',
        'goes over the network in clear',
        'an https endpoint, or a private net',
      ),
    );
  for (const [name, url] of Object.entries({ CONTENT_URL: contentUrl, CONTENT2_URL: content2Url }))
    if (isPlain(url)) found.push(warning(name, 'is no https address', 'an https address'));
  const { port, host } = ingest.contributions;
  if (port !== undefined && !isLoopback(host))
    found.push(
      warning(
        'LIVE_INGEST_HOST',
        'takes RTMP, which has no encryption, from the network: stream keys can be read',
        'listen on the loopback address behind a tunnel or an RTMPS proxy',
      ),
    );
  return found;
}

/** Whether an address is of this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\./.test(host);
}

function isPlain(url: string | undefined): boolean {
  return url?.startsWith('http://') === true && !isLoopback(new URL(url).hostname);
}
