import { randomBytes } from 'node:crypto';
import { SECOND_STEP_MS } from '@bonisa/domain/staff/staff-session';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import { networkOf } from '@bonisa/kit/http/client-network';
import { hashToken } from '@bonisa/kit/secrets/keyed-hash';
import { createSignedTokens } from '@bonisa/kit/secrets/signed-token';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AccountRepository, StaffAccount } from './account.repository.ts';
import type { Passkey, PasskeyRepository } from './passkey.repository.ts';
import { refusedSignIn, type SignIn } from './sign-in.service.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import type { BegunSession, SignedIn } from './staff-session.service.ts';

/** Its 250 modules are loaded for the first passkey: a start takes 80 ms and 14 MB less. */
const loadWebAuthn = () => import('@simplewebauthn/server');

const MOST_PASSKEYS = 20;
/** EdDSA, ES256 and RS256 in COSE: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];

/** What the browser needs, and the signed challenge that it must show with its answer. */
export interface PasskeyOptions {
  readonly challenge: string;
  readonly options: Record<string, unknown>;
}

export interface Shown<Response> {
  readonly challenge: string;
  readonly response: Response;
}

export interface Passkeys {
  signInOptions(): Promise<PasskeyOptions>;
  /** Throws `sign_in_refused`. A challenge counts once. */
  signIn(shown: Shown<AuthenticationResponseJSON>, request: FastifyRequest): Promise<BegunSession>;
  /** Shows a factor again; the passkey must be the person's own. */
  stepUp(person: SignedIn, shown: Shown<AuthenticationResponseJSON>): Promise<void>;
  newOptions(person: SignedIn): Promise<PasskeyOptions>;
  /** Adds a passkey in the caller's transaction. */
  add(
    tx: Database,
    person: SignedIn,
    asked: Shown<RegistrationResponseJSON> & { readonly name: string },
  ): Promise<Passkey>;
}

export interface PasskeyDependencies {
  readonly passkeys: PasskeyRepository;
  readonly accounts: AccountRepository;
  readonly signIn: Pick<SignIn, 'admit'>;
  readonly sessions: { showFactor(idHash: string, now: Date): Promise<void> };
  readonly limits: SignInLimits;
  readonly key: Buffer;
  readonly config: {
    readonly brand: { readonly name: string };
    readonly studio: { readonly url: string };
  };
  readonly clock: Clock;
}

/**
 * Passkeys. The authenticator checks the person itself (user verification), so that a passkey is
 * two factors, and it is bound to the studio's origin, so that no other site can ask for it.
 */
