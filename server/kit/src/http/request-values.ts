import { INVALID_MSISDN, type Msisdn, parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import { readTypedMsisdn } from '@bonisa/domain/numbers/typed-msisdn';
import type { DeviceKind } from '@bonisa/domain/playback/playing-devices';
import type { FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import { deviceKindOf } from './client-headers.ts';

/** Parses a phone number of a request (row V1). Throws `invalid_msisdn`. */
export function msisdnOf(text: string): Msisdn {
  return orRefuse(parseMsisdn(text));
}

/** Parses a number that a person of the brand typed, with spaces or not. */
export function typedMsisdnOf(text: string): Msisdn {
  return orRefuse(readTypedMsisdn(text));
}

function orRefuse(msisdn: Msisdn | undefined): Msisdn {
  if (!msisdn)
    throw new AppError('invalid_msisdn', INVALID_MSISDN, {
      fields: [{ field: 'msisdn', problem: 'is not a South African number' }],
    });
  return msisdn;
}

/** The origin of a request, as the request itself states it. */
export interface RequestOrigin {
  readonly address: string;
  readonly userAgent: string;
  /** Android's web views name their app here (`X-Requested-With`). */
  readonly requestedWith: string | undefined;
  readonly device: DeviceKind | undefined;
}

/** The network address, the browser and the kind of device of a request. */
export function originOf(request: FastifyRequest): RequestOrigin {
  const requestedWith = request.headers['x-requested-with'];
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestedWith: typeof requestedWith === 'string' ? requestedWith : undefined,
    device: deviceKindOf(request.headers),
  };
}
