import { formatMsisdn, parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import { type FormEvent, useEffect, useRef } from 'react';
import { isFirstDayFree, useSite } from '../brand.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { TextField } from '../design/text-field.tsx';
import { LanguageChoice } from '../words/language-choice.tsx';
import { say, sayWith } from '../words/words.ts';
import type { CameFor } from './came-for.ts';
import { asTyped, type FlowState } from './flow.state.ts';
import {
  CameForTitle,
  FlowScreen,
  ProblemNotice,
  TermsLink,
  useFocusOnProblem,
} from './flow-screen.tsx';
import { send } from './use-flow.ts';

/** Whose numbers fit, and how they are written. `carrier`: '' where the brand names none. */
export const numberHelp = (carrier: string): string =>
  say('flow.number.help', { carrier: carrier || say('flow.number.your_network') });

/**
 * The number (rows S1, V1, X1). The field is uncontrolled, so that text typed before hydration
 * stays.
 */
export function NumberScreen({
  state: { run, step, problem },
  cameFor,
}: {
  state: FlowState;
  cameFor: CameFor | undefined;
}) {
  const { brand, packages, plainSignUp } = useSite();
  const field = useRef<HTMLInputElement>(null);
  const busy = step.at !== 'number';
  const vouched = run.enriched && run.typed === null ? parseMsisdn(run.enriched.msisdn) : undefined;
  useFocusOnProblem(problem, 'number', () => field.current);
  const started = useRef(false);
  const wanted = run.typed ?? asTyped(run.msisdn);
  useEffect(() => {
    const input = field.current;
    if (!input || run.transactionId === '') return;
    const before = started.current ? '' : input.value;
    started.current = true;
    // Text typed before hydration is the viewer's own.
    if (before !== '' && before !== wanted) send({ type: 'number_edited', text: before });
    // Never fill a field that has the focus: a late suggestion would mix with the typed text.
    else if (input.value !== wanted && document.activeElement !== input) input.value = wanted;
  }, [wanted, run.transactionId]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'number_submitted', text: field.current?.value ?? '' });
  };
  const startOver = () => {
    send({ type: 'number_edited', text: '' });
    if (!field.current) return;
    field.current.value = '';
    field.current.focus();
  };

  return (
    <FlowScreen
      heading={say('flow.number.heading')}
      step={vouched ? undefined : { step: 1, of: 3 }}
    >
      <CameForTitle cameFor={cameFor} {...(isFirstDayFree(packages) ? {} : { freeTrial: false })} />
      {packages.length === 0 ? <p className="mt-4">{say('problem.opens_soon')}</p> : null}
      <ProblemNotice problem={problem} />
      <form method="post" action="/enter-number" noValidate onSubmit={submit} className="mt-5">
        <TextField
          ref={field}
          label={say('flow.number.label')}
          name="msisdn"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="go"
          error={problem?.field === 'number' ? problem.text : undefined}
          remedy={problem?.field === 'number' ? problem.more : undefined}
          onInput={(event) => send({ type: 'number_edited', text: event.currentTarget.value })}
          help={numberHelp(brand.carrier)}
        />
        {/* Fixed height, so that nothing moves when the network's number arrives. */}
        <div className="mt-4 min-h-12">
          {vouched ? (
            <p>
              {sayWith(
                'flow.number.continue',
                {
                  number: (words) => <strong className="whitespace-nowrap">{words}</strong>,
                  other: (words) => (
                    <button type="button" className="text-link -my-3 py-3" onClick={startOver}>
                      {words}
                    </button>
                  ),
                },
                { msisdn: formatMsisdn(vouched) },
              )}
            </p>
          ) : (
            <p className="text-small text-quiet">{say('flow.number.free')}</p>
          )}
        </div>
        <div className="flow-actions">
          <Button
            type="submit"
            look="primary"
            wide
            busy={busy}
            busyLabel={say('flow.number.checking')}
          >
            {say('flow.submit')}
          </Button>
          <ButtonLink to="/" wide>
            {say('flow.exit')}
          </ButtonLink>
        </div>
      </form>
      <TermsLink />
      <LanguageChoice />
      {/* React leaves alone what is in it, so its words belong to no script. */}
      <noscript>
        {import.meta.env.SSR ? (
          <p className="mt-4">
            {plainSignUp ? say('flow.plain.can') : say('flow.number.no_script')}
          </p>
        ) : null}
      </noscript>
    </FlowScreen>
  );
}
