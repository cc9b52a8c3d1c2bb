import type { Msisdn } from '@bonisa/domain/msisdn';
import { OTP_GUESS_LIMITS } from '@bonisa/domain/otp-limits';
import type { Carrier } from '../carriers/carrier.port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import { networkOf } from '../platform/http/client-network.ts';
import { inWords } from '../platform/http/limits.ts';
import { newId } from '../platform/ids.ts';
import { keyedHash, sameText } from '../platform/keyed-hash.ts';
import type { OtpChallenge, OtpRepository, SendLimitName } from './otp.repository.ts';

/** The specification's length of a code (row V2). */
const CODE = /^[0-9]{4}$/;
/** After that a code is late, whatever the carrier says. */
const CODE_LIFE_MS = 10 * 60_000;
/**
 * A code that was right can be pressed again for so long, and so often in all, where it has granted
 * nothing: too little airtime, a content lock, a new fraud kit.
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

/** What the message with a code says that it is for. */
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
   * A signed-in device of the number, or a visit that the network vouches for: strangers cannot use
   * up what it may ask for.
   */
  readonly byOwner: boolean;
  readonly purpose: OtpPurpose;
}

/** Whose code is meant: it counts only in the visit and transaction that asked for it. */
export type OtpOwner = Pick<OtpRequest, 'msisdn' | 'transactionId' | 'visitorId'>;

export interface OtpService {
  /**
   * Throws `transaction_has_other_number` where this visit had a code sent to another number in the
   * same transaction.
   */
  ensureTransaction(owner: OtpOwner): Promise<void>;
  /**
   * Takes a place for a send. Throws an AppError that says when to try again where a limit stands
   * against it.
   */
  reserve(request: OtpRequest): Promise<OtpChallenge>;
  /** Has the carrier send the code of a reservation. Throws where the carrier cannot. */
  deliver(challenge: OtpChallenge, message: string): Promise<void>;
  /**
   * Sends nothing: something is to be asked of the person first. The place is taken all the same.
   */
  hold(challenge: OtpChallenge): Promise<void>;
  /** The code that was sent last, whatever became of it. */
  newest(owner: OtpOwner): Promise<OtpChallenge | undefined>;
  /** Judges a code that was typed. Each judgement takes one of the code's tries. */
  prove(challenge: OtpChallenge, code: string): Promise<CodeVerdict>;
  /**
   * Binds a proven code to what it grants, in the same transaction; `false` where it grants nothing
   * any more.
   */
  grant(tx: Database, challenge: OtpChallenge, subscriptionId: string): Promise<boolean>;
  /**
   * The number's owner stopped: nothing that was proven until now grants anything any more. First
   * thing in the transaction of the stop.
   */
  endProofsOf(tx: Database, msisdn: string): Promise<void>;
}

export interface OtpDependencies {
  readonly repository: OtpRepository;
  readonly carrier: Pick<Carrier, 'sendCode' | 'validateCode'>;
  readonly clock: Clock;
  readonly key: Buffer;
  readonly onSend?: (outcome: string) => void;
  readonly onLimit?: (limit: SendLimitName) => void;
  readonly onVerdict?: (verdict: CodeVerdict) => void;
  /** The tries of a code, or the sends for a number, are used up: its owner ought to know. */
  readonly onUsedUp?: (msisdn: Msisdn) => Promise<void>;
}

/**
 * Limits that say that this very number had many: of them its owner ought to hear. Of the others
 * not: anybody could have messages sent to anybody.
 */
const ABOUT_THE_NUMBER: readonly SendLimitName[] = [
  'visit_and_number',
  'network_and_number',
  'number',
  'owner',
];

/**
 * Proof of a number by a code that only its handset receives; the carrier makes and checks the
 * code.
 */
