import type { Clock } from '../platform/clock/clock.ts';
import type { Guards } from '../platform/http/call-route.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { createBearerTokens } from './bearer.ts';
import type { Identity } from './identity.ts';
import {
  createSessionRightsCache,
  type SessionRightsDependencies,
} from './session-rights-cache.ts';

export interface AccessDependencies {
  readonly identity: Pick<Identity, 'repository' | 'sessions'>;
  /** Subscription is a higher floor than identity, so the rights that it grants are handed in. */
  readonly subscription: {
    readonly service: { readonly rightsOf: SessionRightsDependencies['rightsOf'] };
  };
  readonly secrets: Pick<Secrets, 'key'>;
  readonly clock: Clock;
}

export type Access = ReturnType<typeof createAccess>;

/** Builds what joins a session with its subscriber's rights: cached rights and bearer tokens. */
export function createAccess({ identity, subscription, secrets, clock }: AccessDependencies) {
  const sessionRights = createSessionRightsCache({
    sessionOf: identity.repository.liveSession,
    rightsOf: subscription.service.rightsOf,
    clock,
  });
  const bearer = createBearerTokens({ key: secrets.key('bearer'), sessionRights, clock });
  return {
    sessionRights,
    bearer,
    /** The guards of the site's calls, which run before a body is read. */
    guards: { ...identity.sessions.guards, bearer: bearer.guard } satisfies Guards,
  };
}
