import { type ReactNode, useEffect, useRef } from 'react';
import { href, Link } from 'react-router';
import { Button, ButtonLink } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { StepBand } from '../design/step-band.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { say, sayWith } from '../words/words.ts';
import type { CameFor } from './came-for.ts';
import type { FlowStep, Problem } from './flow.state.ts';
import { send } from './use-flow.ts';

let screensShown = 0;

/**
 * The layout of a flow screen: the step band, a heading that receives the focus when this screen
 * replaces another, and the screen's content.
 */
export function FlowScreen({
  heading,
  step,
  children,
}: {
  heading: string;
  /** The screen's place among those of this subscription. */
  step?: FlowStep | undefined;
  children: ReactNode;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Not on the first screen: after a page load the browser places the focus.
    if (screensShown > 0) title.current?.focus();
    screensShown += 1;
  }, []);
  return (
    <div className="flow">
      <StepBand />
      <div className="flow-column">
        {step ? <p className="flow-step">{say('flow.step', step)}</p> : null}
        <h1 ref={title} tabIndex={-1} className="text-title outline-none">
          {heading}
        </h1>
        {children}
      </div>
    </div>
  );
}

/**
 * What the viewer came for. `freeTrial`: whether the first day is free with each package that can
 * still be chosen; not given while the number is not known.
 */
export function CameForTitle({
  cameFor,
  freeTrial,
}: {
  cameFor: CameFor | undefined;
  freeTrial?: boolean;
}) {
  if (!cameFor) return null;
  return (
    <div className="flow-title">
      <img srcSet={cameFor.srcSet} sizes="7rem" alt="" width="160" height="90" />
      <p>
        <strong lang={proseLanguage()}>{cameFor.title}</strong>
        {freeTrial === undefined ? <span>{say('flow.trial_for_new')}</span> : null}
        {freeTrial ? <span>{say('flow.trial')}</span> : null}
      </p>
    </div>
  );
}

/**
 * A problem that belongs to no field, brought into sight. Receives the focus if the focused button
 * was removed or disabled.
 */
export function ProblemNotice({
  problem,
  children,
}: {
  problem: Problem | null;
  /** What can be done about it. */
  children?: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const text = problem?.text;
  useEffect(() => {
    if (text === undefined) return;
    // On a small phone the pressed button is a screen below.
    place.current?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement?.matches('body, :disabled')) place.current?.focus();
  }, [text]);
  if (!problem || problem.field !== null) return null;
  return (
    <div ref={place} tabIndex={-1} className="mt-5 grid justify-items-start gap-3 outline-none">
      <ErrorNotice>{problem.text}</ErrorNotice>
      {problem.more ? <p>{problem.more}</p> : null}
      {children}
      {problem.retry ? (
        <Button onClick={() => send({ type: 'retried' })}>{say('try_again')}</Button>
      ) : null}
    </div>
  );
}

/** Focuses the field with the problem. */
export function useFocusOnProblem(
  problem: Problem | null,
  field: Problem['field'],
  find: () => HTMLElement | null | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new problem is the reason to move the focus, not a new function
  useEffect(() => {
    if (problem?.field === field) find()?.focus();
  }, [problem]);
}

/** A number that cannot subscribe; the server gives the reason. */
export function RefusedScreen({ description }: { description: string }) {
  return (
    <FlowScreen heading={say('flow.refused')}>
      <div className="mt-5">
        <ErrorNotice>{description}</ErrorNotice>
      </div>
      <div className="flow-actions">
        <ButtonLink to="/" look="primary" wide>
          {say('flow.exit')}
        </ButtonLink>
      </div>
    </FlowScreen>
  );
}

/**
 * Rendered by the server and at the first paint, where only the browser knows the flow's progress.
 */
export function WaitingScreen() {
  return (
    <FlowScreen heading={say('one_moment')}>
      <p className="mt-4 text-quiet">{say('flow.waiting')}</p>
      <noscript>
        <p className="mt-4">{say('flow.no_script')}</p>
      </noscript>
    </FlowScreen>
  );
}

/** The words of a link to another number. */
export function ChangeNumber() {
  return sayWith('flow.change_number', {
    more: (words) => <span className="sr-only">{words}</span>,
  });
}

/** The link to the terms (rows S1, S2). */
export function TermsLink() {
  return (
    <p className="flow-foot">
      <Link
        to={href('/terms-and-conditions')}
        className="text-link inline-flex min-h-11 items-center"
      >
        {say('terms_and_conditions')}
      </Link>
    </p>
  );
}
