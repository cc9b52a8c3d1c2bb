import {
  changeAccount,
  invite,
  resetAccount,
  showLink,
} from '@bonisa/contract/studio/accounts.calls';
import type { Cents } from '@bonisa/domain/money/rand';
import { BOUND_MS } from '@bonisa/domain/staff/second-person';
import { type Role, takesRoleAway } from '@bonisa/domain/staff/staff-roles';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { AccountFacts } from '@bonisa/kit/http/studio-types';
import type { NewId } from '@bonisa/kit/ids';
import type { AccountRepository, StaffAccount, StaffLink } from './account.repository.ts';
import type { ApiKey } from './api-key.repository.ts';
import type { ApiKeys, By } from './api-key.service.ts';
import type { AuditRepository, AuditRow } from './audit.repository.ts';
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

/** What an account asked a second person for, as later modules know it. */
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
  /**
   * Its link is for whoever was invited. Where another administrator can sign in, that one shows
   * it (`showLink`), and `link` is null. Throws `conflict` for an address that has an account.
   */
  invite(
    asked: { email: string; name: string; roles: readonly Role[] },
    by: By,
  ): Promise<{ account: StaffAccount; link: OneTimeLink | null }>;
  /**
   * Throws `last_administrator` where nobody would be left to manage the others, and `conflict`
   * where the account has other roles than `seenRoles`.
   */
  change(id: string, change: AccountChange, by: By): Promise<ChangedAccount>;
  /** Whether an account is disabled, in a transaction; one that is not there counts as disabled. */
  isDisabled: AccountFacts['isDisabled'];
  changesSince: AccountFacts['changesSince'];
  /** What was done to accounts within `BOUND_MS`, the oldest first, for administrators. */
  lastChanges(): Promise<AuditRow[]>;
  /**
   * A link for a new password and authenticator app, which another administrator shows as that of
   * an invitation, unless it is for the own account. Until it is used, nothing of before signs in
   * but the company's sign-in. Throws `conflict` for a disabled account.
   */
  reset(id: string, reason: string, by: By): Promise<OneTimeLink | null>;
  /**
   * The link of an account that another administrator invited or reset. Throws `own_request` for
   * that one, and `conflict` where no link waits.
   */
  showLink(id: string, by: By): Promise<OneTimeLink>;
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
  readonly audit: Pick<AuditRepository, 'since'>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** The acts by which one account may get hold of another, as the audit calls them. */
const CHANGES: readonly string[] = [invite.id, changeAccount.id, resetAccount.id, showLink.id];
const COMMAND_RESET = 'command reset';

/** The accounts of the people of the brand, as an administrator manages them. */
export function createAccounts({
  accounts,
  sessions,
  passkeys,
  apiKeys,
  links,
  audit,
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

  /**
   * Makes the link of an account, or leaves it to another administrator: whoever asks for a link
   * and is shown it could sign in as the account. A command is given it, as it holds the database.
   */
  const linkOrLeave = async (
    tx: Database,
    { id, state }: StaffAccount,
    { actor }: By,
  ): Promise<OneTimeLink | null> => {
    const within = accounts.within(tx);
    const isLeft =
      actor.kind === 'account' &&
      actor.id !== id &&
      (await within.otherAdministrators(actor.id, id)) > 0;
    await within.update(id, { linkAskedBy: isLeft ? actor.id : null });
    if (!isLeft) return await links.issue(tx, purposeOf(state), id);
    await within.endLinks(id, clock.now());
    return null;
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
          linkAskedBy: null,
        };
        await within.insert(account);
        const link = await linkOrLeave(tx, account, by);
        const entry = { subject: `account:${account.id}`, details: { email: address, roles } };
        await by.audit.record(entry, tx);
        return { account: await byId(account.id, within), link };
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

    changesSince: async (since, tx) => {
      const entries = await audit.since(CHANGES, since, tx);
      return entries
        .filter(({ actorKind }) => actorKind === 'account')
        .map(({ actorId: by, subject, at }) => ({ by, account: idIn(subject), at }));
    },

    lastChanges: () =>
      audit.since([...CHANGES, COMMAND_RESET], new Date(clock.now().getTime() - BOUND_MS)),

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
        const link = await linkOrLeave(tx, account, by);
        await by.audit.record({ subject: `account:${id}`, reason }, tx);
        return link;
      }),

    showLink: (id, by) =>
      accounts.transaction(async (tx) => {
        const within = accounts.within(tx);
        const account = await within.lock(id);
        if (!account) throw noSuchAccount();
        if (account.linkAskedBy === null || account.state === 'disabled')
          throw new AppError('conflict', 'No link of this account waits to be shown.');
        if (account.linkAskedBy === by.actor.id)
          throw new AppError(
            'own_request',
            'You asked for this link yourself: another administrator shows it and hands it over.',
          );
        await within.update(id, { linkAskedBy: null });
        const link = await links.issue(tx, purposeOf(account.state), id);
        await by.audit.record({ subject: `account:${id}` }, tx);
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

/** The account that an entry of the audit is about. */
export function idIn(subject: string): string {
  return subject.slice('account:'.length);
}

/** An account without a first sign-in is still invited. */
function purposeOf(state: StaffAccount['state']): StaffLink['purpose'] {
  return state === 'invited' ? 'invitation' : 'reset';
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
