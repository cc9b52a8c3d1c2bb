import type { OneTimeCodesPort } from '@bonisa/carriers/one-time-codes.port';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { OTP_GUESS_LIMITS } from '@bonisa/domain/numbers/otp-limits';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import { networkOf } from '@bonisa/kit/http/client-network';
import { inWords } from '@bonisa/kit/http/limits';
import type { NewId } from '@bonisa/kit/ids';
import { keyedHash } from '@bonisa/kit/secrets/keyed-hash';
import { createSigner } from '@bonisa/kit/secrets/signed-token';
import type { OtpChallenge, OtpRepository } from './otp.repository.ts';
import type { SendLimitName } from './otp-limits.repository.ts';

/** The specification's length of a code (row V2). */
const CODE = /^[0-9]{4}$/;
/** After this time a code has expired, whatever the carrier says. */
const CODE_LIFE_MS = 10 * 60_000;
/**
 * A correct code can be used again for this long and this often, while it has granted nothing:
 * after too little airtime, a content lock or a new fraud kit.
 */
const USABLE_MS = 15 * 60_000;
const MAX_USES = 6;

export type CodeVerdict =
  | 'proven'
  | 'invalid'
  | 'expired'
  | 'attempts_used_up'
  | 'too_many_guesses'
  | 'unavailable';

/** The purpose that the message with a code states. */
export type OtpPurpose =
  | { readonly purpose: 'sign_in' }
  | {
      readonly purpose: 'opt_in';
      readonly packageId: string;
      readonly priceCents: number;
      readonly freeDay: boolean;
    };

export interface OtpRequest {
  readonly msisdn: Msisdn;
  readonly transactionId: string;
  readonly visitorId: string;
  readonly address: string;
  /**
   * The request comes from a device that is signed in with the number, or from a visit whose number
   * the network proved. Strangers cannot use up the limits of such requests.
   */
  readonly byOwner: boolean;
  readonly purpose: OtpPurpose;
}

/** The owner of a code. A code counts only in the visit and transaction that requested it. */
export type OtpOwner = Pick<OtpRequest, 'msisdn' | 'transactionId' | 'visitorId'>;

export interface OtpService {
  /**
   * Throws `transaction_has_other_number` when this visit requested a code for another number in
   * the same transaction.
   */
  ensureTransaction(owner: OtpOwner): Promise<void>;
  /**
   * Reserves a send. Throws an AppError with the time of the next attempt when a limit is reached.
   */
  reserve(request: OtpRequest): Promise<OtpChallenge>;
  /** Has the carrier send the code of a reservation. Throws an AppError when the carrier cannot. */
  deliver(challenge: OtpChallenge, message: string): Promise<void>;
  /**
   * Marks a reservation as not sent, because the person must decide something first. It counts as a
   * send.
   */
  hold(challenge: OtpChallenge): Promise<void>;
  /** The code that was sent last, in any state. */
  newest(owner: OtpOwner): Promise<OtpChallenge | undefined>;
  /** Judges a typed code. Each judgement uses one of the code's tries. */
  prove(challenge: OtpChallenge, code: string): Promise<CodeVerdict>;
  /**
   * Binds a proven code to the subscription that it grants, in the transaction that grants it;
   * `false` when the code may no longer grant.
   */
  grant(tx: Database, challenge: OtpChallenge, subscriptionId: string): Promise<boolean>;
  /**
   * Ends all proofs of a number, because its owner sent STOP. Call it first in the transaction of
   * the STOP.
   */
  endProofsOf(tx: Database, msisdn: string): Promise<void>;
}

export interface OtpDependencies {
  readonly repository: OtpRepository;
  readonly carrier: OneTimeCodesPort;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Signs the codes that were right. */
  readonly key: Buffer;
  /** Hides the networks that are counted. */
  readonly hidingKey: Buffer;
  readonly onSend?: (outcome: string) => void;
  readonly onLimit?: (limit: SendLimitName) => void;
  readonly onVerdict?: (verdict: CodeVerdict) => void;
  /** Called when the tries of a code or the sends for a number are used up, to warn the owner. */
  readonly onUsedUp?: (msisdn: Msisdn) => Promise<void>;
}

