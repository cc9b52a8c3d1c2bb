import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { StepBand } from '../design/step-band.tsx';
import type { Problem } from './flow.state.ts';
import { send } from './use-flow.ts';

let screensShown = 0;

/**
 * The layout of a flow screen: the step band, a heading that receives the focus when this screen
 * replaces another, and the screen's content.
 */
export function FlowScreen({ heading, children }: { heading: string; children: ReactNode }) {
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
        <h1 ref={title} tabIndex={-1} className="text-title outline-none">
          {heading}
        </h1>
        {children}
      </div>
    </div>
  );
}

/**
 * A problem that belongs to no field. Receives the focus if the focused button was removed or
 * disabled.
 */
export function ProblemNotice({ problem }: { problem: Problem | null }) {
  const place = useRef<HTMLDivElement>(null);
  const text = problem?.text;
  useEffect(() => {
    if (text !== undefined && document.activeElement?.matches('body, :disabled'))
      place.current?.focus();
  }, [text]);
  if (!problem || problem.field !== null) return null;
  return (
    <div ref={place} tabIndex={-1} className="mt-5 grid justify-items-start gap-3 outline-none">
      <ErrorNotice>{problem.text}</ErrorNotice>
      {problem.retry ? <Button onClick={() => send({ type: 'retried' })}>Try again</Button> : null}
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
