import { randomInt, timingSafeEqual } from 'node:crypto';
import { v4 as uuid } from 'uuid';
import type { ShortMessages } from '../messages/short-messages.ts';
import type { Clock } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import type { HandsetsRepository } from '../store/handsets.repository.ts';
import { kindOf, msisdnFromE164, type NumberRanges } from '../store/numbers.ts';
import type {
  OneTimePassword,
  OneTimePasswordsRepository,
} from '../store/one-time-passwords.repository.ts';
import type { Access } from './access.ts';
import { CamaraError } from './errors.ts';
import { CODE_LABEL } from './one-time-password-sms.schemas.ts';

/**
 * The onboarding settings of this carrier: codes of four digits that are valid for ten minutes and
 * five tries.
 */
const CODE_DIGITS = 4;
const CODE_LIFE_MS = 10 * 60_000;
const CODE_TRIES = 5;

/** CAMARA one-time-password-sms 1.1.1. */
export interface OneTimePasswordService {
  /**
   * Sends a code. @param concurrent whether the number's older codes stay alive; else they end.
   * @throws CamaraError NOT_FOUND (no number of this network), PERMISSION_DENIED (a token for
   * another number),
   *   ….PHONE_NUMBER_NOT_ALLOWED (a landline), ….PHONE_NUMBER_BLOCKED (short messages are barred)
   */
  sendCode(
    access: Access,
    request: { phoneNumber: string; message: string },
    concurrent: boolean,
  ): { authenticationId: string };
  /** @throws CamaraError NOT_FOUND, ….VERIFICATION_EXPIRED, ….VERIFICATION_FAILED, ….INVALID_OTP */
  validateCode(access: Access, request: { authenticationId: string; code: string }): void;
}

export function createOneTimePasswordService(deps: {
  database: Database;
  passwords: OneTimePasswordsRepository;
  handsets: HandsetsRepository;
  ranges: NumberRanges;
  messages: ShortMessages;
  clock: Clock;
}): OneTimePasswordService {
  const { database, passwords, handsets, messages, clock } = deps;

  function judge(password: OneTimePassword, code: string): void {
    const late = clock.now().getTime() - password.createdAt.getTime() >= CODE_LIFE_MS;
    if (late || !password.live) throw new CamaraError('ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED');
    if (password.tries >= CODE_TRIES)
      throw new CamaraError('ONE_TIME_PASSWORD_SMS.VERIFICATION_FAILED');
    if (!isSame(password.code, code)) {
      passwords.countTry(password.id);
      throw new CamaraError('ONE_TIME_PASSWORD_SMS.INVALID_OTP');
    }
    passwords.end(password.id);
  }

  function recipientOf(phoneNumber: string): string {
    const msisdn = msisdnFromE164(phoneNumber);
    if (msisdn === undefined) throw new CamaraError('NOT_FOUND', 'The number is not known here.');
    if (kindOf(msisdn, deps.ranges) === 'landline')
      throw new CamaraError('ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_NOT_ALLOWED');
    const { onNetwork, smsBarred } = handsets.find(msisdn);
    if (!onNetwork) throw new CamaraError('NOT_FOUND', 'The number is not on this network.');
    if (smsBarred) throw new CamaraError('ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_BLOCKED');
    return msisdn;
  }

  return {
    sendCode(access, { phoneNumber, message }, concurrent) {
      const msisdn = recipientOf(phoneNumber);
      if (access.msisdn !== undefined && access.msisdn !== msisdn)
        throw new CamaraError('PERMISSION_DENIED');
      const authenticationId = uuid();
      const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
      database.transaction(() => {
        if (!concurrent) passwords.endAllOf(msisdn);
        passwords.add({
          id: authenticationId,
          clientId: access.clientId,
          msisdn,
          code,
          createdAt: clock.now(),
        });
        messages.deliver(msisdn, message.replaceAll(CODE_LABEL, code));
      });
      return { authenticationId };
    },
    validateCode(access, { authenticationId, code }) {
      const password = passwords.find(authenticationId, access.clientId);
      if (!password) throw new CamaraError('NOT_FOUND');
      judge(password, code);
    },
  };
}

function isSame(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
