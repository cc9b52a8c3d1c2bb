import { msisdnFromE164 } from '../store/numbers.ts';
import type { Access } from './access.ts';
import { CamaraError } from './errors.ts';

/**
 * Whose number a request is about: the token's (three-legged) or the body's (two-legged), never
 * both, never neither.
 * @returns the msisdn.
 * @throws CamaraError MISSING_IDENTIFIER, UNNECESSARY_IDENTIFIER, IDENTIFIER_NOT_FOUND (another
 * country's number)
 */
export function identifySubject(access: Access, phoneNumber: string | undefined): string {
  if (access.msisdn !== undefined) {
    if (phoneNumber !== undefined) throw new CamaraError('UNNECESSARY_IDENTIFIER');
    return access.msisdn;
  }
  if (phoneNumber === undefined) throw new CamaraError('MISSING_IDENTIFIER');
  const msisdn = msisdnFromE164(phoneNumber);
  if (msisdn === undefined) throw new CamaraError('IDENTIFIER_NOT_FOUND');
  return msisdn;
}
