import { useBrand } from '../brand.ts';
import { Button } from '../design/button.tsx';
import type { FlowState } from './flow.state.ts';
import { FlowScreen, ProblemNotice } from './flow-screen.tsx';
import { send } from './use-flow.ts';

/** The content settings of the number (rows S4, F6). */
export function UnblockScreen({ state: { step, problem } }: { state: FlowState }) {
  const brand = useBrand();
  const busy = step.at !== 'unblock';
  return (
    <FlowScreen heading="Content settings">
      <ProblemNotice problem={problem} />
      <p className="mt-4 text-heading">Consent services are blocked for this number.</p>
      <p className="mt-3">
        Press Accept to unblock this content only: {brand.name}, and nothing else. Every other
        service stays blocked. The price comes next; nothing is taken yet.
      </p>
      <p className="mt-3">Press Decline to leave your settings as they are.</p>
      <div className="flow-actions">
        <Button look="primary" wide busy={busy} onClick={() => send({ type: 'unblock_accepted' })}>
          Accept
        </Button>
        <Button wide disabled={busy} onClick={() => send({ type: 'unblock_declined' })}>
          Decline
        </Button>
      </div>
    </FlowScreen>
  );
}
