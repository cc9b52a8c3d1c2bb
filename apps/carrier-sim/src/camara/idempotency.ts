import { CamaraError } from './errors.ts';

/** The names of a request of a billing API. */
export interface NamedRequest {
  clientId: string;
  clientCorrelator: string | undefined;
  referenceCode: string;
  fingerprint: string;
}

/**
 * Finds the earlier answer to a request, as the reference text and CAMARA's test cases require: the
 * same correlator with the same content has the same answer; a correlator in use for other content
 * is a 400; a used reference is a 409.
 * @returns the entry that the request repeats, if any.
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
