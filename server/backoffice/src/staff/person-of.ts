import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { FastifyRequest } from 'fastify';
import type { AccountRepository } from './account.repository.ts';
import type { StaffSessionRepository } from './session.repository.ts';
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

/**
 * Holds the account of a person who changes what it signs in by, and refuses a session that has
 * ended meanwhile: an administrator's reset counts. A sign-in under way by what is changed ends
 * before, and its session with the others.
 */
export async function holdOwn(
  rows: {
    readonly accountRows: Pick<AccountRepository, 'within'>;
    readonly sessionRows: Pick<StaffSessionRepository, 'within'>;
  },
  tx: Database,
  { session }: SignedIn,
): Promise<void> {
  await rows.accountRows.within(tx).lock(session.accountId);
  if (!(await rows.sessionRows.within(tx).findById(session.id)))
    throw new AppError('not_signed_in', 'Your session has ended. Please sign in again.');
}
