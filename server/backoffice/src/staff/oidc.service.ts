import { COMPANY_SIGN_IN_PATH } from '@bonisa/contract/studio/company-sign-in';
import {
  addressProof,
  COMPANY_SIGN_IN_MS,
  companyFactor,
} from '@bonisa/domain/staff/company-sign-in';
import { isSessionLive, SECOND_STEP_MS } from '@bonisa/domain/staff/staff-session';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import { networkOf } from '@bonisa/kit/http/client-network';
import type { StudioGate } from '@bonisa/kit/http/studio-types';
import { hashToken } from '@bonisa/kit/secrets/keyed-hash';
import { createSignedTokens } from '@bonisa/kit/secrets/signed-token';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { AccountRepository, StaffAccount } from './account.repository.ts';
import { type Claims, createCompany } from './oidc-company.ts';
import { RefusedOidc } from './refused-oidc.ts';
import type { StaffSessionRepository } from './session.repository.ts';
import { refusedSignIn, type SignIn } from './sign-in.service.ts';
import type { BegunSession } from './staff-session.service.ts';
import type { OidcConfig } from './studio.config.ts';

/** Where the company's sign-in sends the browser back to. */
export const CALLBACK_PATH = `${COMPANY_SIGN_IN_PATH}/callback`;

/** A sign-in that has begun: where the browser goes, and what it must bring back. */
export interface BegunOidc {
  readonly address: string;
  readonly pending: string;
}

/** What a browser goes to the company for. */
export interface OidcRequest {
  /** The company asks the person, whoever is signed in there. */
  readonly again: boolean;
  /** The company must say that it asked the person just now: it is for a dangerous act. */
  readonly fresh: boolean;
  /** The session in which a factor is shown again; undefined: a new session begins. */
  readonly session: string | undefined;
}

export interface Oidc {
  begin(asked: OidcRequest): Promise<BegunOidc>;
  /**
   * The session that begins, or `undefined` where a factor was shown in the session of `begin`.
   * `pending` is what `begin` gave this browser; it counts once. Throws `sign_in_refused`.
   */
  finish(pending: string | undefined, request: FastifyRequest): Promise<BegunSession | undefined>;
}

export interface OidcDependencies {
  readonly oidc: OidcConfig;
  readonly studioUrl: string;
  readonly accounts: AccountRepository;
  readonly sessions: StaffSessionRepository;
  readonly signIn: Pick<SignIn, 'admit'>;
  readonly record: StudioGate['record'];
  readonly key: Buffer;
  readonly logger: Pick<Logger, 'warn'>;
  readonly clock: Clock;
}

/** What the company says, and when it asked the person. */
interface Shown {
  readonly claims: Claims;
  readonly factorAt: Date;
  readonly request: FastifyRequest;
}

/**
 * Sign-in at the company's own OIDC. An account is bound to issuer and subject at its first
 * sign-in, by the verified address that an administrator invited; an address alone opens no
 * account that is in use. A person who is signed in can show a factor again there: in the same
 * session, and only as the same person.
 */
