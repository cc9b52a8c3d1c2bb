import type { ReplyOf } from '@bonisa/contract/calls';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { createSignal } from '@bonisa/kit/jobs/signal';
import { keyedHash, sameText } from '@bonisa/kit/secrets/keyed-hash';
import type { Numbers } from '../../numbers/numbers.ts';
import type { IdentityRepository } from '../identity.repository.ts';
import type { SessionUser } from '../session.service.ts';
import { createCountInWindow } from './count-in-window.ts';
import type { DeviceClient } from './device-clients.config.ts';
import { createDeviceRequestsRepository } from './device-requests.repository.ts';
import { createDeviceSessionsRepository } from './device-sessions.repository.ts';
import { createDeviceSignIn, type DeviceSignedIn } from './device-sign-in.service.ts';
import { createDeviceTokens } from './device-tokens.service.ts';

export interface DevicesDependencies {
  readonly config: {
    readonly limits: boolean;
    /** The apps that may ask. */
    readonly deviceClients: readonly DeviceClient[];
  };
  /** Signs the tokens. */
  readonly key: Buffer;
  /** Hides codes, networks and sessions. */
  readonly hidingKey: Buffer;
  readonly db: Database;
  readonly clock: Clock;
  readonly numbers: Pick<Numbers, 'withSubscriberLock'>;
  readonly repository: Pick<IdentityRepository, 'countClientCheck'>;
}

export type Devices = ReturnType<typeof createDevices>;

/** Builds the sign-in of devices by code, their tokens, and the list of a number's devices. */
export function createDevices(dependencies: DevicesDependencies) {
  const { config, key, hidingKey, db, clock, numbers, repository } = dependencies;
  const requests = createDeviceRequestsRepository(db);
  const sessions = createDeviceSessionsRepository(db);
  const signedIn = createSignal<DeviceSignedIn>();
  const tokens = createDeviceTokens({ db, repository: sessions, key, clock });
  /** A session's name in the list: its hash stays inside, because other tokens contain it. */
  const idOf = (idHash: string) => keyedHash(hidingKey, 'listed', idHash);

  return {
    /** The apps that may ask, by their `client_id`. */
    clients: config.deviceClients.map(({ id }) => id),
    tokens,
    /** Raised in the transaction in which a viewer signs a device in. */
    signedIn,
    signIn: createDeviceSignIn({
      requests,
      sessions,
      tokens,
      withSubscriberLock: numbers.withSubscriberLock,
      countInWindow: createCountInWindow({
        repository,
        key: hidingKey,
        clock,
        limitByNetwork: config.limits,
      }),
      onSignedIn: signedIn.raise,
      key: hidingKey,
      clock,
    }),

    /** Where the number of a session is signed in. */
    list: async ({ subscriberId, idHash: own }: SessionUser): Promise<ReplyOf<'devices'>> => {
      const rows = await sessions.liveOf(subscriberId, clock.now());
      return {
        devices: rows.map(
          ({ idHash, deviceClient, deviceKind, deviceName, createdAt, lastSeenAt }) => ({
            id: idOf(idHash),
            type: deviceClient === null ? 'browser' : 'device',
            kind: deviceKind ?? 'other',
            name: deviceName,
            signed_in_at: createdAt.toISOString(),
            last_used_at: lastSeenAt.toISOString(),
            current: idHash === own,
          }),
        ),
      };
    },

    /** Signs one of the number's own out; `false` if it has none of this id. */
    end: async ({ subscriberId }: SessionUser, id: string): Promise<boolean> => {
      const now = clock.now();
      const rows = await sessions.liveOf(subscriberId, now);
      const found = rows.find(({ idHash }) => sameText(idOf(idHash), id));
      if (found) await sessions.revoke(found.idHash, now);
      return found !== undefined;
    },

    /** Ends the devices of a number that is blocked, in the transaction that blocks it. */
    endAllOf: (tx: Database, subscriberId: number): Promise<void> =>
      sessions.within(tx).revokeDevicesOf(subscriberId, clock.now()),

    purge: (before: Date): Promise<void> => requests.purge(before),
  };
}
