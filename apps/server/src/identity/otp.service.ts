import type { Msisdn } from '@bonisa/domain/msisdn';
import type { Carrier } from '../carrier/carrier.port.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import { inWords, OTP_SENDS_BY_ADDRESS } from '../platform/http/limits.ts';
import { newId } from '../platform/ids.ts';
import type { IdentityRepository, OtpChallenge } from './identity.repository.ts';
import { keyedHash, sameText } from './tokens.ts';

/** The specification's length of a code (row V2). */
const CODE = /^[0-9]{4}$/;
const MAX_TRIES = 5;
/** By number: these hold in the database, across restarts and processes. */
const SENDS_BY_NUMBER = [
  { max: 3, windowMs: 10 * 60_000 },
  { max: 10, windowMs: 24 * 60 * 60_000 },
] as const;
/** After that a code is late, whatever the carrier says. */
const CODE_LIFE_MS = 10 * 60_000;
/** For so long the same press, repeated after a lost answer, is known as the same. */
const REPEAT_MS = 15 * 60_000;

export type CodeVerdict = 'proven' | 'invalid' | 'expired' | 'attempts_used_up' | 'unavailable';

export interface OtpService {
  /** Has the carrier send a code. Throws an AppError that says when to try again where a limit stands against it, or that the carrier cannot. */
  send(input: { msisdn: Msisdn; transactionId: string; address: string; message: string }): Promise<void>;
  /** Judges a code that was typed. Each judgement takes one of the code's five tries. */
  prove(input: { msisdn: Msisdn; transactionId: string; visitorId: string; code: string }): Promise<CodeVerdict>;
}

export interface OtpDependencies {
  readonly repository: IdentityRepository;
  readonly carrier: Pick<Carrier, 'sendCode' | 'validateCode'>;
  readonly clock: Clock;
  readonly key: Buffer;
  readonly limitByAddress: boolean;
  readonly onSend?: (outcome: string) => void;
  /** The tries of a code, or the sends for a number, are used up: its owner ought to know. */
  readonly onUsedUp?: (msisdn: Msisdn) => Promise<void>;
}

/** Proof of a number by a code that only its handset receives; the carrier makes and checks the code. */
export function createOtpService(dependencies: OtpDependencies): OtpService {
  const { repository, carrier, clock, key, limitByAddress, onSend, onUsedUp } = dependencies;

  /** Two tabs sent the same right code at once: the carrier takes it once, and the one that came second is proven as well. */
  const provenMeanwhile = async ({ transactionId, msisdn }: OtpChallenge, codeHash: string, visitorId: string): Promise<boolean> => {
    const now = await repository.newestChallenge(transactionId, msisdn);
    return now?.state === 'used' && isSamePress(now, codeHash, visitorId, clock.now());
  };

  const endTries = async ({ id, msisdn }: OtpChallenge): Promise<CodeVerdict> => {
    await repository.markDead(id);
    await onUsedUp?.(msisdn as Msisdn);
    return 'attempts_used_up';
  };

  return {
    send: async ({ msisdn, transactionId, address, message }) => {
      const challenge = newChallenge({ msisdn, transactionId, addressHash: keyedHash(key, 'address', address), now: clock.now() });
      const reservation = await repository.reserveSend(challenge, {
        number: SENDS_BY_NUMBER,
        address: limitByAddress ? OTP_SENDS_BY_ADDRESS : undefined,
      });
      if (!reservation.reserved) {
        if (reservation.limit === 'number') await onUsedUp?.(msisdn);
        throw tooManySends(reservation.freeAt, clock.now());
      }
      const outcome = await carrier.sendCode({ msisdn, message });
      onSend?.(outcome.outcome);
      switch (outcome.outcome) {
        case 'sent':
          return await repository.markSent(challenge.id, msisdn, outcome.authenticationId);
        case 'unknown':
          // It may have been sent, so it counts; but without its id nobody can check the code.
          throw new AppError('carrier_unavailable', 'Your network did not answer. Wait a moment, then ask for a new OTP.');
        case 'unavailable':
          await repository.markFailed(challenge.id);
          throw new AppError('carrier_unavailable', 'Your network does not answer at the moment. Please try again in a minute.');
        case 'refused':
          await repository.markFailed(challenge.id);
          throw refusedSend(outcome);
      }
    },

    prove: async ({ msisdn, transactionId, visitorId, code }) => {
      if (!CODE.test(code)) return 'invalid';
      const now = clock.now();
      const challenge = await repository.newestChallenge(transactionId, msisdn);
      if (!challenge) return 'expired';
      const codeHash = keyedHash(key, 'code', challenge.id, code);
      if (challenge.state === 'used') return isSamePress(challenge, codeHash, visitorId, now) ? 'proven' : 'expired';
      if (challenge.state === 'dead') return 'attempts_used_up';
      if (challenge.state !== 'sent' || !challenge.authenticationId || challenge.expiresAt <= now) return 'expired';
      if (!(await repository.takeTry(challenge.id, MAX_TRIES))) return 'attempts_used_up';
      const { outcome } = await carrier.validateCode({ authenticationId: challenge.authenticationId, code });
      if (outcome !== 'valid' && (await provenMeanwhile(challenge, codeHash, visitorId))) return 'proven';
      switch (outcome) {
        case 'valid':
          await repository.markUsed(challenge.id, { codeHash, visitorId, at: now });
          return 'proven';
        case 'invalid':
          return challenge.tries + 1 < MAX_TRIES ? 'invalid' : await endTries(challenge);
        case 'attempts_used_up':
          return await endTries(challenge);
        case 'expired':
          return 'expired';
        case 'unavailable':
        case 'unknown':
          return 'unavailable';
      }
    },
  };
}

function newChallenge(input: { msisdn: Msisdn; transactionId: string; addressHash: string; now: Date }): OtpChallenge {
  return {
    id: newId(),
    msisdn: input.msisdn,
    transactionId: input.transactionId,
    addressHash: input.addressHash,
    state: 'sending',
    authenticationId: null,
    tries: 0,
    usedCodeHash: null,
    usedByVisitor: null,
    sentAt: input.now,
    expiresAt: new Date(input.now.getTime() + CODE_LIFE_MS),
    usedAt: null,
  };
}

/** A code that was used is late for everybody but the visitor who used it, and for that one only for a while: then it is the same press again. */
function isSamePress(challenge: OtpChallenge, codeHash: string, visitorId: string, now: Date): boolean {
  if (!challenge.usedCodeHash || challenge.usedByVisitor !== visitorId || !challenge.usedAt) return false;
  return now.getTime() - challenge.usedAt.getTime() < REPEAT_MS && sameText(challenge.usedCodeHash, codeHash);
}

function tooManySends(freeAt: Date, now: Date): AppError {
  const seconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000));
  return new AppError('otp_send_limit', `Too many OTP requests, try later: again in ${inWords(seconds)}.`, { retryAfter: seconds });
}

function refusedSend(refusal: { reason: string; retryAfterSeconds?: number }): AppError {
  if (refusal.reason === 'too_many_codes') {
    const seconds = refusal.retryAfterSeconds ?? 600;
    return new AppError('otp_send_limit', `Too many OTP requests, try later: again in ${inWords(seconds)}.`, { retryAfter: seconds });
  }
  if (refusal.reason === 'not_on_network') return new AppError('invalid_msisdn', "This number is not on the carrier's network");
  return new AppError('invalid_msisdn', 'OTP cannot be sent to this number');
}
