import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Database } from './database.ts';

/**
 * The content of an authorization code: the request that it answers, and the recognised subscriber.
 */
const codeGrant = z.object({
  kind: z.literal('code'),
  clientId: z.string(),
  msisdn: z.string(),
  scope: z.string(),
  redirectUri: z.string(),
  codeChallenge: z.string().optional(),
  nonce: z.string().optional(),
});
/** A temporary token of a handset's SIM (GSMA TS.43). */
const operatorToken = z.object({ kind: z.literal('operator-token'), msisdn: z.string() });
const grant = z.discriminatedUnion('kind', [codeGrant, operatorToken]);

export type Grant = z.output<typeof grant>;

/**
 * Secrets that are issued once and redeemed once: authorization codes and operator tokens. Only
 * their hashes are stored.
 */
export interface GrantsRepository {
  add(secret: string, grant: Grant, expiresAt: Date): void;
  /** @returns the grant of a secret, once; undefined for an expired, used or unknown one. */
  take<K extends Grant['kind']>(
    secret: string,
    kind: K,
    now: Date,
  ): Extract<Grant, { kind: K }> | undefined;
  /** Deletes expired grants. */
  forget(before: Date): void;
}

export function createGrantsRepository(database: Database): GrantsRepository {
  const insert = database.prepare('insert into grants (id, content, expires_at) values (?, ?, ?)');
  const take = database.prepare<{ content: string; expires_at: number }>(
    'delete from grants where id = ? returning content, expires_at',
  );
  const forget = database.prepare('delete from grants where expires_at < ?');
  const idOf = (kind: string, secret: string) =>
    `${kind}:${createHash('sha256').update(secret).digest('base64url')}`;
  return {
    add: (secret, content, expiresAt) =>
      void insert.run(idOf(content.kind, secret), JSON.stringify(content), expiresAt.getTime()),
    take<K extends Grant['kind']>(secret: string, kind: K, now: Date) {
      const row = take.get(idOf(kind, secret));
      if (!row || row.expires_at <= now.getTime()) return undefined;
      // The kind is part of the id, so a found row is of that kind.
      return grant.parse(JSON.parse(row.content)) as Extract<Grant, { kind: K }>;
    },
    forget: (before) => void forget.run(before.getTime()),
  };
}
