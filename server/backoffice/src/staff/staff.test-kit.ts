import { randomBytes, scryptSync } from 'node:crypto';
import type { AnyStudioCall } from '@bonisa/contract/studio/studio-call';
import type { Role } from '@bonisa/domain/staff/staff-roles';
import { TOTP_PERIOD_SECONDS } from '@bonisa/domain/staff/staff-session';
import { hashToken, randomToken } from '@bonisa/kit/secrets/keyed-hash';
import type { TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import type { StaffAccount } from './account.repository.ts';

export const PASSWORD = 'inqola emhlophe 42';
const COOKIE = 'bonisa_studio';

export interface StudioAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests compare whole bodies.
  readonly body: any;
  readonly cookie: string | undefined;
  readonly setCookie: string;
}

export interface StaffRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly cookie?: string | undefined;
  readonly csrf?: string | undefined;
  readonly headers?: Record<string, string>;
}

/** Sends one request to the studio, as a browser of the studio does. */
export async function ask(
  studio: FastifyInstance,
  url: string,
  { method, body, cookie, csrf, headers }: StaffRequest = {},
): Promise<StudioAnswer> {
  const answer = await studio.inject({
    url,
    method: (method ?? (body === undefined ? 'GET' : 'POST')) as 'GET',
    headers: {
      ...(cookie === undefined ? {} : { cookie: `${COOKIE}=${cookie}` }),
      ...(csrf === undefined ? {} : { 'x-csrf-token': csrf }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const set = answer.cookies.find(({ name }) => name.endsWith(COOKIE));
  return {
    status: answer.statusCode,
    body: isJson(answer) ? answer.json() : {},
    cookie: set?.value,
    setCookie: String(answer.headers['set-cookie'] ?? ''),
  };
}

/** The code that an authenticator app shows, some steps away from now. */
export function codeOf(secret: string, now: Date, off = 0): string {
  const timestamp = now.getTime() + off * TOTP_PERIOD_SECONDS * 1000;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

let people = 0;

export interface Person {
  readonly account: StaffAccount;
  /** The secret of the authenticator app. */
  readonly secret: string;
}

/**
 * The stored hash of `PASSWORD`, with parameters that cost next to nothing: a stored hash names its
 * own, so a sign-in with it is as cheap.
 */
export function cheapPasswordHash(): string {
  const salt = randomBytes(16);
  const hash = scryptSync(PASSWORD, salt, 32, { N: 16, r: 1, p: 1 });
  return ['scrypt', 16, 1, 1, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** An active account with a password and an authenticator app. */
export async function createPerson(
  { app, clock }: TestProduct,
  roles: readonly Role[],
  passwordHash = cheapPasswordHash(),
): Promise<Person> {
  const { accountRows, totp } = app.staff;
  const id = app.newId();
  const { secret } = totp.setupOf(`test ${id}`, 'test');
  const account: StaffAccount = {
    id,
    email: `person${++people}@example.org`,
    name: `Person ${people}`,
    roles,
    state: 'active',
    passwordHash,
    totp: totp.seal(secret, id),
    totpStep: 0,
    oidcSubject: null,
    refused: 0,
    createdAt: clock.now(),
    createdBy: 'a test',
    linkAskedBy: null,
  };
  await accountRows.insert(account);
  return { account, secret };
}

export interface TestSession {
  readonly cookie: string;
  readonly csrf: string;
  readonly id: string;
}

/** A session of an account, without the work of a sign-in. */
export async function createSession(
  { app, clock }: TestProduct,
  { account }: Person,
  factorAt = clock.now(),
): Promise<TestSession> {
  const cookie = randomToken();
  const id = app.newId();
  await app.staff.sessionRows.insert({
    idHash: hashToken(cookie),
    id,
    accountId: account.id,
    createdAt: clock.now(),
    lastSeenAt: clock.now(),
    factorAt,
    method: 'password',
    network: '127.0.0.1',
    agent: 'test',
    refusedBefore: 0,
    endedAt: null,
  });
  return { cookie, csrf: app.staff.sessions.csrfTokenOf(cookie), id };
}

/** Whether an export of the contract is a call of the studio. */
export function isStudioCall(value: unknown): value is AnyStudioCall {
  return typeof value === 'object' && value !== null && 'needs' in value && 'audited' in value;
}

/** Whether a body is JSON; a file is none. */
function isJson({
  body,
  headers,
}: {
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}): boolean {
  return body !== '' && String(headers['content-type']).startsWith('application/json');
}
