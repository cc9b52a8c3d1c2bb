import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** The profile's routes (row R4): the menu and each screen that it opens. */
export const profileRoutes: RouteConfigEntry[] = [
  route('profile', 'profile/profile-menu.route.tsx'),
  route('profile/account', 'profile/account.route.tsx'),
  route('profile/data', 'profile/data-use.route.tsx'),
  route('profile/help', 'profile/help.route.tsx'),
  route('profile/feedback', 'profile/feedback.route.tsx'),
  route('profile/invite', 'profile/invite.route.tsx'),
];
