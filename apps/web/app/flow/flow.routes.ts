import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** The subscription flow's three routes (rows R5, R6, R7), in the simple layout. */
export const flowRoutes: RouteConfigEntry[] = [
  route('enter-number', 'flow/enter-number.route.tsx'),
  route('subscribe/confirm', 'flow/confirm.route.tsx'),
  route('subscribe/complete', 'flow/complete.route.tsx'),
];
