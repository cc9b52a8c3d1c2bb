import { useBrand } from '../brand.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import type { FlowState } from './flow.state.ts';
import { FlowScreen } from './flow-screen.tsx';
import { send } from './use-flow.ts';

/**
 * The answer to an Accept is lost: Try again asks for its outcome and never sends a second Accept.
 */
export function UnsureScreen() {
  return (
    <FlowScreen heading="The connection was lost">
      <p role="alert" className="mt-4 text-heading">
        Your Accept was sent, but its answer has not come back.
      </p>
      <p className="mt-3">
        Press Try again when your network is back: we then ask what came of it. You are not charged
        twice.
      </p>
      <div className="flow-actions">
        <Button look="primary" wide onClick={() => send({ type: 'retried' })}>
          Try again
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
    <FlowScreen heading="Payment is being confirmed">
      <p role="status" className="mt-4 text-heading">
        {resting
          ? 'Your network is taking longer than usual.'
          : 'We are waiting for your network to answer. This page goes on by itself.'}
      </p>
      <p className="mt-3">
        There is nothing more to press: you are not charged twice, and if the payment does not go
        through, nothing is taken.
      </p>
      {resting ? (
        <>
          <p className="mt-3">
            You may close this page. Come back later and enter your number: you will find what came
            of it. Help: <span className="whitespace-nowrap">{brand.supportNumber}</span>.
          </p>
          <div className="flow-actions">
            <Button look="primary" wide onClick={() => send({ type: 'retried' })}>
              Check again
            </Button>
            <ButtonLink to="/" wide>
              Exit
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
