import { randomBytes } from 'node:crypto';
import type { ReplyOf } from '@bonisa/contract/calls';
import {
  DEVICE_CODE_LIFE_MS,
  DEVICE_REQUEST_LIMIT,
  decidePoll,
  isAnswerable,
  isRepeatedAnswer,
  MOST_DEVICE_REQUESTS,
  MOST_DEVICES,
  POLL_SECONDS,
  readUserCode,
  USER_CODE_LIMITS,
  userCodeOf,
} from '@bonisa/domain/playback/device-sign-in';
import type { DeviceKind } from '@bonisa/domain/playback/playing-devices';
import { dayOf, instantOf } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import { networkOf } from '@bonisa/kit/http/client-network';
import { hashToken, keyedHash, randomToken, sameText } from '@bonisa/kit/secrets/keyed-hash';
import type { WithSubscriberLock } from '../../numbers/subscriber-lock.ts';
import type { CountInWindow } from './count-in-window.ts';
import type { DeviceRequestRow, DeviceRequestsRepository } from './device-requests.repository.ts';
import type { DeviceSessionsRepository } from './device-sessions.repository.ts';
import type { DeviceTokens, DeviceTokensService } from './device-tokens.service.ts';

/** What a device says of itself when it asks. */
export interface AskingDevice {
  readonly client: string;
  readonly kind: DeviceKind;
  readonly name: string | null;
  /** Its network address. */
  readonly address: string;
}

/** A viewer who types a code. */
export interface CodeTyper {
  readonly subscriberId: number;
  readonly address: string;
}

export interface StartedSignIn {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly expiresIn: number;
  readonly interval: number;
}

/** A device that a viewer has just signed in. */
export interface DeviceSignedIn {
  /** The transaction of the approval. */
  readonly tx: Database;
  readonly subscriberId: number;
  readonly msisdn: string;
  /** One of the configured clients: what the device says of itself never leaves the site. */
  readonly client: string;
  /** The sign-ins of the number on this South African day, this one too. */
  readonly ofToday: number;
}

export interface DeviceSignInDependencies {
  readonly requests: DeviceRequestsRepository;
  readonly sessions: DeviceSessionsRepository;
  readonly tokens: DeviceTokensService;
  readonly withSubscriberLock: WithSubscriberLock;
  readonly countInWindow: CountInWindow;
  readonly onSignedIn: (device: DeviceSignedIn) => Promise<void>;
  readonly key: Buffer;
  readonly clock: Clock;
}

/** What a device that polls is told, beside its tokens. */
const POLL_WORDS = {
  authorization_pending: 'The code was not answered yet.',
  slow_down: 'The device asks too often: wait five seconds longer each time.',
  access_denied: 'The request was refused.',
  expired_token: 'The code has expired: ask for a new one.',
  invalid_grant: 'The device code counts no more.',
} as const;

