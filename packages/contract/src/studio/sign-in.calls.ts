import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import { studioCall } from './studio-call.ts';

const tag = 'studio sign-in';
const email = z.email().max(254);
const password = text(200).min(1);
const name = text(80).trim().min(1);
const token = text(100).min(20);
/** Six digits of an authenticator app, or a recovery code. */
const code = text(20).trim().min(6);
const challenge = text(2000).min(1);
/** What an authenticator app is set up with: scanned, typed, or opened where the app is. */
const totpSetup = z.object({
  secret: z.string(),
  uri: z.string(),
  /** The QR code of `uri`: the path of an SVG with sides of `size` units. */
  qr: z.object({ size: z.number().int(), path: z.string() }),
});
/** Six digits of the authenticator app that is being set up. */
const setupCode = text(6).regex(/^[0-9]{6}$/);
const nothing = z.preprocess((body) => body ?? {}, z.strictObject({}));

/** The answer to a complete sign-in: the session is in the cookie. */
export const signedIn = z.object({
  csrf_token: z.string(),
  /** Refused tries to sign in to this account since the last time. */
  refused_before: z.int(),
  /** The sign-in before this one. */
  last_sign_in: z
    .object({ at: instant, method: z.string(), network: z.string(), agent: z.string() })
    .nullable(),
});

export const signInWithPassword = studioCall({
  id: 'studioSignIn',
  method: 'POST',
  path: '/studio/api/sign-in',
  tag,
  summary: 'First step: address and password; the challenge is for the second step',
  needs: 'anyone',
  audited: false,
  body: z.strictObject({ email, password }),
  reply: z.object({ challenge: z.string() }),
  errors: ['sign_in_refused', 'unavailable'],
});

export const signInWithCode = studioCall({
  id: 'studioSignInCode',
  method: 'POST',
  path: '/studio/api/sign-in/code',
  tag,
  summary: 'Second step: a code of the authenticator app, or a recovery code',
  needs: 'anyone',
  // The sign-in writes its own entry, in the name of the account.
  audited: false,
  body: z.strictObject({ challenge, code }),
  reply: signedIn,
  errors: ['sign_in_refused'],
});

export const signOutOfStudio = studioCall({
  id: 'studioSignOut',
  method: 'POST',
  path: '/studio/api/sign-out',
  tag,
  summary: 'End this session',
  needs: 'account',
  body: nothing,
  reply: z.object({ signed_in: z.literal(false) }),
});

export const stepUpWithCode = studioCall({
  id: 'studioStepUp',
  method: 'POST',
  path: '/studio/api/step-up',
  tag,
  summary: 'Show a factor again: dangerous calls are open for five minutes',
  needs: 'account',
  body: z.strictObject({ code }),
  reply: z.object({ until: instant }),
  errors: ['sign_in_refused'],
});

export const openLink = studioCall({
  id: 'studioOpenLink',
  method: 'POST',
  path: '/studio/api/links/open',
  tag,
  summary: 'What a one-time link is for, with the secret for an authenticator app',
  needs: 'anyone',
  audited: false,
  body: z.strictObject({ token }),
  reply: z.object({
    purpose: z.enum(['first administrator', 'invitation', 'reset']),
    email: z.string().nullable(),
    name: z.string().nullable(),
    expires_at: instant,
    totp: totpSetup,
  }),
  errors: ['link_invalid'],
});

export const acceptLink = studioCall({
  id: 'studioAcceptLink',
  method: 'POST',
  path: '/studio/api/links/accept',
  tag,
  summary: 'Set the password and the authenticator app by a one-time link, and sign in',
  needs: 'anyone',
  // The sign-in writes its own entry, in the name of the account.
  audited: false,
  body: z.strictObject({
    token,
    /** Only of the first administrator, whose link names nobody. */
    email: absent(email),
    name: absent(name),
    password,
    /** Proves that the authenticator app has the secret of `openLink`. */
    code: setupCode,
  }),
  reply: signedIn.extend({ recovery_codes: z.array(z.string()) }),
  errors: ['link_invalid', 'sign_in_refused', 'conflict', 'unavailable'],
});

export const newRecoveryCodes = studioCall({
  id: 'studioNewRecoveryCodes',
  method: 'POST',
  path: '/studio/api/me/recovery-codes',
  tag,
  summary: 'New recovery codes; the earlier ones end',
  needs: 'account',
  stepUp: true,
  body: nothing,
  reply: z.object({ recovery_codes: z.array(z.string()) }),
});

export const newAuthenticator = studioCall({
  id: 'studioNewAuthenticator',
  method: 'POST',
  path: '/studio/api/me/authenticator/secret',
  tag,
  summary:
    'The secret for another authenticator app; the one in use stays until a code of it comes',
  needs: 'account',
  stepUp: true,
  // Nothing is changed yet.
  audited: false,
  body: nothing,
  reply: z.object({ challenge, totp: totpSetup, expires_at: instant }),
});

export const changeAuthenticator = studioCall({
  id: 'studioChangeAuthenticator',
  method: 'POST',
  path: '/studio/api/me/authenticator',
  tag,
  summary:
    'Change the own authenticator app, by a code of the new one; the earlier one and every other session end',
  needs: 'account',
  stepUp: true,
  body: z.strictObject({ challenge, code: setupCode }),
  reply: z.object({ sessions_ended: z.int() }),
  errors: ['sign_in_refused'],
});

export const changePassword = studioCall({
  id: 'studioChangePassword',
  method: 'POST',
  path: '/studio/api/me/password',
  tag,
  summary: 'Change the own password; every other session ends',
  needs: 'account',
  stepUp: true,
  body: z.strictObject({ password }),
  reply: z.object({ sessions_ended: z.int() }),
  errors: ['unavailable'],
});
