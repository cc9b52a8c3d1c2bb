import { failSubscribe } from './flow.accept.ts';
import type { Failure, FlowState, Problem, Transition } from './flow.state.ts';
import { showConfirm, showFailed, stay, withProblem } from './flow.steps.ts';
import { beforeAccept, noConnection, statusUnknown } from './flow.words.ts';

/** What a failed call leads to, by the step that made it. */
export function failCall(state: FlowState, failure: Failure): Transition {
  const { step } = state;
  switch (step.at) {
    case 'checking': {
      // Row X1 only where no answer is readable; otherwise the server's description (row X3), at
      // the field at fault.
      const back: FlowState = { ...state, step: { at: 'number' } };
      if (failure.kind === 'said' && failure.code === 'invalid_msisdn')
        return withProblem(back, { field: 'number', text: failure.description, retry: false });
      return withProblem(back, {
        field: null,
        text: failure.kind === 'said' ? failure.description : statusUnknown(),
        ...beforeAccept(failure, false),
      });
    }
    case 'sending': {
      if (failure.kind === 'unreadable') return showFailed(state, step.from);
      // On the confirm screen, Resend is the way to try again.
      const problem: Problem = {
        field: null,
        text: failure.kind === 'lost' ? noConnection() : failure.description,
        ...beforeAccept(failure, step.from === 'confirm'),
      };
      return step.from === 'confirm'
        ? showConfirm(state, problem)
        : { state: { ...state, step: { at: step.from }, problem }, effects: [] };
    }
    case 'confirm':
      return failKit(state, failure);
    default:
      return failSubscribe(state, failure);
  }
}

/**
 * Row X7: the server's description stays until a fraud kit has loaded, beside an earlier problem.
 */
function failKit(state: FlowState, failure: Failure): Transition {
  if (state.step.at !== 'confirm' || state.step.kit.state !== 'loading') return stay(state);
  if (failure.kind === 'unreadable') return showFailed(state, 'confirm');
  const text = failure.kind === 'lost' ? noConnection() : failure.description;
  return {
    state: { ...state, step: { at: 'confirm', kit: { state: 'failed', text } } },
    effects: [],
  };
}
