import { signOutOfStudio } from '@bonisa/contract/studio/sign-in.calls';
import { SCOPES, type Scope } from '@bonisa/domain/staff/staff-roles';
import type { AuthProvider } from 'ra-core';
import type { GuardedClient, Me } from './guarded-client.ts';

/** Where a person signs in, and comes back to. */
export function signInAddress(from: string): string {
  return from === '/' ? '/sign-in' : `/sign-in?return=${encodeURIComponent(from)}`;
}

export interface AuthProviderParts {
  readonly studio: GuardedClient;
  readonly me: Me;
  readonly leave: (address: string) => void;
}

/**
 * Tells the framework who is signed in and what they may do. `canAccess({ resource: 'catalogue',
 * action: 'write' })` is the scope `catalogue:write`.
 */
export function createAuthProvider({ studio, me, leave }: AuthProviderParts): AuthProvider {
  return {
    // The sign-in is a page of its own, outside of the application.
    login: async () => leave(signInAddress('/')),
    logout: async () => {
      await studio.call(signOutOfStudio);
      leave('/sign-in');
      return false;
    },
    checkAuth: async () => undefined,
    // An ended session and a missing factor are asked for where the call is made.
    checkError: async () => undefined,
    getIdentity: async () => ({ id: me.id, fullName: me.name }),
    getPermissions: async () => me.scopes,
    canAccess: async ({ resource, action }) => {
      const scope = `${resource}:${action}`;
      // Other names are lists and forms within a screen, which needs its scope as a whole.
      return !(SCOPES as readonly string[]).includes(scope) || me.scopes.includes(scope as Scope);
    },
  };
}
