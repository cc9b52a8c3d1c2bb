import { useBrand } from '../brand.ts';
import { Notice } from '../design/notice.tsx';
import { useResumeSync } from '../viewer/my-resume.ts';
import type { Route } from './+types/complete.route.ts';
import type { FlowState, Step } from './flow.state.ts';
import { offerPrice } from './flow.words.ts';
import { FlowScreen, WaitingScreen } from './flow-screen.tsx';
import { send, useFlow } from './use-flow.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Welcome · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/**
 * The last screen after a success (row R7). It stays until the viewer follows its one link, an
 * `<a>` back to the page where the flow began.
 */
export default function Complete() {
  const state = useFlow();
  return state.step.at === 'complete' ? (
    <CompleteScreen state={state} step={state.step} />
  ) : (
    <WaitingScreen />
  );
}

function CompleteScreen({
  state: { run },
  step,
}: {
  state: FlowState;
  step: Extract<Step, { at: 'complete' }>;
}) {
  const brand = useBrand();
  // Uploads the positions watched before sign-in, and stores the hint from which Home reserves
  // space.
  useResumeSync();
  const offer = run.offers.find((one) => one.id === step.packageId);
  const until = step.paidUntil ? ` until ${formatDay(new Date(step.paidUntil))}` : '';
  return (
    <FlowScreen heading={step.signedIn ? 'You are signed in' : 'You are subscribed'}>
      {step.signedIn || !offer ? (
        <p className="mt-4">
          {step.signedIn
            ? 'Nothing was taken. Your subscription goes on as it was.'
            : `Welcome to ${brand.name}.`}
        </p>
      ) : (
        <div className="mt-5">
          <Notice tone="good">
            <p className="font-semibold">
              {brand.name} {offer.name}, {offerPrice(offer)}
            </p>
            <p className="mt-1">
              {step.freeTrial
                ? `Your first day is FREE${until}. Then ${offerPrice(offer)} is taken from your airtime until you stop.`
                : `R${offer.price} was taken from your airtime. You can watch${until || ' now'}.`}
            </p>
          </Notice>
        </div>
      )}
      <div className="flow-actions">
        {/* A full page load: every request is repeated with the new session. It takes this screen's
            place in the history, so that Back never shows it again. */}
        <a
          href={run.returnTo}
          className="button button-primary button-wide"
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            send({ type: 'followed' });
          }}
        >
          Start watching
        </a>
      </div>
      {step.signedIn ? null : (
        <p className="mt-6 text-small text-quiet">
          To stop at any time, reply STOP to our messages or open your profile; stopping is free.
          Help: <span className="whitespace-nowrap">{brand.supportNumber}</span>.
        </p>
      )}
    </FlowScreen>
  );
}

function formatDay(at: Date): string {
  return at.toLocaleString('en-ZA', {
    timeZone: 'Africa/Johannesburg',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
}
