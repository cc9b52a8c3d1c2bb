import type { Cents } from '@bonisa/domain/money/rand';
import { type Role, takesRoleAway } from '@bonisa/domain/staff/staff-roles';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { IsDisabled } from '../platform/http/studio-types.ts';
import type { NewId } from '../platform/ids.ts';
import type { AccountRepository, StaffAccount } from './account.repository.ts';
import type { ApiKey } from './api-key.repository.ts';
import type { ApiKeys, By } from './api-key.service.ts';
import type { Links, OneTimeLink } from './links.service.ts';
import type { PasskeyRepository } from './passkey.repository.ts';
import type { StaffSessionRepository } from './session.repository.ts';

export interface AccountChange {
  readonly name?: string | undefined;
  readonly roles?: readonly Role[] | undefined;
  /** The roles that whoever changes them saw. */
  readonly seenRoles?: readonly Role[] | undefined;
  readonly disabled?: boolean | undefined;
  /** With `disabled` or `roles`: revokes the API keys that the account made. */
  readonly revokeKeys?: boolean | undefined;
  readonly reason: string;
}

export interface ChangedAccount {
  readonly account: StaffAccount;
  /** Of an account that was disabled or lost a role: its API keys that worked until now. */
  readonly keys?: readonly ApiKey[];
}

/** What an account asked a second person for, as the rooms above know it. */
export interface WaitingRequest {
  readonly kind: 'refund' | 'write_off';
  readonly id: string;
  readonly amount: Cents;
  readonly expiresAt: Date;
}

export type WaitingBy = (accountId: string) => Promise<readonly WaitingRequest[]>;

export interface Accounts {
  list(): Promise<StaffAccount[]>;
  /** Throws `not_found`. */
  byId(id: string): Promise<StaffAccount>;
  /** Throws `conflict` for an address that has an account. */
  invite(
    asked: { email: string; name: string; roles: readonly Role[] },
    by: By,
  ): Promise<OneTimeLink & { account: StaffAccount }>;
  /**
   * Throws `last_administrator` where nobody would be left to manage the others, and `conflict`
   * where the account has other roles than `seenRoles`.
   */
  change(id: string, change: AccountChange, by: By): Promise<ChangedAccount>;
  /** Whether an account is disabled, in a transaction; one that is not there counts as disabled. */
  isDisabled: IsDisabled;
  /**
   * A link for a new password and authenticator app. Until it is used, nothing of before signs in
   * but the company's sign-in. Throws `conflict` for a disabled account.
   */
  reset(id: string, reason: string, by: By): Promise<OneTimeLink>;
  /** Ends a session of an account, or all; throws `not_found`. Returns how many ended. */
  endSessions(id: string, sessionId: string | undefined, reason: string, by: By): Promise<number>;
  /** The link of the first administrator; throws `conflict` when there is an administrator. */
  firstAdministrator(by: By): Promise<OneTimeLink>;
  /** The same at a first start: undefined if there was such a link, or is an administrator. */
  firstAdministratorOnce(by: By): Promise<OneTimeLink | undefined>;
}

