import { withoutPlay } from '../watch/starts-playing.ts';
import { submitAccept } from './flow.accept.ts';
import type { FlowState, Idle, Place, Transition } from './flow.state.ts';
import { showConfirm, stay } from './flow.steps.ts';
import { flowReturn } from './flow-return.ts';

/** The flow's data in a history entry of the browser. */
export interface HistoryMark {
  readonly transactionId: string;
  readonly place: Place;
}

/** Reads the flow's mark from a history entry; `undefined` for any other state. */
export function readHistoryMark(state: unknown): HistoryMark | undefined {
  if (
    typeof state !== 'object' ||
    state === null ||
    !('transactionId' in state) ||
    !('place' in state)
  )
    return undefined;
  const { transactionId, place } = state;
  const known =
    place === 'number' ||
    place === 'packages' ||
    place === 'unblock' ||
    place === 'confirm' ||
    place === 'complete';
  return typeof transactionId === 'string' && known ? { transactionId, place } : undefined;
}

/** Whether a history entry was made by a press of 'Subscribe again' (`SUBSCRIBE_AGAIN`). */
export function isAgain(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'again' in state;
}

/**
 * An address of the flow that the viewer reached by a link, a reload, or the back and forward
 * buttons.
 */
export interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly state: unknown;
}

/**
 * Whether the browser has come back into a run that has ended: its history entry bears the mark of
 * another run. A viewer who is signed in has nothing left to do there.
 */
export function isOfEndedRun(address: Address, state: FlowState): boolean {
  const mark = readHistoryMark(address.state);
  return mark !== undefined && mark.transactionId !== state.run.transactionId;
}

/** The meaning of an address: a place in the current run, or `{returnTo}` to open a new run. */
export function readAddress(
  address: Address,
  state: FlowState,
): { readonly place: Place } | { readonly returnTo: string; readonly again: boolean } {
  if (address.pathname.startsWith('/subscribe/confirm')) return { place: 'confirm' };
  if (address.pathname.startsWith('/subscribe/complete')) return { place: 'complete' };
  const mark = readHistoryMark(address.state);
  if (mark && isUnderWay(state) && mark.transactionId === state.run.transactionId)
    return { place: mark.place };
  // While an answer about money is outstanding, a new run could pay twice.
  if (isMoneyUnderWay(state)) return { place: 'number' };
  return {
    returnTo: flowReturn(new URLSearchParams(address.search).get('return')),
    again: isAgain(address.state),
  };
}

/** Whether a run exists that can continue. */
function isUnderWay(state: FlowState): boolean {
  return state.run.transactionId !== '' && state.step.at !== 'left';
}

/** Whether an Accept was sent whose outcome is unknown. */
export function isMoneyUnderWay({ step }: FlowState): boolean {
  if (step.at === 'failed') return step.resume === 'accepting';
  return (
    step.at === 'accepting' ||
    step.at === 'unsure' ||
    (step.at === 'pending' && step.waitsFor !== 'person')
  );
}

/**
 * Handles the arrival at a place of this run: shows it if the run has reached it, else redirects to
 * the run's current place.
 */
export function arrive(state: FlowState, place: Place): Transition {
  switch (state.step.at) {
    case 'complete':
      // A completed run cannot be reopened: Back leads out of it, and nothing is announced twice.
      return place === 'complete'
        ? stay(state)
        : leaveCompleted(state, withoutPlay(state.run.returnTo));
    case 'accepting':
    case 'unsure':
    case 'declining':
    case 'pending':
      // An answer about money is outstanding: wait on the screen that will show it.
      return place === 'confirm' ? stay(state) : leadTo(state, 'confirm');
    case 'left':
      return leadTo(state, place === 'complete' ? 'home' : 'number');
    case 'refused':
      return place === 'number' ? show(state, 'number') : leadTo(state, 'number');
    default:
      return place === 'complete' ? leadTo(state, 'home') : arriveAtStep(state, place);
  }
}

/** Ends a completed run, whose last screen is then never shown again. */
export function leaveCompleted(state: FlowState, to = state.run.returnTo): Transition {
  return {
    state: { ...state, step: { at: 'left' }, problem: null },
    effects: [{ type: 'return', to }],
  };
}

function arriveAtStep(state: FlowState, place: Exclude<Place, 'complete'>): Transition {
  const { run, step } = state;
  const at =
    step.at === 'failed'
      ? step.resume
      : step.at === 'sending'
        ? step.from
        : step.at === 'checking'
          ? 'number'
          : step.at;
  if (at === place) return stay(state);
  if (place === 'number' && run.transactionId) return show(state, 'number');
  const choosing = run.offers.length > 0 && run.held === null;
  if (place === 'packages' && choosing) return show(state, 'packages');
  if (place === 'unblock' && choosing && run.chosen && run.contentBlocked)
    return show(state, 'unblock');
  if (place === 'confirm' && run.chosen && run.preparedPackage === run.chosen)
    return showConfirm(state, null);
  return leadTo({ ...state, step: { at: 'number' }, problem: null }, 'number');
}

/** Shows an earlier or later screen; an outstanding answer is ignored from now on. */
function show(state: FlowState, at: 'number' | 'packages' | 'unblock'): Transition {
  return { state: { ...state, step: { at }, problem: null, call: state.call + 1 }, effects: [] };
}

function leadTo(state: FlowState, place: Place | 'home'): Transition {
  return { state, effects: [{ type: 'go', place, replace: true }] };
}

/**
 * Continues a state that was stored before a reload, or that failed. Where money may be under way,
 * requests the outstanding answer again; otherwise shows the screen from which the call was made.
 */
export function resume(state: FlowState): Transition {
  const { step } = state;
  switch (step.at) {
    case 'recalling':
      return recall(state);
    case 'number':
    case 'checking':
      return enrichAgain(show(state, 'number'));
    case 'sending':
      return resumeAt(state, step.from);
    case 'failed':
      return resumeAt(state, step.resume);
    case 'confirm':
    case 'declining':
      return resumeAt(state, 'confirm');
    case 'accepting':
    case 'unsure':
      return resumeAt(state, 'accepting');
    case 'pending':
      return step.waitsFor === 'person'
        ? submitAccept({ ...state, step: { ...step, polls: -1 } })
        : submitAccept(state);
    default:
      return stay(state);
  }
}

/** Finds who takes a package again, and by which proof. */
export function recall(state: FlowState): Transition {
  return {
    state: { ...state, step: { at: 'recalling' }, problem: null, call: state.call + 1 },
    effects: [{ type: 'recall', transactionId: state.run.transactionId }],
  };
}

/** Requests the network's number again where no answer came before the reload. */
function enrichAgain({ state, effects }: Transition): Transition {
  const { transactionId, enriched } = state.run;
  return {
    state,
    effects: transactionId && !enriched ? [...effects, { type: 'enrich', transactionId }] : effects,
  };
}

function resumeAt(state: FlowState, at: Idle | 'accepting'): Transition {
  if (at === 'accepting') return submitAccept({ ...state, step: { at: 'accepting' } });
  return at === 'confirm' ? showConfirm(state, null) : show(state, at);
}
