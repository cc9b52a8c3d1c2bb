import {
  DEVICE_ACCESS_SECONDS,
  DEVICE_SESSION_DAYS,
  decideRefresh,
} from '@bonisa/domain/playback/device-sign-in';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import { createSignedTokens } from '@bonisa/kit/secrets/signed-token';
import { z } from 'zod';
import { DEVICE_TOKEN_PREFIX, type SessionUser } from '../session.service.ts';
import type { DeviceSessionsRepository } from './device-sessions.repository.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The answer of the token endpoint (RFC 6749, section 5.1). */
export interface DeviceTokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: 'watch';
}

export interface DeviceTokensDependencies {
  readonly db: Database;
  readonly repository: DeviceSessionsRepository;
  readonly key: Buffer;
  readonly clock: Clock;
}

export type DeviceTokensService = ReturnType<typeof createDeviceTokens>;

/**
 * The tokens of devices. Both are signed and name the device's session, so that they end with it;
 * a refresh token also has its number, and counts once.
 */
export function createDeviceTokens({ db, repository, key, clock }: DeviceTokensDependencies) {
  const access = createSignedTokens({
    key,
    purpose: 'device.access',
    claims: z.strictObject({ sid: z.string() }),
  });
  const refreshes = createSignedTokens({
    key,
    purpose: 'device.refresh',
    claims: z.strictObject({ sid: z.string(), n: z.int().min(0) }),
  });
  const sessionEnd = (now: Date): Date => new Date(now.getTime() + DEVICE_SESSION_DAYS * DAY_MS);

  const issue = (sid: string, n: number, now: Date): DeviceTokens => {
    const until = new Date(now.getTime() + DEVICE_ACCESS_SECONDS * 1000);
    return {
      access_token: DEVICE_TOKEN_PREFIX + access.issue({ sid }, until),
      token_type: 'Bearer',
      expires_in: DEVICE_ACCESS_SECONDS,
      refresh_token: refreshes.issue({ sid, n }, sessionEnd(now)),
      scope: 'watch',
    };
  };

  /** The session that either token names, whether it lives or not; `undefined` for no token. */
  const sessionNamed = (token: string): string | undefined => {
    const now = clock.now();
    const read = token.startsWith(DEVICE_TOKEN_PREFIX)
      ? access.read(token.slice(DEVICE_TOKEN_PREFIX.length), now)
      : refreshes.read(token, now);
    return 'claims' in read ? read.claims.sid : undefined;
  };

  return {
    /** The first tokens of a locked session, also again after a lost answer. */
    begin: async (tx: Database, sid: string): Promise<DeviceTokens | undefined> => {
      const within = repository.within(tx);
      const now = clock.now();
      const session = await within.lock(sid);
      const isLive = session && session.revokedAt === null && session.expiresAt > now;
      // After a refresh the first tokens have arrived: nothing is to be repeated.
      if (!isLive || session.refreshCount !== 0) return undefined;
      await within.use(sid, { now, expiresAt: sessionEnd(now) });
      return issue(sid, 0, now);
    },

    /**
     * Exchanges a refresh token for new tokens. A token that was exchanged before ends the device's
     * session, because two have it. Throws `invalid_grant`.
     */
    refresh: async (client: string, token: string): Promise<DeviceTokens> => {
      const read = refreshes.read(token, clock.now());
      const tokens =
        read.ok &&
        (await db.transaction(async (tx) => {
          const { sid, n } = read.claims;
          const within = repository.within(tx);
          const now = clock.now();
          const session = await within.lock(sid);
          if (!session || session.revokedAt || session.expiresAt <= now) return undefined;
          if (session.deviceClient !== client) return undefined;
          const count = session.refreshCount ?? 0;
          const decision = decideRefresh({ count, at: session.refreshedAt ?? now }, n, now);
          // The refusal is thrown after the transaction: the end of the session must stay.
          if (decision === 'stolen') return void (await within.revoke(sid, now));
          const expiresAt = sessionEnd(now);
          if (decision === 'again') return issue(sid, count, now);
          await within.use(sid, { now, expiresAt, refreshCount: count + 1 });
          return issue(sid, count + 1, now);
        }));
      if (!tokens)
        throw new AppError('invalid_grant', 'The device was signed out. Please sign it in again.');
      return tokens;
    },

    /** Signs a device out by either of its tokens. An unknown token changes nothing. */
    revoke: async (client: string, token: string): Promise<void> => {
      const sid = sessionNamed(token);
      const now = clock.now();
      const session = sid === undefined ? undefined : await repository.live(sid, now);
      if (session?.deviceClient === client) await repository.revoke(session.idHash, now);
    },

    /** The signed-in device of an access token. Throws `invalid_token`. */
    userOf: async (token: string): Promise<SessionUser> => {
      const now = clock.now();
      const read = access.read(token.slice(DEVICE_TOKEN_PREFIX.length), now);
      const session = read.ok ? await repository.live(read.claims.sid, now) : undefined;
      if (!session) throw new AppError('invalid_token', 'The device token is not valid any more.');
      const { idHash, subscriberId, expiresAt, deviceKind } = session;
      return { idHash, subscriberId, expiresAt, device: deviceKind ?? 'other' };
    },
  };
}
