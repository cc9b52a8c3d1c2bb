import type { RouteConfigEntry } from '@react-router/dev/routes';

/** The screens of the subscription flow; `routes.ts` puts them into the simple layout. Files are named from `app/`. */
export const flowRoutes: RouteConfigEntry[] = [];
