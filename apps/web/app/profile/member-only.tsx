import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { type SignedInViewer, useViewer } from '../browser/viewer.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { signInAddress } from '../titles/addresses.ts';
import { say } from '../words/words.ts';

export interface MemberOnlyProps {
  /** The screen's own path, to which the flow returns. */
  here: string;
  /** Shown to a visitor until the number screen appears, and without a script. */
  reason: string;
  /** Reserves the space while the viewer is unknown. */
  waiting: ReactNode;
  children: (viewer: SignedInViewer) => ReactNode;
}

/**
 * A screen for signed-in viewers (rows P2, S7); visitors are led to number entry and back. While
 * the viewer is unknown there is no redirect: the screen reserves the space for a signed-in viewer,
 * or shows the text for a visitor.
 */
export function MemberOnly({ here, reason, waiting, children }: MemberOnlyProps) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const member =
    viewer.state === 'known' && viewer.viewer.signed_in && viewer.viewer.msisdn !== ''
      ? viewer.viewer
      : undefined;
  const isVisitor = viewer.state === 'known' && !member;
  useEffect(() => {
    if (isVisitor) void navigate(signInAddress(here), { replace: true });
  }, [isVisitor, here, navigate]);

  if (member) return children(member);
  if (viewer.state === 'failed') {
    return (
      <>
        <ErrorNotice>{say('account.failed')}</ErrorNotice>
        <Button className="mt-4" onClick={viewer.retry}>
          {say('try_again')}
        </Button>
      </>
    );
  }
  return (
    <>
      {isVisitor ? null : <div className="member-only">{waiting}</div>}
      <div className={isVisitor ? undefined : 'visitor-only'}>
        <p className="max-w-[30rem] text-quiet">
          {reason} {say('account.by_number')}
        </p>
        <div className="mt-6">
          <ButtonLink look="primary" to={signInAddress(here)}>
            {say('profile.sign_in')}
          </ButtonLink>
        </div>
      </div>
    </>
  );
}