export function createOidc(parts: OidcDependencies): Oidc {
  const { oidc, studioUrl, accounts, sessions, signIn, record, key, logger, clock } = parts;
  const pendings = createSignedTokens({
    key,
    purpose: 'studio.oidc',
    claims: z.object({
      state: z.string(),
      nonce: z.string(),
      verifier: z.string(),
      fresh: z.boolean(),
      session: z.string().optional(),
    }),
  });
  const redirectUri = `${studioUrl}${CALLBACK_PATH}`;
  const company = createCompany({ oidc, redirectUri, maxAgeMs: COMPANY_SIGN_IN_MS, logger });

  /** @throws RefusedOidc where nobody may come in with these claims. */
  const accountOf = async (tx: Database, claims: Claims): Promise<StaffAccount> => {
    const proof = addressProof(claims.email_verified, oidc.trustsEmail);
    const refused = () => new RefusedOidc({ kind: 'stranger', address: addressIn(claims), proof });
    const within = accounts.within(tx);
    const oidcSubject = subjectIn(claims);
    const bound = await within.lockByOidcSubject(oidcSubject);
    if (bound) {
      if (bound.state !== 'active') throw refused();
      return bound;
    }
    if (proof !== 'proven' || typeof claims.email !== 'string') throw refused();
    const known = await within.byEmail(claims.email.toLowerCase());
    const invited = known && (await within.lock(known.id));
    if (invited?.state !== 'invited') throw refused();
    await within.update(invited.id, { oidcSubject, state: 'active', linkAskedBy: null });
    await within.endLinks(invited.id, clock.now());
    return { ...invited, oidcSubject, state: 'active' };
  };

  /** Shows a factor again in a session; `false`: the company names another person than its own. */
  const confirm = async (tx: Database, id: string, shown: Shown): Promise<boolean> => {
    const { claims, factorAt, request } = shown;
    const found = await sessions.within(tx).findById(id);
    if (!found || !isSessionLive(found.session, clock.now()))
      throw new AppError('not_signed_in', 'Your session has ended. Please sign in again.');
    const { session, name } = found;
    const bound = await accounts.within(tx).lockByOidcSubject(subjectIn(claims));
    const isSame = bound?.id === session.accountId;
    // A code or a passkey may have been shown since.
    if (isSame && factorAt > session.factorAt)
      await sessions.within(tx).showFactor(session.idHash, factorAt);
    const actor = {
      kind: 'account',
      id: session.accountId,
      name,
      scopes: new Set<never>(),
    } as const;
    const details = isSame
      ? { method: 'oidc', network: networkOf(request.ip) }
      : { refused: 'another person at the company' };
    const entry = { subject: `account:${session.accountId}`, details };
    await record({ actor, action: 'studioOidcStepUp', correlationId: request.id }, entry, tx);
    return isSame;
  };

  return {
    begin: async ({ again, fresh, session }) => {
      const { address, secrets } = await company.begin(again);
      const until = new Date(clock.now().getTime() + SECOND_STEP_MS);
      const pending = pendings.issue({ ...secrets, fresh, session }, until);
      return { address, pending };
    },

    finish: async (pending, request) => {
      const read = pendings.read(pending ?? '', clock.now());
      if (!read.ok) throw refusedSignIn();
      const { fresh, session, ...secrets } = read.claims;
      const claims = await company.claims(new URL(request.url, studioUrl), secrets);
      const factor = companyFactor({ ageMs: ageIn(claims), fresh }, clock.now());
      if (!factor.ok) throw new RefusedOidc({ kind: factor.refusal });
      const { at: factorAt } = factor;
      const done = await accounts.transaction(async (tx) => {
        const within = accounts.within(tx);
        if (!(await within.useChallenge(hashToken(pending ?? ''), read.until)))
          throw refusedSignIn();
        if (session !== undefined) return await confirm(tx, session, { claims, factorAt, request });
        const account = await accountOf(tx, claims);
        const action = 'studioOidcSignIn';
        return await signIn.admit(tx, account, { request, method: 'oidc', action, factorAt });
      });
      // The transaction of a refusal ends as any other: its entry of the audit stays.
      if (done === false)
        throw new RefusedOidc({ kind: 'other_account', address: addressIn(claims) });
      return done === true ? undefined : done;
    },
  };
}

const addressIn = ({ email }: Claims): string | undefined =>
  typeof email === 'string' ? email : undefined;

const subjectIn = ({ iss, sub }: Claims): string => JSON.stringify([iss, sub]);

/** The company counts by the machine's time, and our clock may have been moved in a test. */
const ageIn = ({ auth_time }: Claims): number | undefined =>
  auth_time === undefined ? undefined : Date.now() - auth_time * 1000;
