import { say } from '../words/words.ts';
import type { Route } from './+types/account.route.ts';
import { AccountScreen, WaitingAccount } from './account-screen.tsx';
import { MemberOnly } from './member-only.tsx';
import { ProfilePage } from './profile-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${say('profile.account')} · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/**
 * Payments and subscriptions (rows S7, P2). The page is the same for everybody; personal data
 * follows by call.
 */
export default function Account() {
  return (
    <ProfilePage heading={say('profile.account')}>
      <MemberOnly
        here="/profile/account"
        reason={say('account.reason')}
        waiting={<WaitingAccount />}
      >
        {(viewer) => <AccountScreen viewer={viewer} />}
      </MemberOnly>
    </ProfilePage>
  );
}
