import { say } from '../words/words.ts';
import type { Route } from './+types/feedback.route.ts';
import { FeedbackForm } from './feedback-form.tsx';
import { MemberOnly } from './member-only.tsx';
import { ProfilePage } from './profile-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${say('profile.feedback')} · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/** The feedback page (rows S7, S8, P2). */
export default function Feedback() {
  return (
    <ProfilePage heading={say('profile.feedback')}>
      <MemberOnly
        here="/profile/feedback"
        reason={say('feedback.reason')}
        waiting={
          <div className="waiting h-[32rem]" role="status" aria-label={say('feedback.loading')} />
        }
      >
        {(viewer) => <FeedbackForm viewer={viewer} />}
      </MemberOnly>
    </ProfilePage>
  );
}
