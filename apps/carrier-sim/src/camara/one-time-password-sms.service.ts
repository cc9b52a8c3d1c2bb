import { randomInt, timingSafeEqual } from 'node:crypto';
import { v4 as uuid } from 'uuid';
import type { ShortMessages } from '../messages/short-messages.ts';
import type { Access } from '../oauth/access-tokens.ts';
import type { Clock } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import { msisdnFromE164 } from '../store/numbers.ts';
import type { OneTimePassword, OneTimePasswordsRepository } from '../store/one-time-passwords.repository.ts';
import { CamaraError } from './errors.ts';
import { CODE_LABEL } from './one-time-password-sms.schemas.ts';

/** The onboarding settings of this carrier: codes of four digits that live for ten minutes and may be tried five times. */
const CODE_DIGITS = 4;
const CODE_LIFE_MS = 10 * 60_000;
const CODE_TRIES = 5;

/** CAMARA one-time-password-sms 1.1.1. */
export interface OneTimePasswordService {
  /**
   * Sends a code. @param concurrent whether the number's older codes stay alive; else they end.
   * @throws CamaraError NOT_FOUND (no number of this country), PERMISSION_DENIED (a token for another number)
   */
  sendCode(access: Access, request: { phoneNumber: string; message: string }, concurrent: boolean): { authenticationId: string };
  /** @throws CamaraError NOT_FOUND, ….VERIFICATION_EXPIRED, ….VERIFICATION_FAILED, ….INVALID_OTP */
  validateCode(access: Access, request: { authenticationId: string; code: string }): void;
}

export function createOneTimePasswordService(deps: {
  database: Database;
  passwords: OneTimePasswordsRepository;
  messages: ShortMessages;
  clock: Clock;
}): OneTimePasswordService {
  const { database, passwords, messages, clock } = deps;

  function judge(password: OneTimePassword, code: string): void {
    const late = clock.now().getTime() - password.createdAt.getTime() >= CODE_LIFE_MS;
    if (late || !password.live) throw new CamaraError('ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED');
    if (password.tries >= CODE_TRIES) throw new CamaraError('ONE_TIME_PASSWORD_SMS.VERIFICATION_FAILED');
    if (!isSame(password.code, code)) {
      passwords.countTry(password.id);
      throw new CamaraError('ONE_TIME_PASSWORD_SMS.INVALID_OTP');
    }
    passwords.end(password.id);
  }

  return {
    sendCode(access, { phoneNumber, message }, concurrent) {
      const msisdn = msisdnFromE164(phoneNumber);
      if (msisdn === undefined) throw new CamaraError('NOT_FOUND', 'The number is not known here.');
      if (access.msisdn !== undefined && access.msisdn !== msisdn) throw new CamaraError('PERMISSION_DENIED');
      const authenticationId = uuid();
      const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
      database.transaction(() => {
        if (!concurrent) passwords.endAllOf(msisdn);
        passwords.add({ id: authenticationId, clientId: access.clientId, msisdn, code, createdAt: clock.now() });
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
