import { useBrand } from '../brand.ts';
import { Notice } from '../design/notice.tsx';
import { useResumeSync } from '../viewer/my-resume.ts';
import { say, sayWith } from '../words/words.ts';
import type { Route } from './+types/complete.route.ts';
import type { FlowState, Step } from './flow.state.ts';
import { offerPrice } from './flow.words.ts';
import { FlowScreen, WaitingScreen } from './flow-screen.tsx';
import { takenWords } from './taken-words.ts';
import { send, useFlow } from './use-flow.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${say('flow.complete.title')} · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
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

type CompleteStep = Extract<Step, { at: 'complete' }>;

function CompleteScreen({ state: { run }, step }: { state: FlowState; step: CompleteStep }) {
  const brand = useBrand();
  // Uploads the positions watched before sign-in, and stores the hint from which Home reserves
  // space.
  useResumeSync();
  const offer = run.offers.find((one) => one.id === step.packageId);
  return (
    <FlowScreen
      heading={step.signedIn ? say('flow.complete.signed_in') : say('flow.complete.heading')}
    >
      {step.signedIn || !offer ? (
        <p className="mt-4">
          {step.signedIn
            ? say('flow.complete.nothing_taken')
            : say('flow.complete.welcome', { service: brand.name })}
        </p>
      ) : (
        <div className="mt-5">
          <Notice tone="good">
            <p className="font-semibold">
              {brand.name} {offer.name}, {offerPrice(offer)}
            </p>
            <p className="mt-1">{takenWords(offer, step)}</p>
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
          {say('flow.complete.watch')}
        </a>
      </div>
      {step.signedIn ? null : (
        <p className="mt-6 text-small text-quiet">
          {sayWith(
            'flow.complete.stop',
            { number: (words) => <span className="whitespace-nowrap">{words}</span> },
            { support: brand.supportNumber },
          )}
        </p>
      )}
    </FlowScreen>
  );
}
