import { PAYMENT_BEING_CONFIRMED } from '@bonisa/domain/money/charge';
import { readTypedCode } from '@bonisa/domain/numbers/typed-code';
import { activePackage } from './active-package.ts';
import {
  chosenOffer,
  type Effect,
  type Failure,
  type FlowState,
  isFreeAtFirst,
  type Problem,
  type Run,
  type SubscribeReply,
  type Transition,
} from './flow.state.ts';
import { checkStatus, go, numberFields, showConfirm, showFailed, stay } from './flow.steps.ts';
import { afterAccept, checkCode, describeFailure, invalidOtp } from './flow.words.ts';

/**
 * Seconds between status polls of a payment that is being confirmed: short at first, since a person
 * is waiting.
 */
const POLL_AFTER_S = [3, 5, 8, 12, 20, 30, 30, 60, 60, 60];

/**
 * Sends Accept (rows F4, V2). Ignores a press before the fraud kit has loaded or while another
 * Accept is in flight.
 */
export function sendAccept(
  state: FlowState,
  press: { otp: string; fraudToken: string },
): Transition {
  if (state.step.at !== 'confirm' || state.step.kit.state !== 'ready') return stay(state);
  const otp = state.run.proven ? '' : readTypedCode(press.otp);
  if (otp === undefined) {
    const problem = { field: 'otp', text: invalidOtp(), more: checkCode(), retry: false } as const;
    return { state: { ...state, problem }, effects: [] };
  }
  return submitAccept({
    ...state,
    run: { ...state.run, accept: { otp, fraudToken: press.fraudToken } },
  });
}

/**
 * Sends the latest Accept. Repeating the same transaction never charges twice: the server returns
 * the outcome of the first.
 */
export function submitAccept(state: FlowState): Transition {
  const call = state.call + 1;
  const polling = state.step.at === 'pending';
  return {
    state: {
      ...state,
      step:
        state.step.at === 'pending' ? { ...state.step, waitsFor: 'answer' } : { at: 'accepting' },
      problem: polling ? state.problem : null,
      call,
    },
    effects: [{ type: 'subscribe', call, body: subscribeBody(state.run, 'no') }],
  };
}

/** Sends Decline (row F5). */
export function sendDecline(state: FlowState): Transition {
  if (state.step.at !== 'confirm') return stay(state);
  const call = state.call + 1;
  return {
    state: { ...state, step: { at: 'declining' }, problem: null, call },
    effects: [{ type: 'subscribe', call, body: subscribeBody(state.run, 'yes') }],
  };
}

type SubscribeBody = Extract<Effect, { type: 'subscribe' }>['body'];

function subscribeBody(run: Run, toCancel: 'yes' | 'no'): SubscribeBody {
  const offer = chosenOffer(run);
  return {
    transaction_id: run.transactionId,
    ...numberFields(run),
    service_key: offer?.service_key,
    free_id: offer?.free_id,
    words_language: offer?.words_language,
    price: offer?.price,
    name: offer?.name,
    to_cancel: toCancel,
    ...(run.override ? { contentblock_override: true } : {}),
    ...(toCancel === 'no' && run.accept
      ? { otp: run.accept.otp, evina_token: run.accept.fraudToken }
      : {}),
  };
}

/** Handles the answer to an Accept, a Decline or a payment poll (rows F4, F5, X4 to X6). */
export function answerSubscribe(state: FlowState, reply: SubscribeReply, now: number): Transition {
  const { step } = state;
  // A Decline charges nothing, whatever the answer: the viewer goes home.
  if (step.at === 'declining') return leave(state);
  if (step.at !== 'accepting' && step.at !== 'pending') return stay(state);
  if (reply.status === 'success') return finish(state, reply, now);
  if (reply.outcome === 'payment_pending' || reply.description === PAYMENT_BEING_CONFIRMED)
    return pollLater(state);
  if (reply.outcome === 'content_blocked' && !state.run.override) {
    const blocked = { ...state.run, contentBlocked: true };
    return go({ ...state, run: blocked, step: { at: 'unblock' }, problem: null }, 'unblock', true);
  }
  // The terms shown beside Accept have changed: fetch and show the packages again.
  if (reply.outcome === 'terms_changed')
    return recheckStatus(state, reply.shown ?? reply.description);
  const shown = describeFailure(reply.description, reply.shown);
  // The session's proof has expired: from now on the flow asks for an OTP, which the viewer can
  // request.
  const run =
    shown.field === 'otp' && state.run.proven
      ? { ...state.run, proven: false, resendAt: now }
      : state.run;
  const next = showConfirm(
    { ...state, run },
    {
      ...shown,
      more: afterAccept(reply.outcome),
      ...(reply.recharge ? { recharge: reply.recharge } : {}),
      retry: false,
    },
  );
  return { state: next.state, effects: [...next.effects, ...requestNewProof(run)] };
}

