import { useRef } from 'react';
import { call } from '../browser/api.ts';
import { Button } from '../design/button.tsx';
import { showDialog } from '../layouts/show-dialog.ts';
import { say } from '../words/words.ts';
import { dayWords, type Holding } from './account-words.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { STANDING } from './subscription-status.tsx';
import { useAction } from './use-action.ts';

/** Paid time is served to its end; unpaid service ends at once. */
function watchableAfter({ state, paid_until, free_trial }: Holding): string {
  const isServed = state === 'trial' || state === 'active';
  if (!isServed || !paid_until) return '';
  const until = dayWords(paid_until);
  return free_trial
    ? ` ${say('account.cancel.watch_free_until', { until })}`
    : ` ${say('account.cancel.watch_until', { until })}`;
}

/** Ends the renewals (row A15), after one question that explains the consequences. */
export function CancelSubscription({
  subscription,
  onCancelled,
}: {
  subscription: Holding;
  /** Requests the viewer and the account again. Never rejects. */
  onCancelled: () => Promise<unknown>;
}) {
  const question = useRef<HTMLDialogElement>(null);
  const { busy, problem, run } = useAction();
  const cancel = async () => {
    const worked = await run(async () => {
      const { csrfToken } = await call('csrfToken');
      await call('unsubscribe', {}, { csrfToken });
      // The question stays over the account until the account is the new one: a further press
      // would reach what moves or goes.
      await onCancelled();
    });
    if (!worked) return;
    // Both are gone by now, unless the account could not be read: it says so below the question.
    question.current?.close();
    // Show and read out what holds instead.
    document.getElementById(STANDING)?.focus();
  };
  return (
    <div>
      <Button onClick={() => showDialog(question.current)}>{say('account.cancel')}</Button>
      <ConfirmDialog
        ref={question}
        title={say('account.cancel.question', { package: subscription.name })}
        problem={problem}
        answers={
          <>
            <Button look="primary" onClick={() => question.current?.close()}>
              {say('account.cancel.keep')}
            </Button>
            <Button busy={busy} busyLabel={say('account.cancel.busy')} onClick={cancel}>
              {say('account.cancel.yes')}
            </Button>
          </>
        }
      >
        <p>
          {say('account.cancel.free')}
          {watchableAfter(subscription)}
        </p>
        <p>{say('account.cancel.confirmed')}</p>
      </ConfirmDialog>
    </div>
  );
}
