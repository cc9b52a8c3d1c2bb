import { useBrand } from '../brand.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { say, sayWith } from '../words/words.ts';
import type { FlowState } from './flow.state.ts';
import { FlowScreen } from './flow-screen.tsx';
import { send } from './use-flow.ts';

/**
 * The answer to an Accept is lost: Try again asks for its outcome and never sends a second Accept.
 */
export function UnsureScreen() {
  return (
    <FlowScreen heading={say('flow.unsure.heading')}>
      <p role="alert" className="mt-4 text-heading">
        {say('flow.unsure.sent')}
      </p>
      <p className="mt-3">{say('flow.unsure.help')}</p>
      <div className="flow-actions">
        <Button look="primary" wide onClick={() => send({ type: 'retried' })}>
          {say('try_again')}
        </Button>
      </div>
    </FlowScreen>
  );
}

/** The carrier has not yet confirmed the payment. */
export function PendingScreen({ state: { step } }: { state: FlowState }) {
  const brand = useBrand();
  const resting = step.at === 'pending' && step.waitsFor === 'person';
  return (
    <FlowScreen heading={say('flow.pending.heading')}>
      <p role="status" className="mt-4 text-heading">
        {resting ? say('flow.pending.long') : say('flow.pending.waiting')}
      </p>
      <p className="mt-3">{say('flow.pending.help')}</p>
      {resting ? (
        <>
          <p className="mt-3">
            {sayWith(
              'flow.pending.later',
              { number: (words) => <span className="whitespace-nowrap">{words}</span> },
              { support: brand.supportNumber },
            )}
          </p>
          <div className="flow-actions">
            <Button look="primary" wide onClick={() => send({ type: 'retried' })}>
              {say('flow.pending.check')}
            </Button>
            <ButtonLink to="/" wide>
              {say('flow.exit')}
            </ButtonLink>
          </div>
        </>
      ) : (
        <p className="mt-6" aria-hidden="true">
          <span className="button-beat text-ochre">
            <i />
            <i />
            <i />
          </span>
        </p>
      )}
    </FlowScreen>
  );
}
