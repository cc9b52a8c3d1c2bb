import { apiKeys, createApiKey, me, revokeApiKey } from '@bonisa/contract/studio/staff.calls';
import { KEY_SCOPES } from '@bonisa/domain/staff/staff-roles';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { ApiKey } from './api-key.repository.ts';
import type { Staff } from './staff.ts';
import type { SignedIn } from './staff-session.service.ts';

const FACTORS = ['password', 'authenticator', 'company'] as const;

/** The calls of the studio about its people: who am I, API keys. */
export function staffStudioRoutes(
  staff: Pick<Staff, 'accountRows' | 'apiKeys' | 'oidc' | 'sessions'>,
): StudioRoutes {
  const factorsOf = async ({ session }: SignedIn) => {
    const account = await staff.accountRows.byId(session.accountId);
    const has = {
      password: account?.passwordHash,
      authenticator: account?.totp,
      company: staff.oidc && account?.oidcSubject,
    };
    return FACTORS.filter((factor) => has[factor]);
  };
  return ({ register }) => {
    register(me, {
      limit: 'read',
      handle: async ({ actor, request }) => {
        const person = actor.kind === 'account' ? await staff.sessions.of(request) : undefined;
        return {
          kind: person ? ('account' as const) : ('key' as const),
          id: actor.id,
          name: actor.name,
          scopes: [...actor.scopes],
          roles: [...(person?.roles ?? [])],
          csrf_token: person?.csrfToken ?? null,
          factors: person ? await factorsOf(person) : [],
        };
      },
    });
    register(apiKeys, {
      limit: 'read',
      handle: async () => ({ data: (await staff.apiKeys.list()).map(apiKeyView) }),
    });
    register(createApiKey, {
      limit: 'write',
      handle: async ({ body, ...by }) => {
        const { key, secret } = await staff.apiKeys.create(body, by);
        return { key: apiKeyView(key), secret };
      },
    });
    register(revokeApiKey, {
      limit: 'write',
      handle: async ({ params, body, ...by }) => ({
        key: apiKeyView(await staff.apiKeys.revoke(params.id, body.reason, by)),
      }),
    });
  };
}

function apiKeyView(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: KEY_SCOPES.filter((scope) => key.scopes.includes(scope)),
    created_at: key.createdAt.toISOString(),
    created_by: key.createdBy,
    expires_at: key.expiresAt.toISOString(),
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}
