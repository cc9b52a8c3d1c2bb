import { formatMsisdn, parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import { type FormEvent, useRef } from 'react';
import { Link, PrefetchPageLinks } from 'react-router';
import { useBrand } from '../brand.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { RadioList } from '../design/radio-list.tsx';
import { say, sayWith } from '../words/words.ts';
import type { CameFor } from './came-for.ts';
import type { HistoryMark } from './flow.arrival.ts';
import { type FlowState, flowStep, isFreeAtFirst, type Offer, type Run } from './flow.state.ts';
import { offerComesTo, offerPrice } from './flow.words.ts';
import {
  CameForTitle,
  ChangeNumber,
  FlowScreen,
  ProblemNotice,
  TermsLink,
  useFocusOnProblem,
} from './flow-screen.tsx';
import { send } from './use-flow.ts';

/** The packages (rows S2, V3). None is preselected; a viewer who returns finds their own choice. */
export function PackagesScreen({
  state: { run, step, problem },
  cameFor,
}: {
  state: FlowState;
  cameFor: CameFor | undefined;
}) {
  const brand = useBrand();
  const allFree = run.offers.every(isFreeAtFirst);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnProblem(problem, 'package', () => form.current?.querySelector('input'));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get('package');
    send({ type: 'package_submitted', packageId: typeof chosen === 'string' ? chosen : null });
  };

  return (
    <FlowScreen
      heading={say('flow.packages.heading', { service: brand.name })}
      step={flowStep(run, 'packages')}
    >
      <CameForTitle cameFor={cameFor} freeTrial={allFree} />
      <ProblemNotice problem={problem} />
      <form
        ref={form}
        method="post"
        action="/enter-number"
        noValidate
        onSubmit={submit}
        className="mt-5"
      >
        {allFree ? (
          <div className="mb-5">
            <Notice tone="good">{say('flow.packages.trial')}</Notice>
          </div>
        ) : null}
        <RadioList
          legend={say('flow.packages.choose')}
          name="package"
          defaultValue={run.chosen ?? undefined}
          error={problem?.field === 'package' ? problem.text : undefined}
          onChange={() => send({ type: 'package_edited' })}
          choices={run.offers.map((offer) => ({
            value: offer.id,
            label: <OfferLabel offer={offer} />,
            note: noteOf(offer, allFree),
          }))}
        />
        <OfNumber run={run} />
        <div className="flow-actions">
          <Button type="submit" look="primary" wide busy={step.at !== 'packages'}>
            {say('flow.submit')}
          </Button>
          <ButtonLink to="/" wide>
            {say('flow.exit')}
          </ButtonLink>
        </div>
      </form>
      <TermsLink />
      <PrefetchPageLinks page="/subscribe/confirm" />
    </FlowScreen>
  );
}

/** What an offer comes to; its free first day where not all of them have one. */
export function noteOf(offer: Offer, allFree: boolean): string {
  const comesTo = offerComesTo(offer);
  return isFreeAtFirst(offer) && !allFree ? `${comesTo} · ${say('flow.first_day_free')}` : comesTo;
}

/** `Daily (R5.00/day)` (row S2), the price at the right in a column of its own. */
export function OfferLabel({ offer }: { offer: Offer }) {
  return (
    <span className="choice-offer">
      <span>{offer.name}</span>{' '}
      <span className="choice-price">
        <i>(</i>
        {offerPrice(offer)}
        <i>)</i>
      </span>
    </span>
  );
}

/** Whose packages these are, with the way to another number. */
function OfNumber({ run }: { run: Run }) {
  const number = parseMsisdn(run.msisdn);
  if (!number) return null;
  const mark: HistoryMark = { transactionId: run.transactionId, place: 'number' };
  return (
    <p className="mt-3">
      {sayWith(
        'flow.packages.for_number',
        { number: (words) => <strong className="whitespace-nowrap">{words}</strong> },
        { msisdn: formatMsisdn(number) },
      )}{' '}
      <Link to="/enter-number" state={mark} className="text-link py-3 whitespace-nowrap">
        <ChangeNumber />
      </Link>
    </p>
  );
}

/** The content settings of the number (rows S4, F6). */
export function UnblockScreen({ state: { step, problem } }: { state: FlowState }) {
  const brand = useBrand();
  const busy = step.at !== 'unblock';
  return (
    <FlowScreen heading={say('flow.unblock.heading')}>
      <ProblemNotice problem={problem} />
      <p className="mt-4 text-heading">{say('flow.unblock.blocked')}</p>
      <p className="mt-3">{say('flow.unblock.accept', { service: brand.name })}</p>
      <p className="mt-3">{say('flow.unblock.decline')}</p>
      <div className="flow-actions">
        <Button look="primary" wide busy={busy} onClick={() => send({ type: 'unblock_accepted' })}>
          {say('flow.accept')}
        </Button>
        <Button wide disabled={busy} onClick={() => send({ type: 'unblock_declined' })}>
          {say('flow.decline')}
        </Button>
      </div>
    </FlowScreen>
  );
}
