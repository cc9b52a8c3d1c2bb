import type { HandsetsRepository } from '../store/handsets.repository.ts';
import type { Access } from './access.ts';
import { CamaraError } from './errors.ts';
import type { VerifyAgeBody, VerifyAgeReply } from './kyc-age-verification.schemas.ts';
import { identifySubject } from './subject.ts';

const OLDEST = 120;

/** CAMARA kyc-age-verification 0.2.1. The content lock is the handset's content block. */
export interface AgeVerificationService {
  /**
   * @throws CamaraError OUT_OF_RANGE, MISSING_IDENTIFIER, UNNECESSARY_IDENTIFIER,
   * IDENTIFIER_NOT_FOUND, SERVICE_NOT_APPLICABLE
   */
  verify(access: Access, request: VerifyAgeBody): VerifyAgeReply;
}

export function createAgeVerificationService(deps: {
  handsets: HandsetsRepository;
}): AgeVerificationService {
  return {
    verify(access, request) {
      const { ageThreshold } = request;
      if (ageThreshold < 0 || ageThreshold > OLDEST)
        throw new CamaraError('OUT_OF_RANGE', `ageThreshold must be from 0 to ${OLDEST}.`);
      const handset = deps.handsets.find(identifySubject(access, request.phoneNumber));
      if (!handset.onNetwork) throw new CamaraError('IDENTIFIER_NOT_FOUND');
      if (handset.machineLine) throw new CamaraError('SERVICE_NOT_APPLICABLE');
      return {
        ageCheck: handset.age === null ? 'not_available' : truth(handset.age >= ageThreshold),
        // South Africa registers each SIM with an identity document (RICA), so a known age is a
        // verified one.
        ...(handset.age !== null && { verifiedStatus: true }),
        ...(request.includeContentLock && { contentLock: truth(handset.contentBlocked) }),
        ...(request.includeParentalControl && { parentalControl: 'not_available' as const }),
      };
    },
  };
}

function truth(value: boolean): 'true' | 'false' {
  return value ? 'true' : 'false';
}
