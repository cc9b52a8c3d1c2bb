import { CallError } from '@bonisa/contract/client';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useBrand } from '../brand.ts';
import { call } from '../browser/api.ts';
import { signInAddress } from '../browser/sign-in-address.ts';
import { refreshViewer, type SignedInViewer } from '../browser/viewer.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { ErrorNotice, Notice } from '../design/notice.tsx';
import { UNEXPECTED_ERROR } from '../error-screen.tsx';
import { dayWords, numberHint, renews, STATE_WORDS } from './account-words.ts';

type Subscription = NonNullable<SignedInViewer['subscription']>;

/** What a signed-in viewer has: number, package, price, until when; and how to stop. */
export function Account({ viewer }: { viewer: SignedInViewer }) {
  const { subscription } = viewer;
  return (
    <>
      <h2 className="text-heading">My account</h2>
      <dl className="facts sheet mt-3">
        <Fact term="Number">{numberHint(viewer.msisdn)}</Fact>
        {subscription ? <SubscriptionFacts subscription={subscription} /> : <Fact term="Subscription">None</Fact>}
      </dl>
      {subscription && renews(subscription.state) ? <Cancel subscription={subscription} /> : <SubscribeAgain entitled={viewer.entitled} />}
      <SignOut />
      <Help />
    </>
  );
}

function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const ending = !renews(subscription.state);
  return (
    <>
      <Fact term="Package">
        {subscription.name} · R{subscription.price}/{subscription.service_period}
      </Fact>
      <Fact term="State">{subscription.free_trial && !ending ? 'Free first day' : STATE_WORDS[subscription.state]}</Fact>
      {subscription.paid_until ? <Fact term={ending ? 'You can watch until' : 'Next payment'}>{dayWords(subscription.paid_until)}</Fact> : null}
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Ends the renewals, after one clear question. */
function Cancel({ subscription }: { subscription: Subscription }) {
  const question = useRef<HTMLDialogElement>(null);
  const { busy, problem, run } = useAction();
  const [done, setDone] = useState(false);
  const cancel = () =>
    run(async () => {
      const { csrfToken } = await call('csrfToken');
      await call('unsubscribe', {}, { csrfToken });
      await refreshViewer();
      setDone(true);
      question.current?.close();
    });
  if (done) return <Cancelled />;
  return (
    <div className="mt-4">
      <Button onClick={() => question.current?.showModal()}>Cancel subscription</Button>
      <dialog ref={question} className="question" aria-labelledby="cancel-question">
        <h2 id="cancel-question" className="text-heading">
          Cancel your {subscription.name} subscription?
        </h2>
        <p className="mt-2">
          No more airtime will be taken.
          {subscription.paid_until ? ` You can go on watching until ${dayWords(subscription.paid_until)}.` : ''}
        </p>
        {problem ? (
          <div className="mt-3">
            <ErrorNotice>{problem}</ErrorNotice>
          </div>
        ) : null}
        <div className="mt-5 flex flex-wrap gap-3">
          <Button look="primary" onClick={() => question.current?.close()}>
            Keep it
          </Button>
          <Button busy={busy} busyLabel="Cancelling" onClick={cancel}>
            Yes, cancel
          </Button>
        </div>
      </dialog>
    </div>
  );
}

function Cancelled() {
  return (
    <div className="mt-4" role="status">
      <Notice tone="good">Your subscription is cancelled. No more airtime will be taken.</Notice>
    </div>
  );
}

function SubscribeAgain({ entitled }: { entitled: boolean }) {
  return (
    <div className="mt-4 grid gap-4">
      {entitled ? (
        <Notice tone="good">Your subscription is cancelled and no more airtime will be taken. What is paid for can still be watched.</Notice>
      ) : null}
      <div>
        <ButtonLink look="primary" to={signInAddress('/profile')}>
          Subscribe again
        </ButtonLink>
      </div>
    </div>
  );
}

function SignOut() {
  const { busy, problem, run } = useAction();
  const navigate = useNavigate();
  const signOut = () =>
    run(async () => {
      await call('signOut', {});
      await refreshViewer();
      await navigate('/');
    });
  return (
    <div className="mt-4">
      <Button busy={busy} busyLabel="Logging out" onClick={signOut}>
        Log Out
      </Button>
      {problem ? (
        <div className="mt-3">
          <ErrorNotice>{problem}</ErrorNotice>
        </div>
      ) : null}
    </div>
  );
}

function Help() {
  const brand = useBrand();
  return (
    <section className="mt-10">
      <h2 className="text-heading">Help</h2>
      <p className="mt-2">
        Call{' '}
        <a className="text-link" href={`tel:${brand.supportNumber.replace(/\s/g, '')}`}>
          {brand.supportNumber}
        </a>
        {brand.supportEmail ? (
          <>
            {' '}
            or write to{' '}
            <a className="text-link" href={`mailto:${brand.supportEmail}`}>
              {brand.supportEmail}
            </a>
          </>
        ) : null}
        .
      </p>
      <p className="mt-2">
        <Link to="/terms-and-conditions" className="text-link inline-flex min-h-11 items-center">
          Read our Terms
        </Link>
      </p>
    </section>
  );
}

/** One thing at a time: busy while it runs, and the server's own words (X3) or the plain ones (X2) when it fails. */
function useAction() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (act: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem((error instanceof CallError && error.description) || UNEXPECTED_ERROR);
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, run };
}
