import { instant } from '@bonisa/kit/database/columns';
import { desc, sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';

/**
 * Who did what, when and why. Triggers in `0001_triggers.sql` refuse to change or delete a row. No
 * column holds a number: `subject` names a subscriber by id.
 */
export const staffAudit = pgTable(
  'staff_audit',
  {
    /** UUIDv7: sorts by time, so that it is also the place to read on from. */
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    actorKind: text('actor_kind', { enum: ['account', 'key', 'command', 'nobody'] }).notNull(),
    /** The id of the account or key; empty for a command and for nobody. */
    actorId: text('actor_id').notNull(),
    /** As it was called at the time. */
    actor: text('actor').notNull(),
    /** The call's id in the contract, or the name of a command. */
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    reason: text('reason'),
    details: jsonb('details').$type<Record<string, unknown>>(),
    correlationId: text('correlation_id'),
  },
  (table) => [
    // The audit's page filters by each of these and reads the newest first.
    index('staff_audit_actor').on(table.actorId, desc(table.id)),
    index('staff_audit_subject').on(table.subject, desc(table.id)),
    index('staff_audit_action').on(table.action, desc(table.id)),
    // A span of time. The clock of a demo or of a test may move, so `at` need not follow the ids.
    index('staff_audit_at').on(desc(table.at), desc(table.id)),
    // Words of a reason; `pg_trgm` is there since `0001_triggers.sql`.
    index('staff_audit_reason').using('gin', sql`${table.reason} gin_trgm_ops`),
  ],
);

/** Keys of programs. The secret itself is nowhere: `hash` is its SHA-256. */
export const staffApiKeys = pgTable('staff_api_keys', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  hash: text('hash').notNull().unique(),
  prefix: text('prefix').notNull(),
  scopes: text('scopes').array().notNull(),
  createdAt: instant('created_at').notNull(),
  /** Who made it, as the audit calls them. */
  createdBy: text('created_by').notNull(),
  /** The account that made it; null for a command, and for keys made before it was stored. */
  createdById: uuid('created_by_id'),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
  lastUsedAt: instant('last_used_at'),
});

/** People of the brand. The e-mail address is their name at sign-in, in small letters. */
export const staffAccounts = pgTable('staff_accounts', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  roles: text('roles').array().notNull(),
  /** `invited`: nobody has signed in yet; a link or the company's sign-in makes it `active`. */
  state: text('state', { enum: ['invited', 'active', 'disabled'] }).notNull(),
  /** scrypt with its parameters and salt; null for those who sign in by the company's OIDC. */
  passwordHash: text('password_hash'),
  /** The secret of the authenticator app, encrypted with a key of the product. */
  totp: text('totp'),
  /** The last step whose code was used: no code counts twice. */
  totpStep: bigint('totp_step', { mode: 'number' }).notNull(),
  /** Issuer and subject of the company's OIDC. */
  oidcSubject: text('oidc_subject').unique(),
  /** Refused sign-ins since the last one that succeeded, to be told at the next. */
  refused: integer('refused').notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  /** Whoever invited or reset the account, while another administrator is to show its link. */
  linkAskedBy: uuid('link_asked_by'),
});

/** Sessions of the studio. The cookie's secret is nowhere: `idHash` is its SHA-256. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    idHash: text('id_hash').primaryKey(),
    /** Names the session to people. */
    id: uuid('id').notNull().unique(),
    accountId: uuid('account_id').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** When a factor was shown last. */
    factorAt: instant('factor_at').notNull(),
    method: text('method', { enum: ['password', 'recovery code', 'passkey', 'oidc'] }).notNull(),
    network: text('network').notNull(),
    agent: text('agent').notNull(),
    /** Refused sign-ins before this one. */
    refusedBefore: integer('refused_before').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [index('staff_sessions_account').on(table.accountId, desc(table.createdAt))],
);

/** One-time links: the first administrator, an invitation, a new password. */
export const staffLinks = pgTable('staff_links', {
  /** SHA-256 of the token in the link. */
  tokenHash: text('token_hash').primaryKey(),
  purpose: text('purpose', { enum: ['first administrator', 'invitation', 'reset'] }).notNull(),
  /** Null for the first administrator, who names the account. */
  accountId: uuid('account_id'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
});

/** Codes for whoever has lost the authenticator app; each counts once. */
export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    accountId: uuid('account_id').notNull(),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

/** Challenges that were used: each is a signed text without a row, and counts once. */
export const staffUsedChallenges = pgTable('staff_used_challenges', {
  idHash: text('id_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});

/** Tries of sign-in, by a keyed hash of the account's name or of the network. */
export const staffSignInTries = pgTable('staff_sign_in_tries', {
  key: text('key').primaryKey(),
  windowStart: instant('window_start').notNull(),
  tries: integer('tries').notNull(),
});

/** Passkeys (WebAuthn). A public key grants nothing to whoever reads it. */
export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    /** The credential's id, base64url. */
    id: text('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** Uses that the authenticator counted; a copy of it counts behind. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('staff_passkeys_account').on(table.accountId)],
);
