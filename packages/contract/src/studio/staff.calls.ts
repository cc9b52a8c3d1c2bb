import { KEY_SCOPES, ROLES, SCOPES } from '@bonisa/domain/staff/staff-roles';
import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import { studioCall } from './studio-call.ts';

const scope = z.enum(SCOPES);
/**
 * What an account signs in and confirms by, besides passkeys and recovery codes. `company`: it is
 * bound to the company's sign-in, which is configured.
 */
const factor = z.enum(['password', 'authenticator', 'company']);

/** Who makes this request, and what they may do. */
export const me = studioCall({
  id: 'studioMe',
  method: 'GET',
  path: '/studio/api/me',
  tag: 'studio staff',
  summary: 'Who makes this request, and what they may do',
  needs: 'staff',
  reply: z.object({
    kind: z.enum(['account', 'key']),
    id: z.string(),
    name: z.string(),
    scopes: z.array(scope),
    /** Of an account only. */
    roles: z.array(z.enum(ROLES)),
    /** Of a session only: `x-csrf-token` of calls that change something. */
    csrf_token: z.string().nullable(),
    /** Of an account only. */
    factors: z.array(factor),
  }),
});

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Its first characters, which tell keys apart and prove nothing. */
  prefix: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  created_at: instant,
  created_by: z.string(),
  expires_at: instant,
  revoked_at: instant.nullable(),
  /** To the minute. */
  last_used_at: instant.nullable(),
});

/** All API keys, without their secrets. */
export const apiKeys = studioCall({
  id: 'studioApiKeys',
  method: 'GET',
  path: '/studio/api/keys',
  tag: 'studio staff',
  summary: 'The API keys, without their secrets',
  needs: 'staff:read',
  reply: z.object({ data: z.array(apiKey) }),
});

/** Makes an API key; its secret is in this answer and nowhere else. */
export const createApiKey = studioCall({
  id: 'studioCreateApiKey',
  method: 'POST',
  path: '/studio/api/keys',
  tag: 'studio staff',
  summary: 'Make an API key; its secret is in this answer and nowhere else',
  needs: 'staff:manage',
  stepUp: true,
  body: z.strictObject({
    name: text(60).trim().min(1),
    scopes: z.array(z.enum(KEY_SCOPES)).min(1).max(KEY_SCOPES.length),
    days: absent(z.int().min(1).max(366)).transform((days) => days ?? 90),
  }),
  reply: z.object({ key: apiKey, secret: z.string() }),
  errors: ['conflict'],
});

/** Revokes an API key at once. */
export const revokeApiKey = studioCall({
  id: 'studioRevokeApiKey',
  method: 'POST',
  path: '/studio/api/keys/:id/revoke',
  tag: 'studio staff',
  summary: 'Revoke an API key at once',
  needs: 'staff:manage',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ reason: text(500).trim().min(1) }),
  reply: z.object({ key: apiKey }),
  errors: ['not_found'],
});
