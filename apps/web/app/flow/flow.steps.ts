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

/** No change: the event has no meaning here. */
export function stay(state: FlowState): Transition {
  return { state, effects: [] };
}

/**
 * Navigates to a place. A forward step adds a history entry, so that the back button leads one
 * screen back.
 */
export function go(state: FlowState, place: Place | 'home', replace = false): Transition {
  return { state, effects: [{ type: 'go', place, replace }] };
}

/** The number's fields in a call, with the carrier's proof if it is of this number. */
export function numberFields(run: Run): { msisdn: string; he_msisdn?: string; he_token?: string } {
  const vouched = run.enriched?.msisdn === run.msisdn ? run.enriched : null;
  return {
    msisdn: run.msisdn,
    ...(vouched ? { he_msisdn: vouched.msisdn, he_token: vouched.token } : {}),
  };
}

/**
 * The confirm screen with a new fraud kit loading: each failed Accept and each Resend needs a new
 * one.
 */
export function showConfirm(state: FlowState, problem: Problem | null): Transition {
  const call = state.call + 1;
  const effect: Effect = { type: 'fetch_kit', call, transactionId: state.run.transactionId };
  return {
    state: { ...state, step: { at: 'confirm', kit: { state: 'loading' } }, problem, call },
    effects: [effect],
  };
}

/** The error page (row X2); a reload or Try again continues at `resume`. */
export function showFailed(state: FlowState, resume: Idle | 'accepting'): Transition {
  return {
    state: { ...state, step: { at: 'failed', resume }, problem: null, call: state.call + 1 },
    effects: [],
  };
}

/** The fraud kit in the machine's terms. */
export function readKit(reply: KitReply): Kit {
  return { state: 'ready', script: reply.s, token: reply.t, run: reply.run };
}

/**
 * Checks the number's status (row F1) without sending an OTP. `problem` is shown on the next
 * screen.
 */
export function checkStatus(state: FlowState, problem: Problem | null): Transition {
  const call = state.call + 1;
  const run: Run = {
    ...state.run,
    offers: [],
    chosen: null,
    held: null,
    override: false,
    preparedPackage: null,
    proven: false,
  };
  return {
    state: { run, step: { at: 'checking' }, problem, call },
    effects: [
      { type: 'store_values', values: { uToken: run.msisdn } },
      {
        type: 'check_status',
        call,
        body: { transaction_id: run.transactionId, ...numberFields(run) },
      },
    ],
  };
}

/** The same step with what went wrong. */
export function withProblem(state: FlowState, problem: Problem): Transition {
  return { state: { ...state, problem }, effects: [] };
}
