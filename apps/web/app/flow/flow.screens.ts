import type { FlowState } from './flow.state.ts';

/**
 * The screen on `/enter-number`. While the browser moves to the next address, the previous screen
 * stays visible (busy).
 */
export function screenAtNumber({
  run,
  step,
}: FlowState):
  | 'number'
  | 'packages'
  | 'unblock'
  | 'failed'
  | 'waiting'
  | { readonly refused: string } {
  switch (step.at) {
    case 'number':
    case 'packages':
    case 'unblock':
    case 'failed':
      return step.at;
    case 'recalling':
      return 'waiting';
    case 'checking':
      return run.again === null ? 'number' : 'waiting';
    case 'refused':
      return { refused: step.description };
    case 'sending':
      // A package that is taken again asks for neither number nor choice.
      if (step.from !== 'confirm')
        return run.again === null || step.from === 'unblock' ? step.from : 'waiting';
  }
  if (run.again !== null) return 'waiting';
  if (run.held !== null || run.chosen === null) return 'number';
  return run.contentBlocked ? 'unblock' : 'packages';
}

/** The screen on `/subscribe/confirm`; `waiting` until the run has reached it. */
export function screenAtConfirm({
  step,
}: FlowState):
  | 'confirm'
  | 'unsure'
  | 'pending'
  | 'failed'
  | 'waiting'
  | { readonly refused: string } {
  switch (step.at) {
    case 'confirm':
    case 'accepting':
    case 'declining':
    // Shown until the browser has left the page.
    case 'complete':
    case 'left':
      return 'confirm';
    case 'sending':
      return step.from === 'confirm' ? 'confirm' : 'waiting';
    case 'unsure':
    case 'pending':
    case 'failed':
      return step.at;
    case 'refused':
      return { refused: step.description };
    default:
      return 'waiting';
  }
}
