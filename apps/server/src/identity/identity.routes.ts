import * as calls from '@bonisa/contract/identity.calls';
import type { Msisdn } from '@bonisa/domain/msisdn';
import type { FastifyRequest } from 'fastify';
import type { RegisterCall } from '../platform/http/call-route.ts';
import type { createBearerTokens } from './bearer.ts';
import type { ProofService } from './proof.service.ts';
import type { SessionService } from './session.service.ts';
import type { Visits } from './visit.ts';

export interface IdentityRoutes {
  readonly visits: Visits;
  readonly sessions: SessionService;
  readonly proofs: ProofService;
  readonly bearer: ReturnType<typeof createBearerTokens>;
  /** The number that the carrier's own listener vouches for in this request. */
  readonly enrichedNumber: (request: FastifyRequest) => Msisdn | undefined;
}

/** A13, the enrichment exchange, bearer tokens and signing out. */
export function registerIdentityRoutes(
  register: RegisterCall,
  { visits, sessions, proofs, bearer, enrichedNumber }: IdentityRoutes,
): void {
  register(calls.csrfToken, {
    limit: 'read',
    handle: async ({ request, reply }) => ({
      csrfToken: visits.csrfToken(await sessions.visitOf(request, reply)),
    }),
  });

  register(calls.enrich, {
    limit: 'write',
    handle: async ({ body, request, reply }) => {
      const msisdn = enrichedNumber(request);
      if (!msisdn) return undefined;
      const visit = await sessions.visitOf(request, reply);
      const { token } = await proofs.vouch({
        visitorId: visit.visitorId,
        transactionId: body.transaction_id,
        msisdn,
      });
      return { he_msisdn: msisdn, he_token: token };
    },
  });

  register(calls.bearerToken, {
    limit: 'read',
    handle: async ({ request, reply }) => bearer.issue(await sessions.requireUser(request, reply)),
  });

  register(calls.signOut, {
    limit: 'write',
    handle: async ({ body, request, reply }) => {
      await sessions.signOut(request, reply, body.everywhere ?? false);
      return { signed_in: false as const };
    },
  });
}
