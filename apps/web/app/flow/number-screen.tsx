import { formatMsisdn, parseMsisdn } from '@bonisa/domain/msisdn';
import { type FormEvent, useEffect, useRef } from 'react';
import { useBrand } from '../brand.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { TextField } from '../design/text-field.tsx';
import type { FlowState } from './flow.state.ts';
import { FlowScreen, ProblemNotice, useFocusOnProblem } from './flow-screen.tsx';
import { TermsLink } from './terms-link.tsx';
import { send } from './use-flow.ts';

/** A number as its owner types it, `0821234567`; '' for none. */
function typed(msisdn: string): string {
  return msisdn && `0${msisdn.slice(2)}`;
}

/** S1, V1, X1: the number. The field is uncontrolled, so that what was typed before the script came stays. */
export function NumberScreen({ state: { run, step, problem } }: { state: FlowState }) {
  const brand = useBrand();
  const field = useRef<HTMLInputElement>(null);
  const busy = step.at !== 'number';
  const vouched = run.enriched && !run.edited ? parseMsisdn(run.enriched.msisdn) : undefined;
  useFocusOnProblem(problem, 'number', () => field.current);
  useEffect(() => {
    const input = field.current;
    if (!input || run.edited || run.transactionId === '') return;
    // Typed (or restored by the browser) before the script came: from then on it is the person's.
    if (input.value !== '' && parseMsisdn(input.value) !== run.msisdn && !input.dataset.filled) send({ type: 'number_edited' });
    else {
      input.value = typed(run.msisdn);
      input.dataset.filled = 'yes';
    }
  }, [run.msisdn, run.edited, run.transactionId]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'number_submitted', text: field.current?.value ?? '' });
  };
  const startOver = () => {
    send({ type: 'number_edited' });
    if (field.current) field.current.value = '';
    field.current?.focus();
  };

  return (
    <FlowScreen heading="Enter your mobile number">
      <ProblemNotice problem={problem} />
      <form method="post" action="/enter-number" noValidate onSubmit={submit} className="mt-5">
        {vouched ? (
          <p className="mb-4 text-heading font-semibold">
            Continue as <span className="whitespace-nowrap">{formatMsisdn(vouched)}</span>
          </p>
        ) : null}
        <TextField
          ref={field}
          label="Mobile number"
          name="msisdn"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="go"
          defaultValue={run.edited ? typed(run.msisdn) : ''}
          error={problem?.field === 'number' ? problem.text : undefined}
          onInput={() => send({ type: 'number_edited' })}
          help={<>Your {brand.carrier} number in one of these formats: 0821234567, 27821234567 or +27821234567.</>}
        />
        {vouched ? (
          <Button look="link" onClick={startOver}>
            Use another number
          </Button>
        ) : null}
        <p className="mt-4 text-small text-quiet">Looking up your number is free. Nothing is taken before you see the price and press Accept.</p>
        <div className="flow-actions">
          <Button type="submit" look="primary" wide busy={busy} busyLabel="Checking your number">
            Submit
          </Button>
          <ButtonLink to="/" wide>
            Exit
          </ButtonLink>
        </div>
      </form>
      <TermsLink />
      <noscript>
        <p className="mt-4">Signing in needs JavaScript. Please switch it on in your browser, then open this page again.</p>
      </noscript>
    </FlowScreen>
  );
}
