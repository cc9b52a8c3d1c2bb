import { ROLES } from '@bonisa/domain/staff/staff-roles';
import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import { rand } from './report-query.ts';
import { studioCall } from './studio-call.ts';

const tag = 'studio staff';
const byId = z.strictObject({ id: z.uuid() });
const reason = text(500).trim().min(1);
const roles = z
  .array(z.enum(ROLES))
  .min(1)
  .max(ROLES.length)
  .transform((given) => ROLES.filter((role) => given.includes(role)));
const nothing = z.preprocess((body) => body ?? {}, z.strictObject({}));

const session = z.object({
  id: z.string(),
  /** The session of this request. */
  current: z.boolean(),
  created_at: instant,
  last_seen_at: instant,
  method: z.string(),
  network: z.string(),
  agent: z.string(),
});

export const mySessions = studioCall({
  id: 'studioMySessions',
  method: 'GET',
  path: '/studio/api/me/sessions',
  tag,
  summary: 'The own sessions',
  needs: 'account',
  reply: z.object({ data: z.array(session) }),
});

export const endMySession = studioCall({
  id: 'studioEndMySession',
  method: 'POST',
  path: '/studio/api/me/sessions/:id/end',
  tag,
  summary: 'End one of the own sessions',
  needs: 'account',
  params: byId,
  body: nothing,
  reply: z.object({ ended: z.int() }),
  errors: ['not_found'],
});

const account = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  state: z.enum(['invited', 'active', 'disabled']),
  created_at: instant,
  created_by: z.string(),
  /** Refused tries to sign in since the last time. */
  refused: z.int(),
  /** A link waits that whoever reads this may show, or that another administrator shows. */
  link: z.enum(['to_show', 'with_another']).nullable(),
});

/** What somebody did to an account within the last 7 days. */
const accountChange = z.object({
  at: instant,
  /** As the audit calls them; the command line of the product's machine is one of them. */
  by: z.string(),
  /** Whoever reads this did it. */
  own: z.boolean(),
  account_id: z.string(),
  /** The act, as the audit calls it. */
  action: z.string(),
  reason: z.string().nullable(),
});

export const accounts = studioCall({
  id: 'studioAccounts',
  method: 'GET',
  path: '/studio/api/accounts',
  tag,
  summary: 'The accounts of the people of the brand',
  needs: 'staff:read',
  reply: z.object({ data: z.array(account), changes: z.array(accountChange) }),
});

const link = z.object({ link: z.string(), expires_at: instant });
/** Null: another administrator shows it (`studioShowLink`). */
const linkOrLeft = z.object({ link: z.string().nullable(), expires_at: instant.nullable() });

export const invite = studioCall({
  id: 'studioInvite',
  method: 'POST',
  path: '/studio/api/accounts',
  tag,
  summary:
    'Invite a person. The one-time link is in the answer only where no other administrator can show it',
  needs: 'staff:manage',
  stepUp: true,
  body: z.strictObject({ email: z.email().max(254), name: text(80).trim().min(1), roles }),
  reply: linkOrLeft.extend({ account }),
  errors: ['conflict'],
});

/**
 * What an account leaves that is disabled or loses a role: it goes on without the person, or waits
 * for somebody.
 */
const left = z.object({
  /** Its API keys that worked until now, and whether this call revoked them. */
  keys: z.array(
    z.object({ id: z.string(), name: z.string(), expires_at: instant, revoked: z.boolean() }),
  ),
  /**
   * Of a disabled account: what it asked a second person for. It is not approved while the account
   * is disabled.
   */
  requests: z.array(
    z.object({
      kind: z.enum(['refund', 'write_off']),
      id: z.string(),
      amount: rand,
      expires_at: instant,
    }),
  ),
});

export const changeAccount = studioCall({
  id: 'studioChangeAccount',
  method: 'POST',
  path: '/studio/api/accounts/:id',
  tag,
  summary:
    'Change the roles of an account, disable it or enable it again; disabling, and taking a role away, answers what it leaves, and revokes its API keys if asked to',
  needs: 'staff:manage',
  stepUp: true,
  params: byId,
  body: z
    .strictObject({
      name: absent(text(80).trim().min(1)),
      roles: absent(roles),
      /** The roles that the caller saw: where the account has others by now, it is a conflict. */
      seen_roles: absent(roles),
      disabled: absent(z.boolean()),
      revoke_keys: absent(z.boolean()),
      reason,
    })
    .refine(({ disabled, roles, revoke_keys }) => disabled || roles || !revoke_keys, {
      path: ['revoke_keys'],
      error: 'goes with disabled: true, or with roles',
    }),
  /** `left` is null unless this call disables the account, takes a role away or revokes keys. */
  reply: z.object({ account, left: left.nullable() }),
  errors: ['not_found', 'conflict', 'last_administrator'],
});

export const resetAccount = studioCall({
  id: 'studioResetAccount',
  method: 'POST',
  path: '/studio/api/accounts/:id/reset',
  tag,
  summary:
    'A one-time link for a new password and authenticator app, for another administrator to show; sessions, the old password, app, recovery codes and passkeys end at once',
  needs: 'staff:manage',
  stepUp: true,
  params: byId,
  body: z.strictObject({ reason }),
  reply: linkOrLeft,
  errors: ['not_found', 'conflict'],
});

export const showLink = studioCall({
  id: 'studioShowLink',
  method: 'POST',
  path: '/studio/api/accounts/:id/link',
  tag,
  summary: 'The one-time link of an account that another administrator invited or reset',
  needs: 'staff:manage',
  stepUp: true,
  params: byId,
  body: nothing,
  reply: link,
  errors: ['not_found', 'conflict', 'own_request'],
});

export const accountSessions = studioCall({
  id: 'studioAccountSessions',
  method: 'GET',
  path: '/studio/api/accounts/:id/sessions',
  tag,
  summary: 'The sessions of an account',
  needs: 'staff:read',
  params: byId,
  reply: z.object({ data: z.array(session) }),
  errors: ['not_found'],
});

export const endAccountSessions = studioCall({
  id: 'studioEndAccountSessions',
  method: 'POST',
  path: '/studio/api/accounts/:id/sessions/end',
  tag,
  summary: 'End one session of an account, or all of them',
  needs: 'staff:manage',
  params: byId,
  body: z.strictObject({ session_id: absent(z.uuid()), reason }),
  reply: z.object({ ended: z.int() }),
  errors: ['not_found'],
});