export interface AccountDependencies {
  readonly accounts: AccountRepository;
  readonly sessions: StaffSessionRepository;
  readonly passkeys: PasskeyRepository;
  readonly apiKeys: Pick<ApiKeys, 'leftBy'>;
  readonly links: Pick<Links, 'issue'>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** The accounts of the people of the brand, as an administrator manages them. */
export function createAccounts({
  accounts,
  sessions,
  passkeys,
  apiKeys,
  links,
  clock,
  newId,
}: AccountDependencies): Accounts {
  const byId = async (id: string, within = accounts): Promise<StaffAccount> => {
    const account = await within.byId(id);
    if (!account) throw noSuchAccount();
    return account;
  };

  /** Ends sessions and links of a disabled account. */
  const endAll = async (tx: Database, id: string): Promise<void> => {
    await sessions.within(tx).end(id, {}, clock.now());
    await accounts.within(tx).endLinks(id, clock.now());
  };

  /** The API keys of an account that may do less now, which end if asked to. */
  const keysLeft = async (tx: Database, account: Parameters<ApiKeys['leftBy']>[1], by: By) => {
    const keys = await apiKeys.leftBy(tx, account, by);
    return { keys, details: { keys: keys.map(({ id }) => id), keys_revoked: account.revoke } };
  };

  const firstLink = (by: By, isOnce: boolean): Promise<OneTimeLink | undefined> =>
    accounts.transaction(async (tx) => {
      const within = accounts.within(tx);
      await within.lockAdministrators();
      if (await within.hasAdministrator()) return undefined;
      if (isOnce && (await within.hasLinkOfFirstAdministrator())) return undefined;
      const link = await links.issue(tx, 'first administrator', null);
      await by.audit.record({ subject: 'first administrator' }, tx);
      return link;
    });

  return {
    list: () => accounts.all(),
    byId: (id) => byId(id),

    invite: ({ email, name, roles }, by) =>
      accounts.transaction(async (tx) => {
        const within = accounts.within(tx);
        const address = email.toLowerCase();
        await within.lockAdministrators();
        if (await within.byEmail(address))
          throw new AppError('conflict', 'There is an account of this address already.');
        const account: StaffAccount = {
          id: newId(),
          email: address,
          name,
          roles,
          state: 'invited',
          passwordHash: null,
          totp: null,
          totpStep: 0,
          oidcSubject: null,
          refused: 0,
          createdAt: clock.now(),
          createdBy: by.actor.name,
        };
        await within.insert(account);
        const link = await links.issue(tx, 'invitation', account.id);
        const entry = { subject: `account:${account.id}`, details: { email: address, roles } };
        await by.audit.record(entry, tx);
        return { ...link, account };
      }),

    change: (id, { name, roles, seenRoles, disabled, revokeKeys = false, reason }, by) =>
      accounts.transaction(async (tx) => {
        const within = accounts.within(tx);
        await within.lockAdministrators();
        const before = await byId(id, within);
        refuseOtherRoles(before, seenRoles);
        const state = stateAfter(before, disabled);
        const after = { ...before, name: name ?? before.name, roles: roles ?? before.roles, state };
        const isAdministrator = after.state === 'active' && after.roles.includes('administrator');
        if (!isAdministrator && (await within.otherAdministrators(id)) === 0)
          throw new AppError('last_administrator', 'Nobody would be left to manage the others.');
        await within.update(id, { name: after.name, roles: [...after.roles], state });
        if (disabled === true) await endAll(tx, id);
        const mayLess = disabled === true || takesRoleAway(before.roles, after.roles);
        const left =
          mayLess || revokeKeys
            ? await keysLeft(tx, { id, revoke: revokeKeys, reason }, by)
            : undefined;
        const details = { before: shownOf(before), after: shownOf(after), ...left?.details };
        await by.audit.record({ subject: `account:${id}`, reason, details }, tx);
        return { account: after, ...(left ? { keys: left.keys } : {}) };
      }),

    isDisabled: async (id, tx) => {
      const account = await accounts.within(tx).byId(id);
      return account === undefined || account.state === 'disabled';
    },

    reset: (id, reason, by) =>
      accounts.transaction(async (tx) => {
        const within = accounts.within(tx);
        await within.lockAdministrators();
        // A sign-in that is under way ends before, and its session ends with the others.
        const account = await within.lock(id);
        if (!account) throw noSuchAccount();
        if (account.state === 'disabled')
          throw new AppError('conflict', 'The account is disabled: enable it first.');
        await sessions.within(tx).end(id, {}, clock.now());
        // The person who has found the device, or knows the password, must not sign in by it. The
        // company's own sign-in stays: no device of this account is part of it.
        await within.update(id, { passwordHash: null, totp: null });
        await within.removeRecoveryCodes(id);
        await passkeys.within(tx).removeAll(id);
        const link = await links.issue(tx, 'reset', id);
        await by.audit.record({ subject: `account:${id}`, reason }, tx);
        return link;
      }),

    endSessions: (id, sessionId, reason, by) =>
      accounts.transaction(async (tx) => {
        await byId(id, accounts.within(tx));
        const which = sessionId === undefined ? {} : { id: sessionId };
        const ended = await sessions.within(tx).end(id, which, clock.now());
        if (sessionId !== undefined && ended === 0)
          throw new AppError('not_found', 'There is no such session.');
        await by.audit.record({ subject: `account:${id}`, reason, details: { ended } }, tx);
        return ended;
      }),

    firstAdministrator: async (by) => {
      const link = await firstLink(by, false);
      if (link) return link;
      throw new AppError('conflict', 'There is an administrator, who can invite others.');
    },

    firstAdministratorOnce: (by) => firstLink(by, true),
  };
}

/** A form that is older than the roles would give one back that was taken away, or the reverse. */
function refuseOtherRoles({ name, roles }: StaffAccount, seen: readonly Role[] = roles): void {
  if (!takesRoleAway(roles, seen) && !takesRoleAway(seen, roles)) return;
  const problem = `Somebody changed the roles of ${name} meanwhile: ${roles.join(', ')}.`;
  throw new AppError('conflict', problem, { fields: [{ field: 'seen_roles', problem }] });
}

/** Who was invited and disabled before the first sign-in is enabled as invited. */
function stateAfter(
  { state, passwordHash, oidcSubject }: StaffAccount,
  disabled: boolean | undefined,
): StaffAccount['state'] {
  if (disabled) return 'disabled';
  if (disabled === undefined || state !== 'disabled') return state;
  return passwordHash !== null || oidcSubject !== null ? 'active' : 'invited';
}

function noSuchAccount(): AppError {
  return new AppError('not_found', 'There is no such account.');
}

function shownOf({ name, roles, state }: StaffAccount) {
  return { name, roles, state };
}
