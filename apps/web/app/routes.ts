import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { flowRoutes } from './flow/flow.routes.ts';

export default [
  layout('layouts/main-layout.tsx', [
    index('routes/home.route.tsx'),
    route('channels', 'routes/channels.route.tsx'),
    route('channel/:slug', 'routes/channel.route.tsx'),
    route('video/:slug', 'routes/video.route.tsx'),
    route('my-list', 'routes/my-list.route.tsx'),
    route('profile', 'routes/profile.route.tsx'),
    route('terms-and-conditions', 'routes/terms.route.tsx'),
    route('privacy-policy', 'routes/privacy.route.tsx'),
    route('design', 'routes/design.route.tsx'),
    route('*', 'routes/not-found.route.tsx'),
  ]),
  // The subscription flow owns its routes: see flow/flow.routes.ts.
  layout('layouts/simple-layout.tsx', flowRoutes),
] satisfies RouteConfig;
