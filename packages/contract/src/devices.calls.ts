import { DEVICE_KINDS } from '@bonisa/domain/playback/playing-devices';
import { z } from 'zod';
import { absent, type Call, defineCall, instant, text } from './call.ts';

/** The sign-in of devices without a keyboard (RFC 8628), and the list of a number's devices. */

export const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const clientId = text(100).min(1);
const secretText = text(4096).min(1);

/** Where the calls of OAuth are found (RFC 8414). */
export const authorizationServer = {
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  operationId: 'getAuthorizationServer',
  tag: 'devices',
  summary: 'Where a device signs in, for OAuth libraries',
  auth: 'anyone',
  body: undefined,
  reply: z.object({
    issuer: z.string(),
    device_authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    revocation_endpoint: z.string(),
    grant_types_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    scopes_supported: z.array(z.string()),
  }),
  errors: ['too_many_requests'],
} as const satisfies Call<undefined, z.ZodType>;

const authorizationFields = z.object({
  /** The app, one of `DEVICE_CLIENTS`. It has no secret: an app on a television keeps none. */
  client_id: clientId,
  /** Only `watch` exists. */
  scope: absent(text(200)),
  /** What the viewer is shown: `LG in the lounge`. */
  device_name: absent(
    z
      .string()
      .max(40)
      .regex(/^[\p{L}\p{N}][\p{L}\p{N} .,'’()&_+-]*$/u, { error: 'must be a plain name' }),
  ),
  device_kind: absent(z.enum(DEVICE_KINDS)),
});

/**
 * A device asks to be signed in (RFC 8628, section 3.1). Unknown fields are ignored, as RFC 6749
 * demands of all calls of OAuth; a form and JSON both count.
 */
export const deviceAuthorization = {
  method: 'POST',
  path: '/oauth/device_authorization',
  operationId: 'startDeviceSignIn',
  tag: 'devices',
  summary: 'A device asks to be signed in: the code that it shows, and the one that it polls with',
  auth: 'anyone',
  body: authorizationFields,
  reply: z.object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.string(),
    verification_uri_complete: z.string(),
    /** Seconds. */
    expires_in: z.int(),
    /** Seconds between two polls. */
    interval: z.int(),
  }),
  errors: ['invalid_request', 'invalid_client', 'too_many_requests', 'unavailable'],
  isOAuth: true,
} as const satisfies Call<typeof authorizationFields, z.ZodType>;

const tokenFields = z.object({
  grant_type: text(100).min(1),
  client_id: clientId,
  device_code: absent(secretText),
  refresh_token: absent(secretText),
});

/** A device polls for its tokens, or exchanges its refresh token (RFC 8628, section 3.4). */
export const deviceToken = {
  method: 'POST',
  path: '/oauth/token',
  operationId: 'createDeviceToken',
  tag: 'devices',
  summary: 'The tokens of a device, by its device code or its refresh token',
  auth: 'anyone',
  body: tokenFields,
  reply: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    /** Seconds. */
    expires_in: z.int(),
    /** Replaces the one before, which counts no more. */
    refresh_token: z.string(),
    scope: z.literal('watch'),
  }),
  errors: [
    'invalid_request',
    'invalid_client',
    'invalid_grant',
    'unsupported_grant_type',
    'authorization_pending',
    'slow_down',
    'access_denied',
    'expired_token',
    'too_many_requests',
  ],
  isOAuth: true,
} as const satisfies Call<typeof tokenFields, z.ZodType>;

const revocationFields = z.object({ token: secretText, client_id: clientId });

/** A device signs itself out by either of its tokens (RFC 7009); an unknown one is a success. */
export const deviceRevocation = {
  method: 'POST',
  path: '/oauth/revoke',
  operationId: 'endDeviceSession',
  tag: 'devices',
  summary: 'A device signs itself out',
  auth: 'anyone',
  body: revocationFields,
  reply: z.object({}),
  errors: ['invalid_request', 'invalid_client', 'too_many_requests'],
  isOAuth: true,
} as const satisfies Call<typeof revocationFields, z.ZodType>;

const userCode = text(40).min(1);

/**
 * What asks to be signed in under a code, for its viewer to judge. Wrong, answered and old codes
 * are all `unknown`. `same_network`: the request came from the viewer's own internet connection.
 */
export const findDeviceRequest = defineCall('findDeviceRequest', {
  tag: 'devices',
  summary: 'What asks to be signed in under a code',
  auth: 'session+csrf',
  body: z.strictObject({ user_code: userCode }),
  reply: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('waiting'),
      user_code: z.string(),
      kind: z.enum(DEVICE_KINDS),
      name: z.string().nullable(),
      same_network: z.boolean(),
      asked_at: instant,
      expires_at: instant,
    }),
    z.object({ state: z.literal('unknown') }),
  ]),
  errors: [
    'invalid_request',
    'not_signed_in',
    'csrf_token_invalid',
    'foreign_origin',
    'too_many_requests',
  ],
});

/**
 * The viewer lets the device in, or refuses it; the first answer counts, and the same one again
 * reads like it to the viewer who gave it. `full`: the number has as many devices as it may, and
 * one must be ended first. `blocked`: the number's service is blocked.
 */
export const answerDeviceRequest = defineCall('answerDeviceRequest', {
  tag: 'devices',
  summary: 'Let a device in, or refuse it',
  auth: 'session+csrf',
  body: z.strictObject({ user_code: userCode, approve: z.boolean() }),
  reply: z.object({ state: z.enum(['approved', 'refused', 'unknown', 'full', 'blocked']) }),
  errors: [
    'invalid_request',
    'not_signed_in',
    'csrf_token_invalid',
    'foreign_origin',
    'too_many_requests',
  ],
});

/** Where the number is signed in: browsers and devices, the latest used first. */
export const devices = defineCall('devices', {
  tag: 'devices',
  summary: 'The browsers and devices that are signed in with the number',
  auth: 'session',
  body: undefined,
  reply: z.object({
    devices: z.array(
      z.object({
        id: z.string(),
        /** A `device` was signed in by code and may watch only. */
        type: z.enum(['browser', 'device']),
        kind: z.enum(DEVICE_KINDS),
        name: z.string().nullable(),
        signed_in_at: instant,
        last_used_at: instant,
        /** It is the browser that asks. */
        current: z.boolean(),
      }),
    ),
  }),
  errors: ['not_signed_in', 'too_many_requests'],
});

/** Signs a browser or device out. One that is signed out already changes nothing. */
export const endDevice = defineCall('endDevice', {
  tag: 'devices',
  summary: 'Sign a browser or device of the number out',
  auth: 'session+csrf',
  body: z.strictObject({ id: text(100).min(1) }),
  reply: z.object({ ended: z.boolean() }),
  errors: [
    'invalid_request',
    'not_signed_in',
    'csrf_token_invalid',
    'foreign_origin',
    'too_many_requests',
  ],
});
