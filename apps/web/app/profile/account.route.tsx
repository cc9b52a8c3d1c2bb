import type { Route } from './+types/account.route.ts';
import { AccountScreen } from './account-screen.tsx';
import { MemberOnly } from './member-only.tsx';
import { ProfilePage } from './profile-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `My Account · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/**
 * Payments and subscriptions (rows S7, P2). The page is the same for everybody; personal data
 * follows by call.
 */
export default function Account() {
  return (
    <ProfilePage heading="My Account">
      <MemberOnly
        here="/profile/account"
        reason="Here you see your package and every payment, and you can change or stop it."
        waiting={
          <div className="waiting h-[32rem]" role="status" aria-label="Loading your account" />
        }
      >
        {(viewer) => <AccountScreen viewer={viewer} />}
      </MemberOnly>
    </ProfilePage>
  );
}
