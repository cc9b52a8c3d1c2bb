import { msisdnFromE164 } from '../store/numbers.ts';
import type { Access } from './access.ts';
import { CamaraError } from './errors.ts';

/**
 * The number of a request: the token's (three-legged) or the body's (two-legged), never both and
 * never neither.
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
