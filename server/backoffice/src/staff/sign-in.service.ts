import { randomBytes } from 'node:crypto';
import { passwordProblem } from '@bonisa/domain/staff/staff-password';
import { SECOND_STEP_MS } from '@bonisa/domain/staff/staff-session';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import { networkOf } from '@bonisa/kit/http/client-network';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { StudioGate } from '@bonisa/kit/http/studio-types';
import { hashToken } from '@bonisa/kit/secrets/keyed-hash';
import { createSignedTokens } from '@bonisa/kit/secrets/signed-token';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccountRepository, StaffAccount } from './account.repository.ts';
import type { PasswordHashes } from './password-hash.ts';
import { newRecoveryCode, readRecoveryCode, recoveryHash } from './recovery-codes.ts';
import type { StaffSession } from './session.repository.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import type { BegunSession, SignedIn, StaffSessions } from './staff-session.service.ts';
import type { TotpSecrets } from './totp.ts';

const RECOVERY_CODES = 10;

export interface SignIn {
  /** First step. The same refusal in the same time, whether there is such an account or not. */
  begin(asked: { email: string; password: string }, request: FastifyRequest): Promise<string>;
  /** Second step. Throws `sign_in_refused`; a code and a challenge count once. */
  finish(asked: { challenge: string; code: string }, request: FastifyRequest): Promise<Done>;
  /** Shows a factor again. Throws `sign_in_refused`. */
  stepUp(person: SignedIn, code: string): Promise<void>;
  newRecoveryCodes(tx: Database, accountId: string): Promise<readonly string[]>;
  /** The hash of a new password; throws `invalid_request` for one that is easily guessed. */
  hashOf(password: string, about: { email: string; name: string }): Promise<string>;
  /** Begins a session for an account that has proven itself, in the caller's transaction. */
  admit(tx: Database, account: StaffAccount, how: How): Promise<BegunSession>;
}

export interface How {
  readonly request: FastifyRequest;
  readonly method: StaffSession['method'];
  /** The call, as the audit names it. */
  readonly action: string;
  readonly factorAt?: Date;
}

export interface Done {
  readonly begun: BegunSession;
  readonly accountId: string;
}

export interface SignInDependencies {
  readonly accounts: AccountRepository;
  readonly sessions: Pick<StaffSessions, 'begin'> & {
    showFactor(idHash: string, now: Date): Promise<void>;
  };
  readonly limits: SignInLimits;
  readonly passwords: PasswordHashes;
  readonly totp: TotpSecrets;
  readonly record: StudioGate['record'];
  readonly key: Buffer;
  readonly clock: Clock;
}

