import { layout, type RouteConfig, route } from '@react-router/dev/routes';
import { flowRoutes } from './flow/flow.routes.ts';

export default [
  layout('layouts/main-layout.tsx', [
    route('*', 'routes/not-found.route.tsx'),
  ]),
  // The subscription flow owns its routes: see flow/flow.routes.ts.
  layout('layouts/simple-layout.tsx', flowRoutes),
] satisfies RouteConfig;
