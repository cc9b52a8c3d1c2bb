import {
  accountSessions,
  accounts,
  changeAccount,
  endAccountSessions,
  endMySession,
  invite,
  mySessions,
  resetAccount,
  showLink,
} from '@bonisa/contract/studio/accounts.calls';
import { formatRand } from '@bonisa/domain/money/rand';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { StudioActor } from '@bonisa/kit/http/studio-types';
import type { FastifyRequest } from 'fastify';
import type { StaffAccount } from './account.repository.ts';
import { idIn, type WaitingBy, type WaitingRequest } from './account.service.ts';
import type { ApiKey } from './api-key.repository.ts';
import type { AuditRow } from './audit.repository.ts';
import type { OneTimeLink } from './links.service.ts';
import type { StaffSession } from './session.repository.ts';
import type { Staff } from './staff.ts';

const OWN = 'ended by its owner';

/** The calls about accounts and their sessions. */
export function accountStudioRoutes(staff: Staff, waitingBy: WaitingBy): StudioRoutes {
  const listed = async (accountId: string, request: FastifyRequest) => {
    const person = await staff.sessions.of(request);
    const sessions = await staff.sessions.list(accountId);
    return { data: sessions.map((session) => sessionView(session, person?.session.id)) };
  };
  return ({ register }) => {
    register(mySessions, {
      limit: 'read',
      handle: ({ actor, request }) => listed(actor.id, request),
    });
    register(endMySession, {
      limit: 'write',
      handle: async ({ params, ...by }) => ({
        ended: await staff.accounts.endSessions(by.actor.id, params.id, OWN, by),
      }),
    });
    register(accounts, {
      limit: 'read',
      handle: async ({ actor }) => ({
        data: (await staff.accounts.list()).map((account) => accountView(account, actor)),
        changes: (await staff.accounts.lastChanges()).map((one) => changeView(one, actor)),
      }),
    });
    register(invite, {
      limit: 'write',
      handle: async ({ body, ...by }) => {
        const { account, link } = await staff.accounts.invite(body, by);
        return { ...linkOrLeft(link), account: accountView(account, by.actor) };
      },
    });
    register(changeAccount, {
      limit: 'write',
      handle: async ({ params: { id }, body, ...by }) => {
        const { revoke_keys: revokeKeys, seen_roles: seenRoles, ...change } = body;
        const accountChange = { ...change, revokeKeys, seenRoles };
        const changed = await staff.accounts.change(id, accountChange, by);
        const { account, keys } = changed;
        // Of an account that only lost a role what it asked for can be approved.
        const requests = keys && change.disabled === true ? await waitingBy(id) : [];
        const left = keys && leftView(keys, revokeKeys === true, requests);
        return { account: accountView(account, by.actor), left: left ?? null };
      },
    });
    register(resetAccount, {
      limit: 'write',
      handle: async ({ params, body, ...by }) =>
        linkOrLeft(await staff.accounts.reset(params.id, body.reason, by)),
    });
    register(showLink, {
      limit: 'write',
      handle: async ({ params, ...by }) => linkView(await staff.accounts.showLink(params.id, by)),
    });
    register(accountSessions, {
      limit: 'read',
      handle: async ({ params, request }) => {
        const { id } = await staff.accounts.byId(params.id);
        return await listed(id, request);
      },
    });
    register(endAccountSessions, {
      limit: 'write',
      handle: async ({ params, body, ...by }) => ({
        ended: await staff.accounts.endSessions(params.id, body.session_id, body.reason, by),
      }),
    });
  };
}

function accountView(account: StaffAccount, reader: StudioActor) {
  const { id, email, name, roles, state, createdAt, createdBy, refused, linkAskedBy } = account;
  const created = { created_at: createdAt.toISOString(), created_by: createdBy };
  const waits = linkAskedBy === reader.id ? ('with_another' as const) : ('to_show' as const);
  const link = linkAskedBy === null || state === 'disabled' ? null : waits;
  return { id, email, name, roles: [...roles], state, refused, link, ...created };
}

function changeView(
  { at, actor, actorId, subject, action, reason }: AuditRow,
  reader: StudioActor,
) {
  const own = actorId === reader.id;
  return { at: at.toISOString(), by: actor, own, account_id: idIn(subject), action, reason };
}

function leftView(keys: readonly ApiKey[], revoked: boolean, requests: readonly WaitingRequest[]) {
  return {
    keys: keys.map(({ id, name, expiresAt }) => {
      return { id, name, expires_at: expiresAt.toISOString(), revoked };
    }),
    requests: requests.map(({ kind, id, amount, expiresAt }) => {
      return { kind, id, amount: formatRand(amount), expires_at: expiresAt.toISOString() };
    }),
  };
}

function linkOrLeft(link: OneTimeLink | null) {
  return link ? linkView(link) : { link: null, expires_at: null };
}

function linkView({ link, expiresAt }: OneTimeLink) {
  return { link, expires_at: expiresAt.toISOString() };
}

function sessionView(session: StaffSession, current: string | undefined) {
  const { id, createdAt, lastSeenAt, method, network, agent } = session;
  const times = { created_at: createdAt.toISOString(), last_seen_at: lastSeenAt.toISOString() };
  return { id, current: id === current, ...times, method, network, agent };
}
