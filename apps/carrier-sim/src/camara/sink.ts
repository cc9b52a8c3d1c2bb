import { z } from 'zod';
import { CamaraError } from './errors.ts';

/**
 * Where notifications go and what opens the door there. Other kinds of credential have a shape too,
 * but the APIs refuse them by name, so only what tells them apart is read here.
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

/** A sink as kept: no token means that nothing authenticates the notification, so none is sent. */
export interface SinkRequest {
  sink?: string | undefined;
  sinkCredential?: z.output<typeof sinkCredential> | undefined;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Checks `sink` and `sinkCredential` of a request.
 * https everywhere; plain http only on this machine, the simulator's one deviation from the
 * published APIs.
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

/**
 * A sink as a reply may show it: the published schema knows https only, so a local one is left out.
 */
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
