import type { Clock } from '../store/clock.ts';
import type { HandsetsRepository } from '../store/handsets.repository.ts';
import type { Access } from './access.ts';
import { CamaraError } from './errors.ts';
import type { CheckRecyclingBody, CheckRecyclingReply } from './number-recycling.schemas.ts';
import { dayOf } from './south-african-time.ts';
import { identifySubject } from './subject.ts';

/** CAMARA number-recycling 0.2.0: whether a number went to another subscriber after a day. */
export interface NumberRecyclingService {
  /**
   * @throws CamaraError OUT_OF_RANGE, MISSING_IDENTIFIER, UNNECESSARY_IDENTIFIER,
   * IDENTIFIER_NOT_FOUND, SERVICE_NOT_APPLICABLE
   */
  check(access: Access, request: CheckRecyclingBody): CheckRecyclingReply;
}

export function createNumberRecyclingService(deps: {
  handsets: HandsetsRepository;
  clock: Clock;
}): NumberRecyclingService {
  return {
    check(access, { phoneNumber, specifiedDate }) {
      if (specifiedDate > dayOf(deps.clock.now()))
        throw new CamaraError('OUT_OF_RANGE', 'specifiedDate must not lie in the future.');
      const handset = deps.handsets.find(identifySubject(access, phoneNumber));
      if (!handset.onNetwork) throw new CamaraError('IDENTIFIER_NOT_FOUND');
      if (handset.machineLine) throw new CamaraError('SERVICE_NOT_APPLICABLE');
      // The answer is false on the day of the contract itself (first note of the API's definition).
      return {
        phoneNumberRecycled:
          handset.recycledAt !== null && dayOf(handset.recycledAt) > specifiedDate,
      };
    },
  };
}