/**
 * The limits that concern this one number; its owner is warned of them. The other limits warn
 * nobody, because otherwise strangers could cause messages to any number.
 */
const LIMITS_OF_THE_NUMBER: readonly SendLimitName[] = [
  'visit_and_number',
  'network_and_number',
  'number',
  'owner',
];

/**
 * Proves a number by a one-time code that only its handset receives. The carrier creates and checks
 * the code.
 */
export function createOtpService(dependencies: OtpDependencies): OtpService {
  const {
    repository,
    carrier,
    clock,
    newId,
    key,
    hidingKey,
    onSend,
    onLimit,
    onVerdict,
    onUsedUp,
  } = dependencies;
  const codes = createSigner(key, 'code');

  const endTries = async ({ id, msisdn }: OtpChallenge): Promise<CodeVerdict> => {
    await repository.markState(id, 'dead');
    await onUsedUp?.(msisdn as Msisdn);
    return 'attempts_used_up';
  };

  const isSameCode = ({ id, usedCodeHash }: OtpChallenge, code: string): boolean =>
    usedCodeHash !== null && codes.matches(`${id}/${code}`, usedCodeHash);

  /** Uses a correct code again, within the limits of time and number. */
  const reuse = async ({ id, usedAt }: OtpChallenge): Promise<CodeVerdict> => {
    const isFresh = usedAt !== null && clock.now().getTime() - usedAt.getTime() < USABLE_MS;
    return isFresh && (await repository.reuse(id, MAX_USES)) ? 'proven' : 'expired';
  };

  /**
   * Whether a concurrent request proved the same correct code: the carrier accepts a code once, and
   * the second of two tabs is proven as well.
   */
  const provenMeanwhile = async ({ id }: OtpChallenge, code: string): Promise<boolean> => {
    const now = await repository.byId(id);
    return now?.state === 'used' && isSameCode(now, code) && (await reuse(now)) === 'proven';
  };

  const validate = async (
    challenge: OtpChallenge,
    authenticationId: string,
    code: string,
  ): Promise<CodeVerdict> => {
    const { outcome } = await carrier.validateCode({
      authenticationId,
      code,
      correlator: challenge.id,
    });
    if (outcome !== 'valid' && (await provenMeanwhile(challenge, code))) return 'proven';
    switch (outcome) {
      case 'valid':
        await repository.markUsed(challenge.id, {
          codeHash: codes.sign(`${challenge.id}/${code}`),
          at: clock.now(),
        });
        return 'proven';
      case 'invalid':
        return challenge.tries + 1 < challenge.maxTries ? 'invalid' : await endTries(challenge);
      case 'attempts_used_up':
        return await endTries(challenge);
      case 'expired':
        return 'expired';
      case 'unavailable':
      case 'unknown':
        return 'unavailable';
    }
  };

  const judge = async (challenge: OtpChallenge, code: string): Promise<CodeVerdict> => {
    if (!CODE.test(code)) return 'invalid';
    const { state, authenticationId } = challenge;
    if (state === 'used' && isSameCode(challenge, code)) return await reuse(challenge);
    if (state === 'dead') return 'attempts_used_up';
    const isLive =
      state === 'sent' && authenticationId !== null && challenge.expiresAt > clock.now();
    if (!isLive && state !== 'used') return 'expired';
    const taken = await repository.takeTry(challenge, clock.now());
    if (taken === 'limited') return 'too_many_guesses';
    if (taken === 'used_up') return 'attempts_used_up';
    // A different code than the correct one counts as a wrong try.
    return isLive ? await validate(challenge, authenticationId, code) : 'expired';
  };

  return {
    ensureTransaction: async (owner) => {
      if (await repository.hasOtherNumber(owner)) throw otherNumber();
    },

    reserve: async (request) => {
      const network = keyedHash(hidingKey, 'network', networkOf(request.address));
      const reservation = await repository.reserveSend(
        newChallenge(newId(), request, network, clock.now()),
      );
      if (reservation.outcome === 'reserved') return reservation.challenge;
      if (reservation.outcome === 'transaction_has_other_number') throw otherNumber();
      onLimit?.(reservation.limit);
      if (LIMITS_OF_THE_NUMBER.includes(reservation.limit)) await onUsedUp?.(request.msisdn);
      throw tooManySends(reservation.freeAt, clock.now());
    },

    deliver: async (challenge, message) => {
      const outcome = await carrier.sendCode({
        msisdn: challenge.msisdn as Msisdn,
        message,
        correlator: challenge.id,
      });
      onSend?.(outcome.outcome);
      switch (outcome.outcome) {
        case 'sent':
          return await repository.markSent(challenge, outcome.authenticationId);
        case 'unknown':
          // The code may have been sent, so it counts. Without its id no code can be checked.
          throw new AppError(
            'carrier_unavailable',
            'Your network did not answer and nothing was taken. Please try again in a minute.',
          );
        case 'unavailable':
          await repository.markNotSent(challenge);
          throw notSent(outcome);
        case 'refused':
          await repository.markNotSent(challenge, saysOfNumber(outcome) ? 'refused' : 'failed');
          throw refusedSend(outcome);
      }
    },

    hold: (challenge) => repository.markState(challenge.id, 'held'),
    newest: (owner) => repository.newest(owner),

    prove: async (challenge, code) => {
      const verdict = await judge(challenge, code);
      onVerdict?.(verdict);
      return verdict;
    },

    grant: (tx, { id, grantedSubscriptionId }, subscriptionId) =>
      repository.within(tx).grant(id, subscriptionId, grantedSubscriptionId),
    endProofsOf: (tx, msisdn) => repository.within(tx).endProofsOf(msisdn, clock.now()),
  };
}

