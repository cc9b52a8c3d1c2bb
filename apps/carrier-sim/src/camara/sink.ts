import { z } from 'zod';
import { CamaraError } from './errors.ts';

/**
 * The address of notifications and its credential. The APIs refuse other types of credentials by
 * name, so only their type is parsed.
 */
export const sinkCredential = z.object({
  credentialType: z.enum(['PLAIN', 'ACCESSTOKEN', 'REFRESHTOKEN']),
  accessToken: z.string().min(1).max(4_096).optional(),
  accessTokenExpiresUtc: z.iso.datetime({ offset: true }).optional(),
  accessTokenType: z.string().max(32).optional(),
});

export const sinkAddress = z.string().min(1).max(2_048);

export interface Sink {
  url: string;
  token: string;
  expiresAt: Date;
}

/**
 * A stored sink. Without a token no notification is sent, because nothing would authenticate it.
 */
export interface SinkRequest {
  sink?: string | undefined;
  sinkCredential?: z.output<typeof sinkCredential> | undefined;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Checks `sink` and `sinkCredential` of a request. Sinks are https; plain http is allowed on this
 * machine only, the simulator's one deviation from the published APIs.
 * @throws CamaraError INVALID_SINK, INVALID_CREDENTIAL, INVALID_TOKEN, INVALID_ARGUMENT
 */
export function readSink({ sink, sinkCredential: credential }: SinkRequest): Partial<Sink> {
  if (credential && credential.credentialType !== 'ACCESSTOKEN')
    throw new CamaraError('INVALID_CREDENTIAL');
  if (credential?.accessTokenType !== undefined && credential.accessTokenType !== 'bearer')
    throw new CamaraError('INVALID_TOKEN');
  const { accessToken, accessTokenExpiresUtc, accessTokenType } = credential ?? {};
  if (credential && !(accessToken && accessTokenExpiresUtc && accessTokenType))
    throw new CamaraError(
      'INVALID_ARGUMENT',
      'sinkCredential must have accessToken, accessTokenExpiresUtc and accessTokenType.',
    );
  if (sink === undefined) return {};
  if (!isAllowed(sink)) throw new CamaraError('INVALID_SINK');
  return {
    url: sink,
    ...(accessToken &&
      accessTokenExpiresUtc && { token: accessToken, expiresAt: new Date(accessTokenExpiresUtc) }),
  };
}

/** A sink in a reply. The published schema allows https only, so a local sink is left out. */
export function sinkInReply(sink: string | null): { sink?: string } {
  return sink?.startsWith('https://') ? { sink } : {};
}

function isAllowed(sink: string): boolean {
  if (!URL.canParse(sink)) return false;
  const { protocol, hostname } = new URL(sink);
  return (
    (protocol === 'https:' && sink.startsWith('https://')) ||
    (protocol === 'http:' && LOOPBACK.has(hostname))
  );
}
