import { servesStudio } from '../listen-addresses.ts';
import { type Problem, type Subject, warning } from './check.ts';

/** Secrets that must differ: one that is known would open what the other protects. */
const SECRETS = [
  'SECRET_KEY',
  ...['CARRIER_INBOUND_TOKEN', 'ENRICHMENT_SECRET', 'OPS_TOKEN'].flatMap((name) => [
    name,
    `${name}_NEXT`,
  ]),
];
/** A random secret of 32 characters has more different ones with near certainty. */
const FEWEST_CHARACTERS = 10;

/** Settings that the product accepts and that are unsafe, or unwise, where it runs. */
export function unsafeSettings({ config, variables }: Subject): Problem[] {
  const { trustProxy, host, studio, fraud, fileStore, contentUrl, content2Url } = config;
  const { liveIngest } = config.ingest;
  const inProduction = config.mode === 'production';
  const isPlainStore = fileStore.kind === 's3' && isPlain(fileStore.endpoint);
  const takesRtmp = liveIngest.port !== undefined && !isLoopback(liveIngest.host);
  const settings: readonly (readonly [isUnsafe: unknown, name: string, says: string])[] = [
    [!inProduction, 'MODE', 'is demo; for a service: MODE=production'],
    [
      trustProxy.some((network) => /\/0+$/.test(network)),
      'TRUST_PROXY',
      "names every address: limits by address do not hold; name the proxy's only",
    ],
    [
      inProduction && trustProxy.length === 0 && !isLoopback(host),
      'TRUST_PROXY',
      'names no proxy, and HOST is open to the network: sessions and numbers go in clear; put a proxy that ends TLS in front',
    ],
    [
      studio.oidc?.trustsEmail,
      'STUDIO_OIDC_TRUST_EMAIL',
      'is 1: a person who can choose an address at the issuer takes the invitation of that address; only for a company that gives its people their addresses',
    ],
    [
      inProduction && !variables.STUDIO_URL && servesStudio(config),
      'STUDIO_URL',
      `is not set: the studio answers as ${studio.url} only; the https address of the studio`,
    ],
    [
      inProduction && fraud.mode !== 'enforce',
      'FRAUD_MODE',
      `is ${fraud.mode}: presses by programs are not refused; enforce, once a week of observe looks right`,
    ],
    [
      inProduction && isPlainStore,
      'FILE_STORE',
      'goes over the network in clear; an https endpoint, or a private net',
    ],
    [inProduction && isPlain(contentUrl), 'CONTENT_URL', 'is no https address'],
    [inProduction && isPlain(content2Url), 'CONTENT2_URL', 'is no https address'],
    [
      inProduction && takesRtmp,
      'LIVE_INGEST_HOST',
      'takes RTMP, which has no encryption, from the network: stream keys can be read; listen on the loopback address behind a tunnel or an RTMPS proxy',
    ],
  ];
  return [
    ...weakSecrets(variables),
    ...settings.filter(([isUnsafe]) => isUnsafe).map(([, name, says]) => warning(name, says)),
  ];
}

function weakSecrets(variables: Subject['variables']): Problem[] {
  const holders = new Map<string, string>();
  return SECRETS.flatMap((name) => {
    const value = variables[name];
    if (!value) return [];
    const holder = holders.get(value);
    holders.set(value, name);
    return [
      ...(new Set(value).size < FEWEST_CHARACTERS
        ? [warning(name, 'is no random value: it can be guessed')]
        : []),
      ...(holder ? [warning(name, `has the value of ${holder}; give it a value of its own`)] : []),
    ];
  });
}

/** Whether an address is of this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\./.test(host);
}

function isPlain(url: string | undefined): boolean {
  return url?.startsWith('http://') === true && !isLoopback(new URL(url).hostname);
}