export function createPasskeys(parts: PasskeyDependencies): Passkeys {
  const { passkeys, accounts, signIn, sessions, limits, key, config, clock } = parts;
  const { origin, hostname: rpID } = new URL(config.studio.url);
  const challenges = createSignedTokens({
    key,
    purpose: 'studio.passkey',
    claims: z.object({ nonce: z.string(), account: z.string().nullable() }),
  });

  const newChallenge = (account: string | null) => {
    const nonce = randomBytes(32);
    const until = new Date(clock.now().getTime() + SECOND_STEP_MS);
    const claims = { nonce: nonce.toString('base64url'), account };
    return { nonce: new Uint8Array(nonce), challenge: challenges.issue(claims, until) };
  };

  /** The nonce of a challenge for the account, which is used up. */
  const useChallenge = async (tx: Database, challenge: string, account: string | null) => {
    const read = challenges.read(challenge, clock.now());
    if (!read.ok || read.claims.account !== account) throw refusedSignIn();
    const isFirst = await accounts.within(tx).useChallenge(hashToken(challenge), read.until);
    if (!isFirst) throw refusedSignIn();
    return read.claims.nonce;
  };

  /** Whether a passkey has signed the nonce. Throws `sign_in_refused`. */
  const verify = async (
    tx: Database,
    { challenge, response }: Shown<AuthenticationResponseJSON>,
  ): Promise<StaffAccount> => {
    const expectedChallenge = await useChallenge(tx, challenge, null);
    const passkey = await passkeys.within(tx).byId(response.id);
    const account = passkey && (await accounts.within(tx).lock(passkey.accountId));
    if (!passkey || account?.state !== 'active') throw refusedSignIn();
    const { verifyAuthenticationResponse } = await loadWebAuthn();
    await refuseFramed(response.response.clientDataJSON);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: passkey.transports,
      },
      requireUserVerification: true,
    }).catch((error: unknown) => {
      throw refusedBy(error);
    });
    if (!verified) throw refusedSignIn();
    const isNoted = await passkeys
      .within(tx)
      .use(passkey, authenticationInfo.newCounter, clock.now());
    if (!isNoted) throw refusedSignIn();
    return account;
  };

  return {
    signInOptions: async () => {
      const { nonce, challenge } = newChallenge(null);
      const { generateAuthenticationOptions } = await loadWebAuthn();
      const options = await generateAuthenticationOptions({
        rpID,
        challenge: nonce,
        userVerification: 'required',
      });
      return { challenge, options: { ...options } };
    },

    signIn: async (shown, request) => {
      const network = networkOf(request.ip);
      await limits.take('network', network);
      const takenAt = clock.now();
      const begun = await accounts.transaction(async (tx) => {
        const account = await verify(tx, shown);
        return await signIn.admit(tx, account, {
          request,
          method: 'passkey',
          action: 'studioPasskeySignIn',
        });
      });
      await limits.giveBack('network', network, takenAt);
      return begun;
    },

    stepUp: async ({ session }, shown) => {
      await limits.take('code', session.accountId);
      await accounts.transaction(async (tx) => {
        const account = await verify(tx, shown);
        if (account.id !== session.accountId) throw refusedSignIn();
      });
      await limits.forget('code', session.accountId);
      await sessions.showFactor(session.idHash, clock.now());
    },

    newOptions: async ({ session, email, name }) => {
      const known = await passkeys.of(session.accountId);
      refuseTooMany(known);
      const { nonce, challenge } = newChallenge(session.accountId);
      const { generateRegistrationOptions } = await loadWebAuthn();
      const options = await generateRegistrationOptions({
        rpName: `${config.brand.name} studio`,
        rpID,
        userName: email,
        userDisplayName: name,
        userID: new TextEncoder().encode(session.accountId),
        challenge: nonce,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { challenge, options: { ...options } };
    },

    add: async (tx, { session }, { challenge, name, response }) => {
      const expectedChallenge = await useChallenge(tx, challenge, session.accountId);
      await accounts.within(tx).lock(session.accountId);
      refuseTooMany(await passkeys.within(tx).of(session.accountId));
      const { verifyRegistrationResponse } = await loadWebAuthn();
      await refuseFramed(response.response.clientDataJSON);
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch((error: unknown) => {
        throw refusedBy(error);
      });
      if (!verified) throw refusedSignIn();
      const { credential } = registrationInfo;
      if (await passkeys.within(tx).byId(credential.id))
        throw new AppError('conflict', 'This passkey is known already.');
      const passkey: Passkey = {
        id: credential.id,
        accountId: session.accountId,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: response.response.transports ?? [],
        name,
        createdAt: clock.now(),
        lastUsedAt: null,
      };
      await passkeys.within(tx).insert(passkey);
      return passkey;
    },
  };
}

function refuseTooMany(known: readonly Passkey[]): void {
  if (known.length >= MOST_PASSKEYS)
    throw new AppError('conflict', `There are ${MOST_PASSKEYS} passkeys: remove one first.`);
}

/**
 * Refuses a passkey that was made or shown inside the page of another site (`crossOrigin`, WebAuthn
 * level 3, 5.8.1), which the library does not check: the studio is in no frame.
 */
async function refuseFramed(clientDataJSON: string): Promise<void> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  let isOwn = false;
  try {
    const { crossOrigin = false, topOrigin } = decodeClientDataJSON(clientDataJSON);
    isOwn = crossOrigin === false && topOrigin === undefined;
  } catch (error) {
    throw refusedBy(error);
  }
  if (!isOwn) throw refusedSignIn();
}

/** What the library refuses says which check failed; the caller learns only that one did. */
function refusedBy(cause: unknown): AppError {
  const { code, message } = refusedSignIn();
  return new AppError(code, message, { cause });
}
