import { hashToken } from '@bonisa/kit/secrets/keyed-hash';
import type { FastifyReply } from 'fastify';
import type { StaffSessionRepository } from './session.repository.ts';
import type { BegunSession, StaffSessions } from './staff-session.service.ts';

/** Makes the answer to a sign-in: the cookie, and the sign-in before it, so that it is noticed. */
export function createWelcome(
  sessions: Pick<StaffSessions, 'handOut' | 'before'>,
  rows: Pick<StaffSessionRepository, 'find'>,
) {
  return async (reply: FastifyReply, begun: BegunSession) => {
    sessions.handOut(reply, begun);
    const found = await rows.find(hashToken(begun.secret));
    const last = found && (await sessions.before(found.session));
    return {
      csrf_token: begun.csrfToken,
      refused_before: found?.session.refusedBefore ?? 0,
      last_sign_in: last
        ? {
            at: last.createdAt.toISOString(),
            method: last.method,
            network: last.network,
            agent: last.agent,
          }
        : null,
    };
  };
}
