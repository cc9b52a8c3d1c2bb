import { LINK_MS } from '@bonisa/domain/staff/staff-session';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { isUniqueViolation } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import { networkOf } from '@bonisa/kit/http/client-network';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { NewId } from '@bonisa/kit/ids';
import { hashToken, randomToken } from '@bonisa/kit/secrets/keyed-hash';
import type { FastifyRequest } from 'fastify';
import type { AccountRepository, StaffAccount, StaffLink } from './account.repository.ts';
import type { SignIn } from './sign-in.service.ts';
import { refusedSignIn } from './sign-in.service.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import type { TotpSecrets, TotpSetup } from './totp.ts';

export interface OneTimeLink {
  /** The token stands in the fragment: it reaches no log and no referrer. */
  readonly link: string;
  readonly expiresAt: Date;
}

export interface OpenedLink {
  readonly purpose: StaffLink['purpose'];
  readonly email: string | null;
  readonly name: string | null;
  readonly expiresAt: Date;
  readonly totp: TotpSetup;
}

export interface AcceptedLink {
  readonly token: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly password: string;
  readonly code: string;
}

export interface Links {
  /** Makes a link; earlier ones of the same account end. */
  issue(
    tx: Database,
    purpose: StaffLink['purpose'],
    accountId: string | null,
  ): Promise<OneTimeLink>;
  /** Throws `link_invalid` for one that is unknown, used or too old. */
  open(token: string, request: FastifyRequest): Promise<OpenedLink>;
  /** Sets password and authenticator app, uses the link up, and signs in. */
  accept(asked: AcceptedLink, request: FastifyRequest): Promise<Accepted>;
}

export interface Accepted {
  readonly begun: Awaited<ReturnType<SignIn['admit']>>;
  readonly recoveryCodes: readonly string[];
}

export interface LinkDependencies {
  readonly accounts: AccountRepository;
  readonly signIn: Pick<SignIn, 'hashOf' | 'admit' | 'newRecoveryCodes'>;
  readonly sessions: { end(tx: Database, accountId: string): Promise<void> };
  readonly limits: SignInLimits;
  readonly totp: TotpSecrets;
  readonly config: { readonly studio: { readonly url: string } };
  readonly clock: Clock;
  readonly newId: NewId;
}

/** One-time links, by which a person sets the password and the authenticator app. */
export function createLinks(parts: LinkDependencies): Links {
  const { accounts, signIn, sessions, limits, totp, config, clock, newId } = parts;

  const linkOf = async (token: string, request: FastifyRequest): Promise<StaffLink> => {
    await limits.take('link', networkOf(request.ip));
    const link = await accounts.liveLink(hashToken(token), clock.now());
    if (!link) throw invalidLink();
    return link;
  };

  /** The account that a link is for; a first administrator's is made from what they say. */
  const accountOf = async (link: StaffLink, accepted: AcceptedLink): Promise<StaffAccount> => {
    const known = link.accountId === null ? undefined : await accounts.byId(link.accountId);
    if (known) {
      if (known.state === 'disabled') throw invalidLink();
      return known;
    }
    if (link.accountId !== null) throw invalidLink();
    const missing = (['email', 'name'] as const).filter((field) => accepted[field] === undefined);
    if (missing.length > 0)
      throw invalidRequest(missing.map((field) => ({ field, problem: 'is needed' })));
    return {
      id: newId(),
      email: (accepted.email ?? '').toLowerCase(),
      name: accepted.name ?? '',
      roles: ['administrator'],
      state: 'invited',
      passwordHash: null,
      totp: null,
      totpStep: 0,
      oidcSubject: null,
      refused: 0,
      createdAt: clock.now(),
      createdBy: 'the link of the first administrator',
      linkAskedBy: null,
    };
  };

  const write = async (tx: Database, link: StaffLink, ready: StaffAccount): Promise<void> => {
    const within = accounts.within(tx);
    if (!(await within.useLink(link.tokenHash, clock.now()))) throw invalidLink();
    if (link.accountId !== null) {
      const { passwordHash, totp: secret, totpStep } = ready;
      await within.update(ready.id, { passwordHash, totp: secret, totpStep, state: 'active' });
      await sessions.end(tx, ready.id);
      return;
    }
    await within.lockAdministrators();
    // A link of the first administrator grants nothing once there is one.
    if (await within.hasAdministrator()) throw invalidLink();
    await within.insert({ ...ready, state: 'active' });
  };

  return {
    issue: async (tx, purpose, accountId) => {
      const token = randomToken();
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + LINK_MS);
      const within = accounts.within(tx);
      await within.endLinks(accountId, now);
      const tokenHash = hashToken(token);
      await within.insertLink({
        tokenHash,
        purpose,
        accountId,
        createdAt: now,
        expiresAt,
        usedAt: null,
      });
      return { link: `${config.studio.url}/welcome#${token}`, expiresAt };
    },

    open: async (token, request) => {
      const { purpose, accountId, expiresAt } = await linkOf(token, request);
      const account = accountId === null ? undefined : await accounts.byId(accountId);
      const { email = null, name = null } = account ?? {};
      return { purpose, email, name, expiresAt, totp: totp.setupOf(token, email ?? 'first') };
    },

    accept: async (accepted, request) => {
      const link = await linkOf(accepted.token, request);
      const account = await accountOf(link, accepted);
      const proven = totp.acceptSetup(accepted.token, accepted.code);
      if (!proven) throw refusedSignIn();
      const ready = {
        ...account,
        passwordHash: await signIn.hashOf(accepted.password, account),
        totp: totp.seal(proven.secret, account.id),
        totpStep: proven.step,
      };
      return await accounts
        .transaction(async (tx) => {
          await write(tx, link, ready);
          const recoveryCodes = await signIn.newRecoveryCodes(tx, ready.id);
          const how = { request, method: 'password' as const, action: 'studioAcceptLink' };
          return { begun: await signIn.admit(tx, ready, how), recoveryCodes };
        })
        .catch((error: unknown) => {
          if (!isUniqueViolation(error)) throw error;
          throw new AppError('conflict', 'There is an account of this address already.');
        });
    },
  };
}

function invalidLink(): AppError {
  return new AppError(
    'link_invalid',
    'This link was used before, or it is too old. Ask for a new one.',
  );
}
