import { signInAddress } from '../browser/sign-in-address.ts';
import { useViewer } from '../browser/viewer.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { StepBand } from '../design/step-band.tsx';
import { Account } from '../profile/account.tsx';
import type { Route } from './+types/profile.route.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Profile · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/** R4. The page is the same for everybody; what is personal comes in one small call, and only where somebody is signed in. */
export default function Profile() {
  const viewer = useViewer();
  return (
    <div className="page-column">
      <h1 className="text-title">Profile</h1>
      <StepBand className="my-6" />
      {viewer.state === 'failed' ? (
        <>
          <ErrorNotice>We could not load your profile. Please try again.</ErrorNotice>
          <Button className="mt-4" onClick={viewer.retry}>
            Try again
          </Button>
        </>
      ) : null}
      {viewer.state === 'waiting' ? (
        <>
          <div className="member-only waiting h-[24rem]" role="status" aria-label="Loading your profile" />
          <div className="visitor-only">
            <SignedOut />
          </div>
        </>
      ) : null}
      {viewer.state === 'known' ? viewer.viewer.signed_in ? <Account viewer={viewer.viewer} /> : <SignedOut /> : null}
    </div>
  );
}

function SignedOut() {
  return (
    <>
      <h2 className="text-heading">You are not signed in</h2>
      <p className="mt-2 max-w-[30rem] text-quiet">
        Your mobile number is your account: no password, no email. Sign in with it to watch and to see your subscription. If you already subscribe,
        signing in costs nothing.
      </p>
      <div className="mt-6">
        <ButtonLink look="primary" to={signInAddress('/profile')}>
          Sign in with my number
        </ButtonLink>
      </div>
    </>
  );
}
