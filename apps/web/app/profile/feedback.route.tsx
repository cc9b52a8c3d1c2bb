import type { Route } from './+types/feedback.route.ts';
import { FeedbackForm } from './feedback-form.tsx';
import { MemberOnly } from './member-only.tsx';
import { ProfilePage } from './profile-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Feedback · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/** The feedback page (rows S7, S8, P2). */
export default function Feedback() {
  return (
    <ProfilePage heading="Feedback">
      <MemberOnly
        here="/profile/feedback"
        reason="Tell us what is good and what is not: people read it, and it changes what we do."
        waiting={<div className="waiting h-[32rem]" role="status" aria-label="Loading the form" />}
      >
        {(viewer) => <FeedbackForm viewer={viewer} />}
      </MemberOnly>
    </ProfilePage>
  );
}
