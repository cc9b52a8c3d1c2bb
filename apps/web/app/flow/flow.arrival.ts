import { askForAnswer } from './flow.accept.ts';
import type { FlowState, Idle, Place, Transition } from './flow.state.ts';
import { go, showConfirm, stay } from './flow.steps.ts';
import { safeReturn } from './safe-return.ts';

/** What the flow writes into an entry of the browser's history, to know it again. */
export interface Mark {
  readonly transactionId: string;
  readonly place: Place;
}

/** The flow's own mark in a history entry; `undefined` for anything else. */
export function readMark(state: unknown): Mark | undefined {
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

/**
 * Where somebody has come to: an address of the flow by a link, a reload, or the browser's back and
 * forward buttons.
 */
export interface Address {
  readonly pathname: string;
  readonly search: string;
  readonly state: unknown;
}

/**
 * What an address means: a place of the run that is under way, or `{returnTo}`: a new run is to be
 * opened.
 */
export function readAddress(
  address: Address,
  state: FlowState,
): { readonly place: Place } | { readonly returnTo: string } {
  if (address.pathname.startsWith('/subscribe/confirm')) return { place: 'confirm' };
  if (address.pathname.startsWith('/subscribe/complete')) return { place: 'complete' };
  const mark = readMark(address.state);
  if (mark && isUnderWay(state) && mark.transactionId === state.run.transactionId)
    return { place: mark.place };
  // A new run beside an answer about money that is outstanding could pay twice.
  if (isMoneyUnderWay(state)) return { place: 'number' };
  return { returnTo: safeReturn(new URLSearchParams(address.search).get('return')) };
}

/** Whether there is a run that may be gone on with. */
function isUnderWay(state: FlowState): boolean {
  return state.run.transactionId !== '' && state.step.at !== 'left';
}

/** Whether an Accept is out whose answer is not known yet. */
export function isMoneyUnderWay({ step }: FlowState): boolean {
  if (step.at === 'failed') return step.resume === 'accepting';
  return (
    step.at === 'accepting' ||
    step.at === 'unsure' ||
    (step.at === 'pending' && step.waitsFor !== 'person')
  );
}

/**
 * The person has come to a place of this run: shown if the run has got that far, else sent to where
 * it stands.
 */
export function arrive(state: FlowState, place: Place): Transition {
  switch (state.step.at) {
    case 'complete':
      // Never back into what is done.
      return place === 'complete' ? stay(state) : go(state, 'complete', true);
    case 'accepting':
    case 'unsure':
    case 'declining':
    case 'pending':
      // An answer about money is outstanding: it is waited for where it will be shown.
      return place === 'confirm' ? stay(state) : leadTo(state, 'confirm');
    case 'left':
      return leadTo(state, place === 'complete' ? 'home' : 'number');
    case 'refused':
      return place === 'number' ? show(state, 'number') : leadTo(state, 'number');
    default:
      return place === 'complete' ? leadTo(state, 'home') : arriveAtStep(state, place);
  }
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
  if (place === 'confirm' && run.chosen && run.readied === run.chosen)
    return showConfirm(state, null);
  return leadTo({ ...state, step: { at: 'number' }, problem: null }, 'number');
}

/** Shows an earlier or later screen; an answer that is still outstanding counts no more. */
function show(state: FlowState, at: 'number' | 'packages' | 'unblock'): Transition {
  return { state: { ...state, step: { at }, problem: null, call: state.call + 1 }, effects: [] };
}

function leadTo(state: FlowState, place: Place | 'home'): Transition {
  return { state, effects: [{ type: 'go', place, replace: true }] };
}

/**
 * Goes on with a state that was kept over a reload, or that failed: what had no answer yet is asked
 * for again where money may be under way, else the person finds the screen from which it was asked.
 */
export function resume(state: FlowState): Transition {
  const { step } = state;
  switch (step.at) {
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
        ? askForAnswer({ ...state, step: { ...step, polls: -1 } })
        : askForAnswer(state);
    default:
      return stay(state);
  }
}

/** Asks again whose number the network carries, where that was not heard before the reload. */
function enrichAgain({ state, effects }: Transition): Transition {
  const { transactionId, enriched } = state.run;
  return {
    state,
    effects: transactionId && !enriched ? [...effects, { type: 'enrich', transactionId }] : effects,
  };
}

function resumeAt(state: FlowState, at: Idle | 'accepting'): Transition {
  if (at === 'accepting') return askForAnswer({ ...state, step: { at: 'accepting' } });
  return at === 'confirm' ? showConfirm(state, null) : show(state, at);
}
