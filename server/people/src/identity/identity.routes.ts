import * as calls from '@bonisa/contract/identity.calls';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { Access } from './access.ts';
import type { Identity } from './identity.ts';

/** A13, the enrichment exchange, bearer tokens and signing out. */
export function sessionRoutes({
  identity: { visits, sessions, proofs, enrichedNumber },
  access: { bearer },
}: {
  readonly identity: Identity;
  readonly access: Access;
}): Routes {
  return ({ register }) => {
    register(calls.csrfToken, {
      limit: 'read',
      handle: async ({ request, reply }) => ({
        csrfToken: visits.csrfToken(await sessions.visitOf(request, reply)),
      }),
    });

    register(calls.enrich, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const msisdn = await enrichedNumber(request);
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
      handle: async ({ request, reply }) =>
        bearer.issue(await sessions.requireUser(request, reply)),
    });

    register(calls.signOut, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        await sessions.signOut(request, reply, body.everywhere ?? false);
        return { signed_in: false as const };
      },
    });
  };
}
