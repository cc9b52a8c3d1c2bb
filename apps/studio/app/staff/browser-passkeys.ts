import type { addPasskey, stepUpWithPasskey } from '@bonisa/contract/studio/passkeys.calls';
import type { StudioInputOf } from '@bonisa/contract/studio/studio-client';

type Made = StudioInputOf<typeof addPasskey>['body']['response'];
type Shown = StudioInputOf<typeof stepUpWithPasskey>['body']['response'];

/**
 * Has the browser make a passkey. Throws an error with words for the person where it made none,
 * such as after a press of Cancel, or where this authenticator has one already.
 */
export async function makePasskey(options: Record<string, unknown>): Promise<Made> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  const made = await navigator.credentials.create({ publicKey }).catch(inWords);
  return jsonOf(made) as Made;
}

/** Has the browser show a passkey. Throws as {@link makePasskey} does. */
export async function showPasskey(options: Record<string, unknown>): Promise<Shown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  const shown = await navigator.credentials.get({ publicKey }).catch(inWords);
  return jsonOf(shown) as Shown;
}

/** Whether this browser has passkeys at all. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined';
}

function inWords(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : '';
  const words =
    name === 'InvalidStateError'
      ? 'This device has a passkey of yours already.'
      : 'The browser showed no passkey. Please try again.';
  throw new Error(words, { cause });
}

function jsonOf(credential: Credential | null): unknown {
  return (credential as PublicKeyCredential).toJSON();
}