export function createOtpService(dependencies: OtpDependencies): OtpService {
  const { repository, carrier, clock, key, onSend, onLimit, onVerdict, onUsedUp } = dependencies;

  const endTries = async ({ id, msisdn }: OtpChallenge): Promise<CodeVerdict> => {
    await repository.markState(id, 'dead');
    await onUsedUp?.(msisdn as Msisdn);
    return 'attempts_used_up';
  };

  const isSameCode = ({ usedCodeHash }: OtpChallenge, codeHash: string): boolean =>
    usedCodeHash !== null && sameText(usedCodeHash, codeHash);

  /** A code that was right before: for a while, and not too often. */
  const useAgain = async ({ id, usedAt }: OtpChallenge): Promise<CodeVerdict> => {
    const isFresh = usedAt !== null && clock.now().getTime() - usedAt.getTime() < USABLE_MS;
    return isFresh && (await repository.useAgain(id, MAX_USES)) ? 'proven' : 'expired';
  };

  /**
   * Two tabs sent the same right code at once: the carrier takes it once, and the one that came
   * second is proven as well.
   */
  const provenMeanwhile = async ({ id }: OtpChallenge, codeHash: string): Promise<boolean> => {
    const now = await repository.byId(id);
    return now?.state === 'used' && isSameCode(now, codeHash) && (await useAgain(now)) === 'proven';
  };

  const validate = async (
    challenge: OtpChallenge,
    authenticationId: string,
    code: string,
    codeHash: string,
  ): Promise<CodeVerdict> => {
    const { outcome } = await carrier.validateCode({
      authenticationId,
      code,
      correlator: challenge.id,
    });
    if (outcome !== 'valid' && (await provenMeanwhile(challenge, codeHash))) return 'proven';
    switch (outcome) {
      case 'valid':
        await repository.markUsed(challenge.id, { codeHash, at: clock.now() });
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
    const codeHash = keyedHash(key, 'code', challenge.id, code);
    if (state === 'used' && isSameCode(challenge, codeHash)) return await useAgain(challenge);
    if (state === 'dead') return 'attempts_used_up';
    const isLive =
      state === 'sent' && authenticationId !== null && challenge.expiresAt > clock.now();
    if (!isLive && state !== 'used') return 'expired';
    const taken = await repository.takeTry(challenge, clock.now());
    if (taken === 'limited') return 'too_many_guesses';
    if (taken === 'used_up') return 'attempts_used_up';
    // Another code than the one that was right before: counted like any wrong one.
    return isLive ? await validate(challenge, authenticationId, code, codeHash) : 'expired';
  };

  return {
    ensureTransaction: async (owner) => {
      if (await repository.hasOtherNumber(owner)) throw otherNumber();
    },

    reserve: async (request) => {
      const reservation = await repository.reserveSend(newChallenge(request, key, clock.now()));
      if (reservation.outcome === 'reserved') return reservation.challenge;
      if (reservation.outcome === 'transaction_has_other_number') throw otherNumber();
      onLimit?.(reservation.limit);
      if (ABOUT_THE_NUMBER.includes(reservation.limit)) await onUsedUp?.(request.msisdn);
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
          // It may have been sent, so it counts; but without its id nobody can check the code.
          throw new AppError(
            'carrier_unavailable',
            'Your network did not answer. Wait a moment, then ask for a new OTP.',
          );
        case 'unavailable':
          await repository.markState(challenge.id, 'failed');
          throw notSent(outcome);
        case 'refused':
          await repository.markState(challenge.id, 'failed');
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

function newChallenge(request: OtpRequest, key: Buffer, now: Date): OtpChallenge {
  const { msisdn, transactionId, visitorId, byOwner, purpose } = request;
  const approved =
    purpose.purpose === 'opt_in' ? purpose : { packageId: null, priceCents: null, freeDay: null };
  return {
    id: newId(),
    msisdn,
    transactionId,
    visitorId,
    networkHash: keyedHash(key, 'network', networkOf(request.address)),
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

/** Nothing was sent: the carrier may have said when it takes codes again, of any number. */
function notSent({ retryAfterSeconds: seconds }: { retryAfterSeconds?: number }): AppError {
  const when = seconds === undefined || seconds <= 60 ? 'in a minute' : `in ${inWords(seconds)}`;
  const details = seconds === undefined ? {} : { retryAfter: Math.max(1, seconds) };
  return new AppError(
    'carrier_unavailable',
    `Your network does not answer at the moment. Please try again ${when}.`,
    details,
  );
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
  if (refusal.reason === 'not_on_network')
    return new AppError('invalid_msisdn', "This number is not on the carrier's network");
  return new AppError('invalid_msisdn', 'OTP cannot be sent to this number');
}
