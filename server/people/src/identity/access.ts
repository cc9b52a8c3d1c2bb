import type { Clock } from '@bonisa/kit/clock/clock';
import type { Guards } from '@bonisa/kit/http/call-route';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import { createBearerTokens } from './bearer.ts';
import type { Identity } from './identity.ts';
import {
  createSessionRightsCache,
  type SessionRightsDependencies,
} from './session-rights-cache.ts';

export interface AccessDependencies {
  readonly identity: Pick<Identity, 'repository' | 'sessions'>;
  /** Subscription comes after identity, so the rights that it grants are handed in. */
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
