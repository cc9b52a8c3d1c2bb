import { CamaraError } from './errors.ts';

/** What names a request of a billing API. */
export interface NamedRequest {
  clientId: string;
  clientCorrelator: string | undefined;
  referenceCode: string;
  fingerprint: string;
}

/**
 * Finds what a request was answered with before, as the reference text and CAMARA's test cases have
 * it: the same correlator with the same content answers as the first time; a correlator in use for
 * anything else is a 400; a reference that was used before is a 409.
 * @returns the entry that the request is a replay of, if it is one.
 * @throws CamaraError INVALID_ARGUMENT, ALREADY_EXISTS
 */
export function findReplayed<Entry extends { fingerprint: string }>(
  entries: {
    findByCorrelator(clientId: string, correlator: string): Entry | undefined;
    findByReference(clientId: string, reference: string): Entry | undefined;
  },
  { clientId, clientCorrelator, referenceCode, fingerprint }: NamedRequest,
): Entry | undefined {
  const earlier =
    clientCorrelator === undefined
      ? undefined
      : entries.findByCorrelator(clientId, clientCorrelator);
  if (earlier?.fingerprint === fingerprint) return earlier;
  if (earlier)
    throw new CamaraError('INVALID_ARGUMENT', 'clientCorrelator already exist on server.');
  if (entries.findByReference(clientId, referenceCode)) throw new CamaraError('ALREADY_EXISTS');
  return undefined;
}
