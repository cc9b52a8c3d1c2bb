import { useRef, useState } from 'react';
import { call } from '../browser/api.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { dayWords, type Holding } from './account-words.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { STANDING } from './subscription-status.tsx';
import { useAction } from './use-action.ts';

/** Paid time is served to its end; unpaid service ends at once. */
function watchableAfter({ state, paid_until, free_trial }: Holding): string {
  const isServed = state === 'trial' || state === 'active';
  if (!isServed || !paid_until) return '';
  const free = free_trial ? ', free' : '';
  return ` You can go on watching until ${dayWords(paid_until)}${free}.`;
}

/** Ends the renewals (row A15), after one question that explains the consequences. */
export function CancelSubscription({
  subscription,
  onCancelled,
}: {
  subscription: Holding;
  /** Requests the viewer and the account again. */
  onCancelled: () => Promise<unknown>;
}) {
  const question = useRef<HTMLDialogElement>(null);
  const { busy, problem, run } = useAction();
  const [done, setDone] = useState(false);
  const cancel = async () => {
    const worked = await run(async () => {
      const { csrfToken } = await call('csrfToken');
      await call('unsubscribe', {}, { csrfToken });
    });
    if (!worked) return;
    question.current?.close();
    setDone(true);
    await onCancelled();
    // The button and its notice are gone by now: show and read out what holds instead.
    document.getElementById(STANDING)?.focus();
  };
  if (done) {
    return (
      <div role="status">
        <Notice tone="good">Your subscription is cancelled. No more airtime will be taken.</Notice>
      </div>
    );
  }
  return (
    <div>
      <Button onClick={() => question.current?.showModal()}>Cancel subscription</Button>
      <ConfirmDialog
        ref={question}
        title={`Cancel your ${subscription.name} subscription?`}
        problem={problem}
        answers={
          <>
            <Button look="primary" onClick={() => question.current?.close()}>
              Keep it
            </Button>
            <Button busy={busy} busyLabel="Cancelling" onClick={cancel}>
              Yes, cancel
            </Button>
          </>
        }
      >
        <p>
          No more airtime will be taken, and cancelling costs nothing.
          {watchableAfter(subscription)}
        </p>
        <p>
          You get a message that confirms it. You can subscribe again at any time; your list stays
          as it is.
        </p>
      </ConfirmDialog>
    </div>
  );
}
