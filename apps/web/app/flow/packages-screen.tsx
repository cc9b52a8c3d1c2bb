import { type FormEvent, useRef } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { useBrand } from '../brand.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { RadioList } from '../design/radio-list.tsx';
import type { FlowState } from './flow.state.ts';
import { offerLabel } from './flow.words.ts';
import { FlowScreen, ProblemNotice, TermsLink, useFocusOnProblem } from './flow-screen.tsx';
import { send } from './use-flow.ts';

/** The packages (rows S2, V3). None is preselected; a viewer who returns finds their own choice. */
export function PackagesScreen({ state: { run, step, problem } }: { state: FlowState }) {
  const brand = useBrand();
  const form = useRef<HTMLFormElement>(null);
  useFocusOnProblem(problem, 'package', () => form.current?.querySelector('input'));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get('package');
    send({ type: 'package_submitted', packageId: typeof chosen === 'string' ? chosen : null });
  };

  return (
    <FlowScreen heading={`Subscribe to ${brand.name}`}>
      <ProblemNotice problem={problem} />
      <form
        ref={form}
        method="post"
        action="/enter-number"
        noValidate
        onSubmit={submit}
        className="mt-5"
      >
        {run.freeTrial ? (
          <div className="mb-5">
            <Notice tone="good">
              Your first day is FREE. After it the price is taken from your airtime until you stop.
            </Notice>
          </div>
        ) : null}
        <RadioList
          legend="Choose a package"
          name="package"
          defaultValue={run.chosen ?? undefined}
          error={problem?.field === 'package' ? problem.text : undefined}
          onChange={() => send({ type: 'package_edited' })}
          choices={run.offers.map((offer) => ({
            value: offer.id,
            label: offerLabel(offer),
            note: offer.duration,
          }))}
        />
        <div className="flow-actions">
          <Button type="submit" look="primary" wide busy={step.at !== 'packages'}>
            Submit
          </Button>
          <ButtonLink to="/" wide>
            Exit
          </ButtonLink>
        </div>
      </form>
      <TermsLink />
      <PrefetchPageLinks page="/subscribe/confirm" />
    </FlowScreen>
  );
}

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