function newChallenge(
  id: string,
  request: OtpRequest,
  networkHash: string,
  now: Date,
): OtpChallenge {
  const { msisdn, transactionId, visitorId, byOwner, purpose } = request;
  const approved =
    purpose.purpose === 'opt_in' ? purpose : { packageId: null, priceCents: null, freeDay: null };
  return {
    id,
    msisdn,
    transactionId,
    visitorId,
    networkHash,
    byOwner,
    purpose: purpose.purpose,
    packageId: approved.packageId,
    priceCents: approved.priceCents,
    freeDay: approved.freeDay,
    state: 'sending',
    authenticationId: null,
    tries: 0,
    maxTries: OTP_GUESS_LIMITS.triesOfCode,
    usedCodeHash: null,
    sentAt: now,
    expiresAt: new Date(now.getTime() + CODE_LIFE_MS),
    usedAt: null,
    uses: 0,
    grantedSubscriptionId: null,
    endedAt: null,
  };
}

function otherNumber(): AppError {
  return new AppError(
    'transaction_has_other_number',
    'This transaction belongs to another number. Please start again with this one.',
  );
}

function tooManySends(freeAt: Date, now: Date): AppError {
  const seconds = Math.max(1, Math.ceil((freeAt.getTime() - now.getTime()) / 1000));
  return new AppError(
    'otp_send_limit',
    `Too many OTP requests, try later: again in ${inWords(seconds)}.`,
    { retryAfter: seconds },
  );
}

/** Nothing was sent. The carrier may have said when it accepts codes again, for any number. */
function notSent({ retryAfterSeconds: seconds }: { retryAfterSeconds?: number }): AppError {
  const when = seconds === undefined || seconds <= 60 ? 'in a minute' : `in ${inWords(seconds)}`;
  const details = seconds === undefined ? {} : { retryAfter: Math.max(1, seconds) };
  return new AppError(
    'carrier_unavailable',
    `Your network does not answer at the moment and nothing was taken. Please try again ${when}.`,
    details,
  );
}

/** Whether a refusal tells something about the number; a limit of the carrier tells nothing. */
function saysOfNumber({ reason }: { reason: string }): boolean {
  return reason !== 'too_many_codes';
}

function refusedSend(refusal: { reason: string; retryAfterSeconds?: number }): AppError {
  if (refusal.reason === 'too_many_codes') {
    const seconds = refusal.retryAfterSeconds ?? 600;
    return new AppError(
      'otp_send_limit',
      `Too many OTP requests, try later: again in ${inWords(seconds)}.`,
      { retryAfter: seconds },
    );
  }
  const words =
    refusal.reason === 'not_on_network'
      ? "This number is not on the carrier's network"
      : 'OTP cannot be sent to this number';
  return new AppError('invalid_msisdn', words, { reason: 'not_on_network' });
}
