import type { Routes } from '@bonisa/kit/http/site-listener';
import type { Access } from './access.ts';
import { deviceRoutes } from './devices/devices.routes.ts';
import { oauthRoutes } from './devices/oauth.routes.ts';
import { sessionRoutes } from './identity.routes.ts';
import type { Identity } from './identity.ts';

/** The calls of identity on the site: of browsers, and of devices that sign in by a code. */
export function identityRoutes(dependencies: {
  readonly config: { readonly publicUrl: string };
  readonly identity: Identity;
  readonly access: Access;
}): readonly Routes[] {
  const { config, identity, access } = dependencies;
  return [
    sessionRoutes(dependencies),
    deviceRoutes(identity),
    oauthRoutes({ config, devices: identity.devices, guards: access.guards }),
  ];
}
