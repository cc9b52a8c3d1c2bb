/**
 * What the people of the brand, and programs that act for them, may do in the studio. A call needs
 * one scope; a role is a set of scopes; an API key has a set of scopes of its own.
 */

/** Every scope with its meaning, for the person who chooses the scopes of a key. */
export const SCOPE_MEANINGS = {
  'catalogue:read': 'Read the catalogue, drafts included',
  'catalogue:write': 'Create, change and delete drafts, pictures and media of the catalogue',
  'catalogue:publish': 'Publish, schedule and unpublish titles, shelves and slides',
  'live:read': 'See what is sent to live channels, and which of them have a stream key',
  'live:act': 'Make and revoke stream keys of live channels, end what is sent to them',
  'care:read': 'Look at the subscription, the charges and the messages of a number',
  'care:act': 'Cancel, block, unblock, refund and send again for a number',
  'refund:approve': 'Approve, as the second person, a refund above the limit',
  'feedback:read': 'Read what viewers write about the service, without their numbers',
  'money:read': 'Read charges, the ledger, settlements and reports of money',
  'money:act': 'Resolve reconciliation exceptions, record settlements and ask for write-offs',
  'writeoff:approve': 'Approve, as the second person, a write-off',
  'audience:read': 'Read reports of subscribers, audience and quality',
  'operations:read': 'Read the state of the service: its parts, jobs, carriers and webhooks',
  'operations:act': 'Send webhooks again',
  'webhooks:manage': 'Make, change and end endpoints of webhooks, and their secrets',
  'brand:write': 'Change the brand, and packages, their names and their prices',
  'audit:read': 'Read the audit: who did what, when and why',
  'staff:read': 'Read the accounts, their sessions and the API keys',
  'staff:manage': 'Invite, change and disable accounts, end sessions, make and revoke API keys',
} as const;

export type Scope = keyof typeof SCOPE_MEANINGS;
export const SCOPES = Object.keys(SCOPE_MEANINGS) as readonly Scope[];

/** The roles of accounts. An account has one or more. */
export const ROLES = [
  'editor',
  'publisher',
  'care',
  'finance',
  'operator',
  'administrator',
] as const;
export type Role = (typeof ROLES)[number];

const EDITOR: readonly Scope[] = ['catalogue:read', 'catalogue:write'];

/** The scopes of each role. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  editor: EDITOR,
  publisher: [...EDITOR, 'catalogue:publish', 'live:read', 'feedback:read', 'audience:read'],
  care: ['catalogue:read', 'care:read', 'care:act', 'feedback:read'],
  finance: [
    'care:read',
    'money:read',
    'money:act',
    'refund:approve',
    'writeoff:approve',
    'audience:read',
  ],
  operator: [
    'catalogue:read',
    'live:read',
    'live:act',
    'feedback:read',
    'audience:read',
    'operations:read',
    'operations:act',
    'webhooks:manage',
    'audit:read',
  ],
  administrator: SCOPES,
};

/** All scopes of an account with these roles. */
export function scopesOf(roles: readonly Role[]): ReadonlySet<Scope> {
  return new Set(roles.flatMap((role) => SCOPES_OF_ROLE[role]));
}

/** Whether a change of roles takes one away. */
export function takesRoleAway(before: readonly Role[], after: readonly Role[]): boolean {
  return before.some((role) => !after.includes(role));
}

/** Scopes that only a person may hold: a program is no second person, and makes no staff. */
const FOR_PEOPLE: ReadonlySet<Scope> = new Set([
  'refund:approve',
  'writeoff:approve',
  'staff:manage',
]);

/** The scopes that an API key may have. */
export const KEY_SCOPES = SCOPES.filter((scope) => !FOR_PEOPLE.has(scope));
