import { ButtonLink } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { FlowScreen } from './flow-screen.tsx';

/** A number that cannot subscribe; the server gives the reason. */
export function RefusedScreen({ description }: { description: string }) {
  return (
    <FlowScreen heading="This number cannot subscribe">
      <div className="mt-5">
        <ErrorNotice>{description}</ErrorNotice>
      </div>
      <div className="flow-actions">
        <ButtonLink to="/" look="primary" wide>
          Exit
        </ButtonLink>
      </div>
    </FlowScreen>
  );
}
