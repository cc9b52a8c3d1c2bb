import type { FlowState } from './flow.state.ts';

/**
 * The screen on `/enter-number`. A run that has already gone on to another address shows the screen
 * it came from (busy) until the browser is there.
 */
export function screenAtNumber({
  run,
  step,
}: FlowState): 'number' | 'packages' | 'unblock' | 'failed' | { readonly refused: string } {
  switch (step.at) {
    case 'number':
    case 'packages':
    case 'unblock':
    case 'failed':
      return step.at;
    case 'checking':
      return 'number';
    case 'refused':
      return { refused: step.description };
    case 'sending':
      if (step.from !== 'confirm') return step.from;
  }
  if (run.held !== null || run.chosen === null) return 'number';
  return run.contentBlocked ? 'unblock' : 'packages';
}

/** The screen on `/subscribe/confirm`; `waiting` until it is known that a run has got there. */
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
    // On the way to where they lead.
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
