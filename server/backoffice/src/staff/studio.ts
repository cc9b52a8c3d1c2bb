import type { StudioOptions, StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { WaitingBy } from './account.service.ts';
import { accountStudioRoutes } from './accounts.routes.ts';
import { auditStudioRoutes } from './audit.studio-routes.ts';
import { oidcRoutes } from './oidc.routes.ts';
import { passkeyRoutes } from './passkeys.routes.ts';
import { ownSignInRoutes, signInRoutes } from './sign-in.routes.ts';
import { signInPages } from './sign-in-pages.routes.ts';
import { staffStudioRoutes } from './staff.routes.ts';
import type { Staff } from './staff.ts';
import type { StudioConfig } from './studio.config.ts';

export interface StudioParts {
  readonly base: Omit<StudioOptions, 'studioGate' | 'studioRoutes'> & {
    readonly config: { readonly brand: { readonly name: string }; readonly studio: StudioConfig };
  };
  readonly staff: Staff;
  readonly waitingBy: WaitingBy;
  /** The calls of the other capabilities. */
  readonly routes: readonly StudioRoutes[];
  /** The application, at every address that nothing else has. */
  readonly screens: StudioRoutes;
}

/** What the studio's listener serves. */
export function studioOf({ base, staff, waitingBy, routes, screens }: StudioParts): StudioOptions {
  return {
    ...base,
    studioGate: staff.studioGate,
    studioRoutes: [
      staffStudioRoutes(staff),
      auditStudioRoutes(staff.audit),
      signInRoutes(staff),
      ownSignInRoutes(staff),
      signInPages(base.config),
      accountStudioRoutes(staff, waitingBy),
      passkeyRoutes(staff),
      oidcRoutes(staff, base.config),
      ...routes,
      screens,
    ],
  };
}
