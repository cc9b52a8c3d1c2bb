import { cookieName } from '@bonisa/contract/cookies';
import { STUDIO_SESSION_COOKIE } from '@bonisa/contract/studio/cookies';
import { portVariable } from '@bonisa/kit/port.config';
import { z } from 'zod';

/** The environment variables of the studio. */

const URL_PROBLEM =
  'must be an http or https address without path, query or user, for example https://studio.example.org';

const DEFAULT_STUDIO_PORT = 3002;

export const studioConfigShape = {
  STUDIO_PORT: portVariable.optional(),
  STUDIO_HOST: z.string().min(1).default('127.0.0.1'),
  STUDIO_URL: z
    .url({ protocol: /^https?$/, error: URL_PROBLEM })
    .transform((value) => new URL(value).href.replace(/\/+$/, ''))
    .refine((value) => new URL(value).origin === value, { error: URL_PROBLEM })
    .optional(),
  STUDIO_OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional(),
  STUDIO_OIDC_CLIENT_ID: z.string().min(1).max(200).optional(),
  STUDIO_OIDC_CLIENT_SECRET: z.string().min(1).max(500).optional(),
  /** `1`: an address counts as proven where the company does not send `email_verified`. */
  STUDIO_OIDC_TRUST_EMAIL: z
    .enum(['0', '1'])
    .transform((value) => value === '1')
    .default(false),
};

type Variables = z.output<z.ZodObject<typeof studioConfigShape>> & {
  readonly MODE: 'demo' | 'production';
  readonly PORT: number;
  readonly OPS_PORT: number;
  readonly CARRIER_SIM_PORT: number;
  readonly PUBLIC_URL?: string | undefined;
};

/** Where the studio listens, and its address as the world sees it. */
export interface StudioConfig {
  readonly host: string;
  readonly port: number;
  /** Somebody chose the port: if it is taken, the product does not start. */
  readonly portChosen: boolean;
  readonly url: string;
  readonly secureCookies: boolean;
  readonly sessionCookie: string;
  /** The company's own sign-in; undefined: none. */
  readonly oidc: OidcConfig | undefined;
}

export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** An address of which the company does not say whether it is proven counts as proven. */
  readonly trustsEmail: boolean;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

export function studioProblems(env: Variables): string[] {
  const problems: string[] = [];
  const others = { PORT: env.PORT, OPS_PORT: env.OPS_PORT, CARRIER_SIM_PORT: env.CARRIER_SIM_PORT };
  for (const [name, port] of Object.entries(others))
    if (port === env.STUDIO_PORT) problems.push(`STUDIO_PORT: uses the same port as ${name}`);
  if (!LOOPBACK.has(env.STUDIO_HOST) && !env.STUDIO_URL)
    problems.push('STUDIO_HOST: other than the loopback address only with STUDIO_URL');
  problems.push(...oidcProblems(env));
  if (env.STUDIO_URL !== undefined) problems.push(...urlProblems(env, new URL(env.STUDIO_URL)));
  return problems;
}

/** The company's sign-in is configured as a whole, and crosses no network in clear. */
function oidcProblems(env: Variables): string[] {
  const names = [
    'STUDIO_OIDC_ISSUER',
    'STUDIO_OIDC_CLIENT_ID',
    'STUDIO_OIDC_CLIENT_SECRET',
  ] as const;
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length === names.length)
    return env.STUDIO_OIDC_TRUST_EMAIL
      ? ['STUDIO_OIDC_TRUST_EMAIL: only with STUDIO_OIDC_ISSUER']
      : [];
  const problems = missing.map((name) => `${name}: must be set with the other STUDIO_OIDC_…`);
  if (env.STUDIO_OIDC_ISSUER) {
    const { protocol, hostname } = new URL(env.STUDIO_OIDC_ISSUER);
    if (protocol !== 'https:' && !LOOPBACK.has(hostname))
      problems.push('STUDIO_OIDC_ISSUER: must be an https address, or on this machine');
  }
  return problems;
}

/** Sign-in crosses this address, and the cookies of the site must be those of another origin. */
function urlProblems(
  { MODE, PORT, PUBLIC_URL }: Variables,
  { protocol, hostname, origin }: URL,
): string[] {
  const problems: string[] = [];
  if (MODE === 'production' && protocol !== 'https:' && !LOOPBACK.has(hostname))
    problems.push('STUDIO_URL: must be an https address in production');
  if (origin === (PUBLIC_URL ?? `http://localhost:${PORT}`))
    problems.push('STUDIO_URL: must be another origin than PUBLIC_URL');
  return problems;
}

export function studioConfigOf(env: Variables): StudioConfig {
  const port = env.STUDIO_PORT ?? DEFAULT_STUDIO_PORT;
  const url = env.STUDIO_URL ?? `http://localhost:${port}`;
  const secureCookies = url.startsWith('https://');
  return {
    host: env.STUDIO_HOST,
    port,
    portChosen: env.STUDIO_PORT !== undefined,
    url,
    secureCookies,
    sessionCookie: cookieName(STUDIO_SESSION_COOKIE, secureCookies),
    oidc: oidcOf(env),
  };
}

function oidcOf(env: Variables): OidcConfig | undefined {
  const { STUDIO_OIDC_ISSUER, STUDIO_OIDC_CLIENT_ID, STUDIO_OIDC_CLIENT_SECRET } = env;
  if (!STUDIO_OIDC_ISSUER || !STUDIO_OIDC_CLIENT_ID || !STUDIO_OIDC_CLIENT_SECRET) return undefined;
  return {
    issuer: STUDIO_OIDC_ISSUER,
    clientId: STUDIO_OIDC_CLIENT_ID,
    clientSecret: STUDIO_OIDC_CLIENT_SECRET,
    trustsEmail: env.STUDIO_OIDC_TRUST_EMAIL,
  };
}
