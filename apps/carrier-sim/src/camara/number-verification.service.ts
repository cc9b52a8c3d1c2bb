import { createHash } from 'node:crypto';
import type { HandsetsRepository } from '../store/handsets.repository.ts';
import { e164 } from '../store/numbers.ts';
import type { Access } from './access.ts';
import { CamaraError } from './errors.ts';
import type { VerifyBody } from './number-verification.schemas.ts';

/**
 * CAMARA number-verification 2.1.0: only for tokens whose subscriber the mobile network or the SIM
 * has proven.
 */
export interface NumberVerificationService {
  /** @throws CamaraError NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK */
  verify(access: Access, request: VerifyBody): { devicePhoneNumberVerified: boolean };
  /** @throws CamaraError NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK */
  devicePhoneNumber(access: Access): { devicePhoneNumber: string };
}

export function createNumberVerificationService(deps: {
  handsets: HandsetsRepository;
}): NumberVerificationService {
  function ownNumber(access: Access): string {
    const { msisdn, recognisedBy } = access;
    // A number that the client names proves nothing.
    if (msisdn === undefined || recognisedBy === 'client' || !deps.handsets.find(msisdn).onNetwork)
      throw new CamaraError('NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK');
    return e164(msisdn);
  }

  return {
    verify(access, request) {
      const own = ownNumber(access);
      const matches =
        'phoneNumber' in request
          ? request.phoneNumber === own
          : request.hashedPhoneNumber.toLowerCase() ===
            createHash('sha256').update(own).digest('hex');
      return { devicePhoneNumberVerified: matches };
    },
    devicePhoneNumber: (access) => ({ devicePhoneNumber: ownNumber(access) }),
  };
}