/** The sign-in of a device by a code that its viewer answers on a phone (RFC 8628). */
export function createDeviceSignIn(dependencies: DeviceSignInDependencies) {
  const { requests, sessions, tokens, withSubscriberLock, countInWindow, onSignedIn, key, clock } =
    dependencies;
  const codeHash = (code: string) => keyedHash(key, 'user code', code);
  const networkHash = (address: string) => keyedHash(key, 'device network', networkOf(address));

  /** Counts a typed code, right or wrong, so that nobody can try many. */
  const countTry = async ({ subscriberId, address }: CodeTyper): Promise<void> => {
    const { subscriber, network } = USER_CODE_LIMITS;
    await countInWindow(`code of ${subscriberId}`, subscriber);
    await countInWindow(`codes ${networkOf(address)}`, { ...network, byNetwork: true });
  };

  /**
   * The reply to an answer that comes too late to count: the first one again for a double press or
   * a lost response, as long as the device that it let in is signed in.
   */
  const lateReply = async (
    tx: Database,
    request: DeviceRequestRow | undefined,
    answered: { readonly subscriberId: number; readonly isApproved: boolean },
  ): Promise<ReplyOf<'answerDeviceRequest'>> => {
    const now = clock.now();
    if (!request || !isRepeatedAnswer(request, answered, now)) return { state: 'unknown' };
    if (!answered.isApproved) return { state: 'refused' };
    const { sessionHash } = request;
    const isIn = sessionHash !== null && (await sessions.within(tx).live(sessionHash, now));
    return { state: isIn ? 'approved' : 'unknown' };
  };

  return {
    /** Throws `too_many_requests`, or `unavailable` where too many devices wait. */
    start: async ({ address, ...device }: AskingDevice): Promise<StartedSignIn> => {
      await countInWindow(`asks ${networkOf(address)}`, {
        ...DEVICE_REQUEST_LIMIT,
        byNetwork: true,
      });
      const now = clock.now();
      if ((await requests.countWaiting(now)) >= MOST_DEVICE_REQUESTS)
        throw new AppError('unavailable', 'Too many devices wait. Try again in some minutes.', {
          retryAfter: 60,
        });
      const deviceCode = randomToken();
      const request: Omit<DeviceRequestRow, 'userCodeHash'> = {
        ...device,
        deviceCodeHash: hashToken(deviceCode),
        networkHash: networkHash(address),
        createdAt: now,
        expiresAt: new Date(now.getTime() + DEVICE_CODE_LIFE_MS),
        intervalSeconds: POLL_SECONDS,
        polledAt: null,
        state: 'waiting',
        subscriberId: null,
        sessionHash: null,
        usedAt: null,
      };
      for (let tries = 0; tries < 5; tries++) {
        const userCode = userCodeOf(randomBytes(16));
        if (await requests.insert({ ...request, userCodeHash: codeHash(userCode) }))
          return {
            deviceCode,
            userCode,
            expiresIn: DEVICE_CODE_LIFE_MS / 1000,
            interval: POLL_SECONDS,
          };
      }
      throw new Error('no free user code was found');
    },

    /** What asks under a code. Throws `too_many_requests`. */
    find: async (typed: string, viewer: CodeTyper): Promise<ReplyOf<'findDeviceRequest'>> => {
      await countTry(viewer);
      const code = readUserCode(typed);
      const request = code === undefined ? undefined : await requests.byUserCode(codeHash(code));
      if (code === undefined || !request || !isAnswerable(request, clock.now()))
        return { state: 'unknown' };
      return {
        state: 'waiting',
        user_code: code,
        kind: request.kind,
        name: request.name,
        same_network: sameText(networkHash(viewer.address), request.networkHash),
        asked_at: request.createdAt.toISOString(),
        expires_at: request.expiresAt.toISOString(),
      };
    },

    /**
     * Answers a request; the first answer counts, and the same one again reads like it to the
     * viewer who gave it. The approval makes the device's session, so that
     * whatever ends the number's sessions ends it, too, before its tokens are fetched. Throws
     * `too_many_requests`.
     */
    answer: async (
      typed: string,
      isApproved: boolean,
      viewer: CodeTyper,
    ): Promise<ReplyOf<'answerDeviceRequest'>> => {
      await countTry(viewer);
      const { subscriberId } = viewer;
      const code = readUserCode(typed);
      if (code === undefined) return { state: 'unknown' };
      return await withSubscriberLock(subscriberId, async (tx, subscriber) => {
        const within = requests.within(tx);
        const now = clock.now();
        const request = await within.lockByUserCode(codeHash(code));
        if (!request || !isAnswerable(request, now))
          return await lateReply(tx, request, { subscriberId, isApproved });
        const { deviceCodeHash, client, kind, name, expiresAt } = request;
        if (!isApproved) {
          await within.update(deviceCodeHash, { state: 'refused', subscriberId });
          return { state: 'refused' };
        }
        if (subscriber.blockedAt) return { state: 'blocked' };
        const ownSessions = sessions.within(tx);
        if ((await ownSessions.countLive(subscriberId, now)) >= MOST_DEVICES)
          return { state: 'full' };
        const idHash = hashToken(randomToken());
        // Without its tokens the session ends with the code.
        await ownSessions.insert({ idHash, subscriberId, client, kind, name, now, expiresAt });
        await within.update(deviceCodeHash, {
          state: 'approved',
          subscriberId,
          sessionHash: idHash,
        });
        const ofToday = await ownSessions.countSince(subscriberId, instantOf(dayOf(now)));
        await onSignedIn({ tx, subscriberId, msisdn: subscriber.msisdn, client, ofToday });
        return { state: 'approved' };
      });
    },

    /** Answers a poll with tokens. Throws the errors of RFC 8628, section 3.5. */
    poll: async (client: string, deviceCode: string): Promise<DeviceTokens> => {
      // A refusal is returned and thrown afterwards: the time of the poll must be kept.
      const answer = await requests.db.transaction(async (tx) => {
        const within = requests.within(tx);
        const now = clock.now();
        const hash = hashToken(deviceCode);
        const request = await within.lockByDeviceCode(hash);
        if (request?.client !== client) return 'invalid_grant';
        const decision = decidePoll(request, now);
        if ('intervalSeconds' in decision) {
          const { intervalSeconds } = decision;
          await within.update(hash, { polledAt: now, intervalSeconds });
          return decision.answer;
        }
        if (decision.answer !== 'tokens' && decision.answer !== 'again') return decision.answer;
        const issued = request.sessionHash && (await tokens.begin(tx, request.sessionHash));
        // The number was signed out everywhere, blocked or removed after the approval.
        if (!issued) return decision.answer === 'again' ? 'invalid_grant' : 'access_denied';
        if (decision.answer === 'tokens') await within.update(hash, { state: 'used', usedAt: now });
        return issued;
      });
      if (typeof answer !== 'string') return answer;
      throw new AppError(answer, POLL_WORDS[answer]);
    },
  };
}
