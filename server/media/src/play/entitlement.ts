import type { Clock } from '@bonisa/kit/clock/clock';
import type { Access } from '@bonisa/people/identity/access';
import type { SessionService } from '@bonisa/people/identity/session.service';
import type { FastifyRequest } from 'fastify';
import type { Entitlement } from './play.service.ts';

/**
 * Grace is served although unpaid: a play lasts this long, then the entitlement is checked again.
 */
const GRACE_PLAY_MS = 60 * 60_000;

/**
 * The session of addresses that a preview of the studio was given: it names the preview, which is
 * looked up. Only we sign such an address, and the session of a viewer is a hash.
 */
export function previewSession(previewId: string): string {
  return `${PREVIEW}${previewId}`;
}

/** The preview of a session that {@link previewSession} made. */
export function previewIn(session: string): string | undefined {
  return session.startsWith(PREVIEW) ? session.slice(PREVIEW.length) : undefined;
}

const PREVIEW = 'preview ';

/** Why a viewer may not play, in terms of what to do: pay, wait, or subscribe. */
const REASONS = {
  not_paid: 'not_paid',
  payment_pending: 'payment_pending',
  no_subscription: 'expired',
  ended: 'expired',
  blocked: 'expired',
} as const;

export interface EntitlementDependencies {
  readonly sessions: Pick<SessionService, 'userOf'>;
  readonly sessionRights: Access['sessionRights'];
  readonly clock: Clock;
}

/** Answers whether the sender of a request may play now, and until when. */
export function createEntitlementOf({ sessions, sessionRights, clock }: EntitlementDependencies) {
  return async (request: FastifyRequest): Promise<Entitlement> => {
    const user = await sessions.userOf(request);
    if (!user) return { entitled: false, reason: 'visitor' };
    const { entitlement } = await sessionRights.ofUser(user);
    if (!entitlement.entitled) return { entitled: false, reason: REASONS[entitlement.reason] };
    const until = entitlement.until ?? new Date(clock.now().getTime() + GRACE_PLAY_MS);
    return {
      ...{ entitled: true, subscriberId: String(user.subscriberId), session: user.idHash, until },
      packageId: entitlement.packageId,
      device: user.device,
    };
  };
}
