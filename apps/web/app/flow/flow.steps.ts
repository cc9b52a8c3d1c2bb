import type {
  Effect,
  FlowState,
  Idle,
  Kit,
  KitReply,
  Place,
  Problem,
  Run,
  Transition,
} from './flow.state.ts';

/** Nothing happens: an event that means nothing here. */
export function stay(state: FlowState): Transition {
  return { state, effects: [] };
}

/**
 * Shows a place. Moving on makes a new entry in the browser's history, so that its back button
 * leads one screen back.
 */
export function go(state: FlowState, place: Place | 'home', replace = false): Transition {
  return { state, effects: [{ type: 'go', place, replace }] };
}

/** The number as calls name it; the carrier's proof goes along where it is of this number. */
export function who(run: Run): { msisdn: string; he_msisdn?: string; he_token?: string } {
  const vouched = run.enriched?.msisdn === run.msisdn ? run.enriched : null;
  return {
    msisdn: run.msisdn,
    ...(vouched ? { he_msisdn: vouched.msisdn, he_token: vouched.token } : {}),
  };
}

/**
 * The confirm screen with a new fraud kit on its way: each failed Accept and each Resend wants a
 * new one.
 */
export function showConfirm(state: FlowState, problem: Problem | null): Transition {
  const call = state.call + 1;
  const effect: Effect = { type: 'fetch_kit', call, transactionId: state.run.transactionId };
  return {
    state: { ...state, step: { at: 'confirm', kit: { state: 'loading' } }, problem, call },
    effects: [effect],
  };
}

/** X2: the error page; a reload or Try again goes on at `resume`. */
export function showFailed(state: FlowState, resume: Idle | 'accepting'): Transition {
  return {
    state: { ...state, step: { at: 'failed', resume }, problem: null, call: state.call + 1 },
    effects: [],
  };
}

/** The kit as the page runs it. */
export function readKit(reply: KitReply): Kit {
  return { state: 'ready', script: reply.s, token: reply.t, run: reply.run };
}

/**
 * F1: only looks; nothing is sent to the handset yet. `problem` is what led here, to be said on the
 * next screen.
 */
export function look(state: FlowState, problem: Problem | null): Transition {
  const call = state.call + 1;
  const run: Run = {
    ...state.run,
    offers: [],
    chosen: null,
    held: null,
    override: false,
    readied: null,
    proven: false,
  };
  return {
    state: { run, step: { at: 'checking' }, problem, call },
    effects: [
      { type: 'keep', values: { uToken: run.msisdn } },
      { type: 'check_status', call, body: { transaction_id: run.transactionId, ...who(run) } },
    ],
  };
}
