/**
 * The change of the secrets beside `SECRET_KEY`: makes the new value, and says what to write where,
 * and who must do what before. Two values are valid meanwhile, so nothing has to stop.
 */
import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import type { NextStep } from './rotate-key.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Secrets that others show to us, and who they are: we accept a second value. */
const SHOWN = {
  CARRIER_INBOUND_TOKEN: 'the carrier',
  ENRICHMENT_SECRET: "the carrier's enriching proxy",
  OPS_TOKEN: 'Prometheus',
} as const;

/** Secrets that we show to others, and where they accept a second value. */
const ASKED_FOR = {
  AWS_SECRET_ACCESS_KEY: 'a second key (AWS_ACCESS_KEY_ID too) of the same user at the file store',
  STUDIO_OIDC_CLIENT_SECRET: "a second secret of the studio's client at the company's OIDC",
  EVINA_SECRET: 'a second secret at Evina',
  OTEL_EXPORTER_OTLP_HEADERS: 'a second token at the collector of traces',
} as const;

type Shown = keyof typeof SHOWN;
type AskedFor = keyof typeof ASKED_FOR;

/** The names that {@link stepOf} knows. */
export const OTHER_SECRETS: readonly string[] = [
  ...Object.keys(SHOWN),
  'CARRIER_KEY',
  'DATABASE_URL',
  ...Object.keys(ASKED_FOR),
];

const RESTART = 'Then restart all processes, one after another.';
const random = (): string => randomBytes(32).toString('base64url');

/**
 * The next step of the change of a secret. Only its new value is printed. Throws where the name is
 * unknown or has no value.
 */
export async function stepOf(name: string, variables: Variables): Promise<NextStep> {
  if (!OTHER_SECRETS.includes(name))
    throw new Error(`${name}: is none of SECRET_KEY, ${OTHER_SECRETS.join(', ')}`);
  const value = variables[name];
  if (!value) throw new Error(`${name}: is not set; keys of several carriers are in CARRIERS`);
  return { waits: false, lines: await linesOf(name, value, variables) };
}

async function linesOf(name: string, value: string, variables: Variables): Promise<string[]> {
  if (name in SHOWN) return shown(name as Shown, variables[`${name}_NEXT`] !== undefined);
  if (name === 'DATABASE_URL') return database(value);
  if (name === 'CARRIER_KEY') return await carrierKey();
  return askedFor(name as AskedFor);
}

function shown(name: Shown, isComing: boolean): string[] {
  if (!isComing)
    return [
      `Round 1 of 2 (both values of ${name} are accepted). Add to the variables of every process:`,
      '',
      `${name}_NEXT=${random()}`,
      '',
      `${RESTART} Then have ${SHOWN[name]} show the new value, and run this command again.`,
    ];
  return [
    `Round 2 of 2, once ${SHOWN[name]} shows the value of ${name}_NEXT (a 401 in our log after this`,
    'round is a caller that does not). In the variables of every process:',
    '',
    `${name}=       the value of ${name}_NEXT`,
    `${name}_NEXT   removed`,
    '',
    RESTART,
  ];
}

function askedFor(name: AskedFor): string[] {
  return [
    `1. Make ${ASKED_FOR[name]}. The first one stays valid.`,
    `2. ${name}= the second value, in the variables of every process.`,
    `   ${RESTART} 'check-config' with them says beforehand whether they work.`,
    '3. Remove the first value where the second was made.',
  ];
}

/** A login of its own with the rights of the owner, because a role has one password. */
function database(address: string): string[] {
  const url = new URL(address);
  const user = decodeURIComponent(url.username);
  const [, owner = user, number = '1'] = /^(.+?)(?:_(\d+))?$/.exec(user) ?? [];
  const next = `${owner}_${Number(number) + 1}`;
  url.username = encodeURIComponent(next);
  url.password = random();
  const last =
    user === owner
      ? `alter role ${named(user)} nologin password null;`
      : `drop role ${named(user)};`;
  return [
    '1. As an administrator of the server (settings of the old role, such as its limits, again):',
    '',
    `create role ${named(next)} login password '${url.password}' in role ${named(owner)};`,
    `alter role ${named(next)} set role ${named(owner)};`,
    '',
    '2. In the variables of every process, and the same user in DATABASE_DIRECT_URL where it is',
    '   set:',
    '',
    `DATABASE_URL=${url.href}`,
    '',
    RESTART,
    '3. Once none of them uses the old one (select usename from pg_stat_activity):',
    '',
    last,
  ];
}

const named = (role: string): string => `"${role.replaceAll('"', '""')}"`;

async function carrierKey(): Promise<string[]> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const about = { kid: `bonisa-${randomBytes(4).toString('hex')}`, alg: 'ES256', use: 'sig' };
  const jwk = async (key: typeof privateKey): Promise<string> =>
    JSON.stringify({ ...(await exportJWK(key)), ...about });
  return [
    '1. Give the carrier this public key beside the one that it has:',
    '',
    await jwk(publicKey),
    '',
    "2. When it accepts both ('check-config' with the new CARRIER_KEY gets a token), in the variables",
    '   of every process:',
    '',
    `CARRIER_KEY=${await jwk(privateKey)}`,
    '',
    `${RESTART} bonisa_carrier_key_refused is 1 where it was too early.`,
    '3. Have the carrier remove the old public key.',
  ];
}