/** Sign-in by password and a code of an authenticator app. */
export function createSignIn(parts: SignInDependencies): SignIn {
  const { accounts, sessions, limits, passwords, totp, record, key, clock } = parts;
  const challenges = createSignedTokens({
    key,
    purpose: 'studio.second-step',
    claims: z.object({
      account: z.string(),
      nonce: z.string(),
      /** Where the first step was taken and counted; a release before did not say it. */
      network: z.string().optional(),
    }),
  });

  /** Whether a code is right; it is used up. Run it under the account's lock. */
  const useCode = async (tx: Database, account: StaffAccount, code: string) => {
    const within = accounts.within(tx);
    const recovery = readRecoveryCode(code);
    if (recovery !== undefined) {
      const hash = await recoveryHash(account.id, recovery);
      const isUsed = await within.useRecoveryCode(account.id, hash, clock.now());
      return isUsed ? ('recovery code' as const) : undefined;
    }
    const step = totp.stepOf(code.replace(/\s/g, ''), account);
    if (step === undefined) return undefined;
    await within.update(account.id, { totpStep: step });
    return 'password' as const;
  };

  const noteRefusedCode = async (account: StaffAccount, action: string): Promise<void> => {
    await accounts.countRefused(account.email);
    const actor = { kind: 'nobody', id: '', name: 'nobody', scopes: new Set<never>() } as const;
    const entry = { subject: `account:${account.id}`, details: { refused: 'a wrong code' } };
    await record({ actor, action, correlationId: null }, entry);
  };

  const admit: SignIn['admit'] = async (tx, account, { request, method, action, factorAt }) => {
    const begun = await sessions.begin(tx, request, {
      accountId: account.id,
      method,
      refusedBefore: account.refused,
      factorAt: factorAt ?? clock.now(),
    });
    await accounts.within(tx).update(account.id, { refused: 0 });
    const actor = {
      kind: 'account',
      id: account.id,
      name: account.name,
      scopes: new Set<never>(),
    } as const;
    const details = { method, network: networkOf(request.ip) };
    const entry = { subject: `account:${account.id}`, details };
    await record({ actor, action, correlationId: request.id }, entry, tx);
    return begun;
  };

  return {
    begin: async ({ email, password }, request) => {
      const name = email.toLowerCase();
      const network = networkOf(request.ip);
      await limits.take('network', network);
      await limits.take('account', name);
      const account = await accounts.byEmail(name);
      const known = account?.state === 'active' ? account : undefined;
      const isRight = await passwords.verify(password, known?.passwordHash ?? null);
      if (!known || !isRight) {
        await accounts.countRefused(name);
        throw refusedSignIn();
      }
      const until = new Date(clock.now().getTime() + SECOND_STEP_MS);
      const nonce = randomBytes(16).toString('base64url');
      return challenges.issue({ account: known.id, nonce, network }, until);
    },

    finish: async ({ challenge, code }, request) => {
      const read = challenges.read(challenge, clock.now());
      if (!read.ok) throw refusedSignIn();
      const id = read.claims.account;
      await limits.take('code', id);
      const done = await accounts.transaction(async (tx) => {
        const account = await accounts.within(tx).lock(id);
        if (account?.state !== 'active') return undefined;
        const method = await useCode(tx, account, code);
        if (!method) return account;
        if (!(await accounts.within(tx).useChallenge(hashToken(challenge), read.until)))
          return account;
        const how = { request, method, action: 'studioSignInCode' };
        return {
          begun: await admit(tx, account, how),
          accountId: account.id,
          email: account.email,
        };
      });
      if (done && 'begun' in done) {
        await limits.forget('code', id);
        await limits.forget('account', done.email);
        const network = networkOf(request.ip);
        // From another network the try of the first step stays counted where it was made.
        if (read.claims.network === network) {
          const begunAt = new Date(read.until.getTime() - SECOND_STEP_MS);
          await limits.giveBack('network', network, begunAt);
        }
        return done;
      }
      if (done) await noteRefusedCode(done, 'studioSignInCode');
      throw refusedSignIn();
    },

    stepUp: async ({ session }, code) => {
      await limits.take('code', session.accountId);
      const right = await accounts.transaction(async (tx) => {
        const account = await accounts.within(tx).lock(session.accountId);
        return account && { account, isRight: await useCode(tx, account, code) };
      });
      if (!right?.isRight) {
        if (right) await noteRefusedCode(right.account, 'studioStepUp');
        throw refusedSignIn();
      }
      await limits.forget('code', session.accountId);
      await sessions.showFactor(session.idHash, clock.now());
    },

    newRecoveryCodes: async (tx, accountId) => {
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      const hashes = await Promise.all(codes.map((code) => recoveryHash(accountId, code)));
      await accounts.within(tx).replaceRecoveryCodes(accountId, hashes);
      return codes;
    },

    hashOf: async (password, about) => {
      const problem = passwordProblem(password, about);
      if (problem) throw invalidRequest([{ field: 'password', problem }]);
      return await passwords.hash(password);
    },

    admit,
  };
}

/** What every refused sign-in says: it does not tell what was wrong. */
export const REFUSED_SIGN_IN = 'That was not right, or it was used before. Please begin again.';

/** The one refusal of a sign-in. */
export function refusedSignIn(): AppError {
  return new AppError('sign_in_refused', REFUSED_SIGN_IN);
}
