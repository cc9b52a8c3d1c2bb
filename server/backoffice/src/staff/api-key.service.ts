import type { Scope } from '@bonisa/domain/staff/staff-roles';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { RequestAudit, StudioActor } from '@bonisa/kit/http/studio-types';
import type { NewId } from '@bonisa/kit/ids';
import { hashToken, randomToken } from '@bonisa/kit/secrets/keyed-hash';
import type { ApiKey, ApiKeyRepository } from './api-key.repository.ts';

/** Tells our keys in a leaked text apart from others', for scanners of secrets. */
const PREFIX = 'bonisa_key_';
/** The prefix and so much of the secret are shown; 220 random bits stay secret. */
const SHOWN = PREFIX.length + 6;
const KEY = /^bonisa_key_[A-Za-z0-9_-]{43}$/;
const DAY_MS = 24 * 60 * 60_000;
const NOTE_USE_EVERY_MS = 60_000;
/** Keys that are neither revoked nor expired. */
export const MOST_LIVE_KEYS = 100;

export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly days: number;
}

/** Who does it, and where it is recorded. */
export interface By {
  readonly actor: Pick<StudioActor, 'kind' | 'id' | 'name'>;
  readonly audit: RequestAudit;
}

export interface ApiKeys {
  /** Makes a key; the secret is in this answer only. Throws `conflict` above the limit. */
  create(asked: NewApiKey, by: By): Promise<{ key: ApiKey; secret: string }>;
  list(): Promise<ApiKey[]>;
  /** Revokes a key at once. Throws `not_found`. */
  revoke(id: string, reason: string, by: By): Promise<ApiKey>;
  /** The live keys that an account made, in its transaction; `revoke` revokes each, audited. */
  leftBy(
    tx: Database,
    account: { readonly id: string; readonly revoke: boolean; readonly reason: string },
    by: By,
  ): Promise<readonly ApiKey[]>;
  /** The key of a secret that a request shows; undefined: malformed, unknown, revoked, expired. */
  authenticate(secret: string): Promise<ApiKey | undefined>;
}

export interface ApiKeyDependencies {
  readonly repository: ApiKeyRepository;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Keys of programs: random, named, with scopes and an end; stored as a hash. */
export function createApiKeys({ repository, clock, newId }: ApiKeyDependencies): ApiKeys {
  const revokeWithin = async (
    tx: Database,
    { id, reason }: { readonly id: string; readonly reason: string },
    by: By,
  ): Promise<ApiKey> => {
    const key = await repository.within(tx).revoke(id, clock.now());
    if (!key) throw new AppError('not_found', 'There is no such key.');
    await by.audit.record({ subject: `key:${id}`, reason, details: { name: key.name } }, tx);
    return key;
  };
  return {
    create: (newKey, by) =>
      repository.transaction(async (tx) => {
        const keys = repository.within(tx);
        const now = clock.now();
        await keys.lock();
        const live = (await keys.all()).filter((key) => !key.revokedAt && key.expiresAt > now);
        if (live.length >= MOST_LIVE_KEYS)
          throw new AppError('conflict', `There are ${MOST_LIVE_KEYS} keys: revoke one first.`);
        const secret = `${PREFIX}${randomToken()}`;
        const key: ApiKey = {
          id: newId(),
          name: newKey.name,
          hash: hashToken(secret),
          prefix: secret.slice(0, SHOWN),
          scopes: newKey.scopes,
          createdAt: now,
          createdBy: by.actor.name,
          createdById: by.actor.kind === 'account' ? by.actor.id : null,
          expiresAt: new Date(now.getTime() + newKey.days * DAY_MS),
          revokedAt: null,
          lastUsedAt: null,
        };
        await keys.insert(key);
        const { name, scopes, expiresAt } = key;
        const details = { name, scopes, expires_at: expiresAt.toISOString() };
        await by.audit.record({ subject: `key:${key.id}`, details }, tx);
        return { key, secret };
      }),

    list: () => repository.all(),

    revoke: (id, reason, by) =>
      repository.transaction((tx) => revokeWithin(tx, { id, reason }, by)),

    leftBy: async (tx, { id: accountId, revoke, reason }, by) => {
      const live = await repository.within(tx).liveBy(accountId, clock.now());
      if (!revoke) return live;
      const revoked: ApiKey[] = [];
      for (const { id } of live) revoked.push(await revokeWithin(tx, { id, reason }, by));
      return revoked;
    },

    authenticate: async (secret) => {
      if (!KEY.test(secret)) return undefined;
      const now = clock.now();
      const key = await repository.live(hashToken(secret), now);
      const since = new Date(now.getTime() - NOTE_USE_EVERY_MS);
      if (key && (key.lastUsedAt === null || key.lastUsedAt < since))
        await repository.noteUse(key.id, now, since);
      return key;
    },
  };
}
