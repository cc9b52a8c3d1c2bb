import type { Scope } from './staff-roles.ts';

/**
 * What a call of the studio needs: nothing; any account or key; an account, since the call concerns
 * the person; or a scope.
 */
export type StudioNeed = 'anyone' | 'staff' | 'account' | Scope;

/** What decides whether a call is allowed. */
export interface StudioRule {
  readonly needs: StudioNeed;
  /** It changes something: a session must show its CSRF token. */
  readonly changes: boolean;
  /** It is dangerous: the person must have shown a factor within the last minutes. */
  readonly stepUp: boolean;
}

/** How the request proved who makes it. */
export type StudioCaller =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'key'; readonly scopes: ReadonlySet<Scope> }
  | {
      readonly kind: 'account';
      readonly scopes: ReadonlySet<Scope>;
      /** The request has the CSRF token of its session. */
      readonly csrf: boolean;
      /** When a factor was shown last. */
      readonly factorAt: Date;
    };

export type StudioRefusal =
  | 'not_signed_in'
  | 'account_needed'
  | 'csrf_token_invalid'
  | 'scope_missing'
  | 'step_up_needed';

/** How long a shown factor counts for dangerous acts. */
export const STEP_UP_MS = 5 * 60_000;

/** Why a call is refused, or `undefined` if it is allowed. */
export function studioRefusal(
  { needs, changes, stepUp }: StudioRule,
  caller: StudioCaller,
  now: Date,
): StudioRefusal | undefined {
  if (needs === 'anyone') return undefined;
  if (caller.kind === 'nobody') return 'not_signed_in';
  if (caller.kind === 'key' && (needs === 'account' || stepUp)) return 'account_needed';
  if (caller.kind === 'account' && changes && !caller.csrf) return 'csrf_token_invalid';
  if (needs !== 'staff' && needs !== 'account' && !caller.scopes.has(needs)) return 'scope_missing';
  if (caller.kind === 'account' && stepUp && !isFresh(caller.factorAt, now))
    return 'step_up_needed';
  return undefined;
}

function isFresh(factorAt: Date, now: Date): boolean {
  return now.getTime() - factorAt.getTime() <= STEP_UP_MS;
}