/** The carrier's proof of a number is valid for one Accept; the next one needs a new proof. */
function requestNewProof(run: Run): readonly Effect[] {
  return run.enriched?.msisdn === run.msisdn
    ? [{ type: 'enrich', transactionId: run.transactionId }]
    : [];
}

function recheckStatus(state: FlowState, text: string): Transition {
  const chooses = { ...state, run: { ...state.run, again: null } };
  const next = checkStatus(chooses, { field: null, text, retry: false });
  return {
    state: next.state,
    effects: [{ type: 'go', place: 'number', replace: true }, ...next.effects],
  };
}

/** Handles an Accept, a Decline or a payment poll whose call failed. */
export function failSubscribe(state: FlowState, failure: Failure): Transition {
  switch (state.step.at) {
    case 'declining':
      return leave(state);
    case 'pending':
      return pollLater(state);
    case 'accepting':
      // The answer is lost, so the outcome is unknown: the flow can only ask for it again.
      if (failure.kind === 'lost')
        return { state: { ...state, step: { at: 'unsure' }, problem: null }, effects: [] };
      if (failure.kind === 'unreadable') return showFailed(state, 'accepting');
      return showConfirm(state, {
        field: null,
        text: failure.description,
        retry: false,
      } satisfies Problem);
    default:
      return stay(state);
  }
}

function leave(state: FlowState): Transition {
  return go({ ...state, step: { at: 'left' }, problem: null }, 'home');
}

function pollLater(state: FlowState): Transition {
  const polls = state.step.at === 'pending' ? state.step.polls + 1 : 0;
  const seconds = POLL_AFTER_S[polls];
  const call = state.call + 1;
  if (seconds === undefined)
    return {
      state: { ...state, step: { at: 'pending', polls, waitsFor: 'person' }, problem: null, call },
      effects: [],
    };
  return {
    state: { ...state, step: { at: 'pending', polls, waitsFor: 'pause' }, problem: null, call },
    effects: [{ type: 'pause', call, ms: seconds * 1000 }],
  };
}

/** Polls the payment when the pause is over. */
export function pollAgain(state: FlowState): Transition {
  return state.step.at === 'pending' && state.step.waitsFor === 'pause'
    ? submitAccept(state)
    : stay(state);
}

/**
 * Stored values that are useless after a successful Accept: the fraud kit was judged, and the
 * network's proof was used.
 */
const USED_UP = {
  fraudScript: null,
  fraudTransactionId: null,
  fraudToken: null,
  heToken: null,
  contentBlockOverride: null,
} as const;

/**
 * Completes the flow (rows F4, F7, B4): signs in, stores the active package, reports the page view
 * and shows the last screen.
 */
function finish(state: FlowState, reply: SubscribeReply, now: number): Transition {
  const { run } = state;
  const packageId = reply.package_id || run.chosen || '';
  const freeTrial = reply.free_trial ?? (run.held === null && isFreeAtFirst(chosenOffer(run)));
  const paidUntil = reply.paid_until ?? null;
  const signedIn = run.held !== null || reply.outcome === 'signed_in';
  const kept = activePackage(
    {
      subscriberId: reply.description,
      packageId,
      transactionId: run.transactionId,
      amount: run.offers.find((offer) => offer.id === packageId)?.price ?? '',
      served: signedIn && paidUntil ? { until: new Date(paidUntil), freeTrial } : undefined,
    },
    new Date(now),
  );
  const profile = {
    msisdn: run.msisdn,
    user_id: reply.description,
    rating_id: null,
    package_id: packageId,
  };
  const told: Effect[] = signedIn
    ? []
    : [{ type: 'report_page_view', packageId, transactionId: run.transactionId }];
  return {
    state: {
      ...state,
      step: { at: 'complete', signedIn, freeTrial, packageId, paidUntil },
      problem: null,
    },
    effects: [
      { type: 'store_values', values: { profile, packageId, activePackage: kept, ...USED_UP } },
      ...told,
      { type: 'go', place: 'complete', replace: true },
    ],
  };
}
