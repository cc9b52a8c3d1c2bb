import { randomBytes } from 'node:crypto';
import { AUTHENTICATOR_SETUP_MS } from '@bonisa/domain/staff/staff-session';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import { hashToken } from '@bonisa/kit/secrets/keyed-hash';
import { createSignedTokens } from '@bonisa/kit/secrets/signed-token';
import { z } from 'zod';
import type { AccountRepository } from './account.repository.ts';
import { refusedSignIn } from './sign-in.service.ts';
import type { SignedIn } from './staff-session.service.ts';
import type { TotpSecrets, TotpSetup } from './totp.ts';

/** The secret for another app. The challenge stands for it: nothing is stored. */
export interface NewAuthenticator {
  readonly challenge: string;
  readonly totp: TotpSetup;
  readonly expiresAt: Date;
}

export interface Authenticators {
  begin(person: SignedIn): NewAuthenticator;
  /**
   * Puts the new app in the place of the earlier one, in the caller's transaction. Throws
   * `sign_in_refused` for a code that is not of the new app; a challenge counts once.
   */
  change(
    tx: Database,
    person: SignedIn,
    asked: { readonly challenge: string; readonly code: string },
  ): Promise<void>;
}

export interface AuthenticatorDependencies {
  readonly accounts: AccountRepository;
  readonly totp: TotpSecrets;
  readonly key: Buffer;
  readonly clock: Clock;
}

/** Changes the authenticator app of a person who is signed in. */
export function createAuthenticators(parts: AuthenticatorDependencies): Authenticators {
  const { accounts, totp, key, clock } = parts;
  const challenges = createSignedTokens({
    key,
    purpose: 'studio.authenticator',
    claims: z.object({ account: z.string(), nonce: z.string() }),
  });
  return {
    begin: ({ session, email }) => {
      const expiresAt = new Date(clock.now().getTime() + AUTHENTICATOR_SETUP_MS);
      const nonce = randomBytes(16).toString('base64url');
      const challenge = challenges.issue({ account: session.accountId, nonce }, expiresAt);
      return { challenge, totp: totp.setupOf(challenge, email), expiresAt };
    },

    change: async (tx, { session: { accountId } }, { challenge, code }) => {
      const read = challenges.read(challenge, clock.now());
      if (!read.ok || read.claims.account !== accountId) throw refusedSignIn();
      const proven = totp.acceptSetup(challenge, code);
      if (!proven) throw notOfNewApp();
      const within = accounts.within(tx);
      if (!(await within.useChallenge(hashToken(challenge), read.until))) throw refusedSignIn();
      const sealed = totp.seal(proven.secret, accountId);
      await within.update(accountId, { totp: sealed, totpStep: proven.step });
    },
  };
}

function notOfNewApp(): AppError {
  return new AppError(
    'sign_in_refused',
    'This is no code that the new app shows now. Look at the app again, and at the clock of its device.',
  );
}
