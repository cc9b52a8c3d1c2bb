import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { flowRoutes } from './flow/flow.routes.ts';
import { profileRoutes } from './profile/profile.routes.ts';

export default [
  route('sitemap.xml', 'seo/sitemap.route.ts'),
  route('robots.txt', 'seo/robots.route.ts'),
  route('home-rest.json', 'routes/home-rest.route.ts'),
  layout('layouts/main-layout.tsx', [
    index('routes/home.route.tsx'),
    route('channels', 'routes/channels.route.tsx'),
    route('channel/:slug', 'routes/channel.route.tsx'),
    route('channel/:slug/:category', 'routes/category.route.tsx'),
    route('show/:slug', 'routes/show.route.tsx'),
    route('episode/:slug', 'routes/episode.route.tsx'),
    route('video/:slug', 'routes/video.route.tsx'),
    route('genre/:slug', 'routes/genre.route.tsx'),
    route('person/:slug', 'routes/person.route.tsx'),
    route('live/:category?', 'routes/live.route.tsx'),
    route('live/:category/:channel', 'routes/live-channel.route.tsx'),
    route('search', 'routes/search.route.tsx'),
    route('my-list', 'routes/my-list.route.tsx'),
    ...profileRoutes,
    route('terms-and-conditions', 'routes/terms.route.tsx'),
    route('privacy-policy', 'routes/privacy.route.tsx'),
    route('test', 'routes/test.route.tsx'),
    route('design', 'routes/design.route.tsx'),
    route('*', 'routes/not-found.route.tsx'),
  ]),
  // The opt-in flow declares its own routes: see flow/flow.routes.ts.
  layout('layouts/simple-layout.tsx', [...flowRoutes, route('device', 'device/device.route.tsx')]),
] satisfies RouteConfig;
