import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import { signedIn } from './sign-in.calls.ts';
import { LONGEST_STUDIO_PARAM, studioCall } from './studio-call.ts';

const tag = 'studio sign-in';
const nothing = z.preprocess((body) => body ?? {}, z.strictObject({}));
const challenge = text(2000).min(1);
const base64url = z
  .string()
  .max(20_000)
  .regex(/^[A-Za-z0-9_-]+$/);

const passkeyId = base64url.max(LONGEST_STUDIO_PARAM);

/** What the browser's `navigator.credentials` takes, as JSON (WebAuthn, level 3). */
const options = z.object({ challenge, options: z.record(z.string(), z.unknown()) });

/** The answer of a passkey, as `PublicKeyCredential.toJSON()` gives it. */
const credential = z.object({
  id: passkeyId,
  rawId: passkeyId,
  type: z.literal('public-key'),
  authenticatorAttachment: absent(text(40)),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
});
const assertion = credential.extend({
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: absent(base64url),
  }),
});
const attestation = credential.extend({
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(text(20)).max(10).default([]),
  }),
});

export const passkeySignInOptions = studioCall({
  id: 'studioPasskeyOptions',
  method: 'POST',
  path: '/studio/api/sign-in/passkey/options',
  tag,
  summary: 'What the browser needs to ask for a passkey: to sign in, or to show a factor again',
  needs: 'anyone',
  audited: false,
  body: nothing,
  reply: options,
});

export const signInWithPasskey = studioCall({
  id: 'studioPasskeySignIn',
  method: 'POST',
  path: '/studio/api/sign-in/passkey',
  tag,
  summary: 'Sign in with a passkey',
  needs: 'anyone',
  // The sign-in writes its own entry, in the name of the account.
  audited: false,
  body: z.strictObject({ challenge, response: assertion }),
  reply: signedIn,
  errors: ['sign_in_refused'],
});

export const stepUpWithPasskey = studioCall({
  id: 'studioPasskeyStepUp',
  method: 'POST',
  path: '/studio/api/step-up/passkey',
  tag,
  summary: 'Show a factor again, with a passkey',
  needs: 'account',
  body: z.strictObject({ challenge, response: assertion }),
  reply: z.object({ until: instant }),
  errors: ['sign_in_refused'],
});

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
});

const passkeyName = text(60).trim().min(1);
const passkeyParams = z.strictObject({ id: passkeyId });

export const myPasskeys = studioCall({
  id: 'studioMyPasskeys',
  method: 'GET',
  path: '/studio/api/me/passkeys',
  tag,
  summary: 'The own passkeys',
  needs: 'account',
  reply: z.object({ data: z.array(passkey) }),
});

export const newPasskeyOptions = studioCall({
  id: 'studioNewPasskeyOptions',
  method: 'POST',
  path: '/studio/api/me/passkeys/options',
  tag,
  summary: 'What the browser needs to make a passkey',
  needs: 'account',
  stepUp: true,
  audited: false,
  body: nothing,
  reply: options,
  errors: ['conflict'],
});

export const addPasskey = studioCall({
  id: 'studioAddPasskey',
  method: 'POST',
  path: '/studio/api/me/passkeys',
  tag,
  summary: 'Add a passkey to the own account',
  needs: 'account',
  stepUp: true,
  body: z.strictObject({ challenge, name: passkeyName, response: attestation }),
  reply: z.object({ passkey }),
  errors: ['sign_in_refused', 'conflict'],
});

export const renamePasskey = studioCall({
  id: 'studioRenamePasskey',
  method: 'POST',
  path: '/studio/api/me/passkeys/:id/rename',
  tag,
  summary: 'Give one of the own passkeys another name',
  needs: 'account',
  // A wrong name makes a person remove the wrong passkey.
  stepUp: true,
  params: passkeyParams,
  body: z.strictObject({ name: passkeyName }),
  reply: z.object({ passkey }),
  errors: ['not_found'],
});

export const removePasskey = studioCall({
  id: 'studioRemovePasskey',
  method: 'POST',
  path: '/studio/api/me/passkeys/:id/remove',
  tag,
  summary: 'Remove one of the own passkeys',
  needs: 'account',
  stepUp: true,
  params: passkeyParams,
  body: nothing,
  reply: z.object({ removed: z.literal(true) }),
  errors: ['not_found'],
});
