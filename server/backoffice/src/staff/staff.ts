import type { BrandConfig } from '@bonisa/kit/brand/brand.config';
import { type Clock, unmovedClock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { RequestAudit } from '@bonisa/kit/http/studio-types';
import type { NewId } from '@bonisa/kit/ids';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import type { Logger } from 'pino';
import { createAccountRepository } from './account.repository.ts';
import { createAccounts } from './account.service.ts';
import { createApiKeyRepository } from './api-key.repository.ts';
import { createApiKeys } from './api-key.service.ts';
import { createAuditRepository } from './audit.repository.ts';
import { COMMAND, createAuditService } from './audit.service.ts';
import { createAuthenticators } from './authenticator.service.ts';
import { createLinks } from './links.service.ts';
import { createOidc } from './oidc.service.ts';
import { createPasskeyRepository } from './passkey.repository.ts';
import { createPasskeys } from './passkey.service.ts';
import { createPasswordHashes } from './password-hash.ts';
import { createStaffSessionRepository } from './session.repository.ts';
import { createSignIn } from './sign-in.service.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { createStaffSessions } from './staff-session.service.ts';
import type { StudioConfig } from './studio.config.ts';
import { createStudioGate } from './studio-gate.ts';
import { createTotpSecrets } from './totp.ts';
import { createWelcome } from './welcome.ts';

export interface StaffDependencies {
  readonly config: {
    readonly mode: 'demo' | 'production';
    readonly studio: StudioConfig;
    readonly limits: boolean;
    readonly brand: BrandConfig;
    readonly secretKeyFallbacks: readonly string[];
  };
  readonly secrets: Pick<Secrets, 'key'>;
  readonly db: Database;
  readonly logger: Pick<Logger, 'warn'>;
  readonly clock: Clock;
  readonly newId: NewId;
}

export type Staff = ReturnType<typeof createStaff>;

/** Kept after the end of a session, for 'the sign-in before this one'. */
const KEEP_SESSIONS_MS = 90 * 24 * 60 * 60_000;

/** Builds the people of the brand: accounts, sign-in, API keys, the audit, the studio's gate. */
export function createStaff({ config, secrets, db, logger, clock, newId }: StaffDependencies) {
  const key = secrets.key('staff');
  const auditRows = createAuditRepository(db);
  const audit = createAuditService({ repository: auditRows, clock, newId });
  const apiKeys = createApiKeys({ repository: createApiKeyRepository(db), clock, newId });
  const accountRows = createAccountRepository(db);
  const sessionRows = createStaffSessionRepository(db);
  const sessions = createStaffSessions({ repository: sessionRows, key, config, clock, newId });
  const limits = createSignInLimits({ repository: sessionRows, key, config, clock });
  const issuer = `${config.brand.name} studio`;
  const totp = createTotpSecrets(secrets.key('staff totp'), issuer, [unmovedClock(clock), clock]);
  const passwords = createPasswordHashes();
  const { record } = audit;
  const signIn = createSignIn({
    accounts: accountRows,
    sessions: { ...sessions, showFactor: sessionRows.showFactor },
    limits,
    passwords,
    totp,
    record,
    key,
    clock,
  });
  /** Seals the secrets of authenticator apps by the current key, where another one did. */
  const sealAnew = async (): Promise<void> => {
    if (config.secretKeyFallbacks.length === 0) return;
    for (const { id, totp: sealed } of await accountRows.all()) {
      const anew = sealed === null ? undefined : totp.sealedAnew(sealed, id);
      if (sealed !== null && anew !== undefined) await accountRows.replaceTotp(id, sealed, anew);
    }
  };
  const links = createLinks({
    accounts: accountRows,
    signIn,
    sessions: {
      end: async (tx, accountId) =>
        void (await sessionRows.within(tx).end(accountId, {}, clock.now())),
    },
    limits,
    totp,
    config,
    clock,
    newId,
  });
  const authenticators = createAuthenticators({ accounts: accountRows, totp, key, clock });
  const passkeyRows = createPasskeyRepository(db);
  const passkeys = createPasskeys({
    passkeys: passkeyRows,
    accounts: accountRows,
    signIn,
    sessions: { showFactor: sessionRows.showFactor },
    limits,
    key,
    config,
    clock,
  });
  const { oidc: company, url: studioUrl } = config.studio;
  const parts = {
    accounts: accountRows,
    sessions: sessionRows,
    signIn,
    record,
    key,
    logger,
    clock,
  };
  const oidc = company && createOidc({ ...parts, oidc: company, studioUrl });
  const people = { accounts: accountRows, sessions: sessionRows, passkeys: passkeyRows };
  const accounts = createAccounts({ ...people, apiKeys, links, audit: auditRows, clock, newId });
  return {
    audit,
    apiKeys,
    accounts,
    accountRows,
    sessions,
    sessionRows,
    authenticators,
    passkeys,
    passkeyRows,
    /** The company's sign-in; undefined where none is configured. */
    oidc,
    welcome: createWelcome(sessions, sessionRows),
    limits,
    signIn,
    links,
    passwords,
    totp,
    clock,
    /** The audit of a command that runs on the product's machine. */
    commandAudit: (action: string): RequestAudit => ({
      record: (entry, tx) =>
        audit.record({ actor: COMMAND, action, correlationId: null }, entry, tx),
    }),
    studioGate: createStudioGate({ apiKeys, sessions, record, clock }),
    sealAnew,
    purge: async (): Promise<void> => {
      // A process of another current key may have sealed one since the start.
      await sealAnew();
      const before = new Date(clock.now().getTime() - KEEP_SESSIONS_MS);
      await accountRows.purge(before);
      await sessionRows.purge(before);
    },
  };
}
