import { isPurpose } from './purposes.ts';

/**
 * The scopes that the simulated carrier grants: those of its CAMARA APIs and of its message API.
 */
export const SCOPES = [
  'one-time-password-sms:send-validate',
  'number-verification:verify',
  'number-verification:device-phone-number:read',
  'carrier-billing:payments:create',
  'carrier-billing:payments:write',
  'carrier-billing:payments:read',
  'carrier-billing-refund:refunds:create',
  'carrier-billing-refund:refunds:read',
  'kyc-age-verification:verify',
  'number-recycling:check',
  'messages:send',
] as const;

export type Scope = (typeof SCOPES)[number];

/** `openid` requests an ID token beside the access token; it grants nothing by itself. */
export const OPENID = 'openid';

/** The content of a requested scope. */
export interface RequestedScope {
  scopes: Scope[];
  purpose: string;
  openid: boolean;
}

/** A refusal explains itself in a sentence for the integrator. */
export type ScopeRequest = RequestedScope | { refusal: string };

/**
 * Parses a `scope` parameter: one or more API scopes and exactly one purpose `dpv:…` (CAMARA
 * Security and Interoperability Profile, purpose as a scope).
 */
export function readScope(scope: string): ScopeRequest {
  const words = scope.split(' ').filter((word) => word !== '');
  const purposes = words.filter((word) => word.startsWith('dpv:'));
  const others = words.filter((word) => !word.startsWith('dpv:') && word !== OPENID);
  const [purpose, ...more] = purposes;
  if (purpose === undefined || more.length > 0)
    return { refusal: 'The scope must name exactly one purpose (dpv:…).' };
  if (!isPurpose(purpose))
    return { refusal: 'The purpose is not one of the Data Privacy Vocabulary.' };
  if (others.length === 0) return { refusal: 'The scope must name at least one API scope.' };
  if (!others.every(isScope))
    return { refusal: 'The scope names an API scope that is not offered.' };
  return { scopes: [...new Set(others)], purpose, openid: words.includes(OPENID) };
}

/** Writes a requested scope as one text, for a token reply. */
export function scopeText({ scopes, purpose, openid }: RequestedScope): string {
  return [...(openid ? [OPENID] : []), ...scopes, purpose].join(' ');
}

function isScope(word: string): word is Scope {
  return (SCOPES as readonly string[]).includes(word);
}
