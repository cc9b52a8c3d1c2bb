import type { FastifyRequest } from 'fastify';
import { AppError } from '../platform/http/app-error.ts';
import type { SignedIn, StaffSessions } from './staff-session.service.ts';

/** The person of a request that the gate has let in. */
export async function personOf(
  { sessions }: { readonly sessions: Pick<StaffSessions, 'of'> },
  request: FastifyRequest,
): Promise<SignedIn> {
  const person = await sessions.of(request);
  if (!person) throw new AppError('not_signed_in', 'Please sign in to the studio.');
  return person;
}
