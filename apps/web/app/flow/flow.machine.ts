import { INVALID_MSISDN } from '@bonisa/domain/numbers/msisdn';
import { readTypedMsisdn } from '@bonisa/domain/numbers/typed-msisdn';
import {
  answerSubscribe,
  failSubscribe,
  pollAgain,
  sendAccept,
  sendDecline,
} from './flow.accept.ts';
import { arrive, isMoneyUnderWay, leaveCompleted, resume } from './flow.arrival.ts';
import {
  asTyped,
  chosenOffer,
  type Effect,
  type Failure,
  type FlowEvent,
  type FlowState,
  type Idle,
  type KitReply,
  NO_RUN,
  type Problem,
  type Run,
  type StatusReply,
  type Transition,
} from './flow.state.ts';
import {
  checkStatus,
  go,
  numberFields,
  readKit,
  showConfirm,
  showFailed,
  stay,
} from './flow.steps.ts';
import { noConnection, packageMissing, statusUnknown } from './flow.words.ts';

/** How long the screen waits before it offers another OTP: an SMS normally arrives sooner. */
export const RESEND_AFTER_MS = 10_000;

type Of<Type extends FlowEvent['type']> = Extract<FlowEvent, { type: Type }>;

/**
 * The whole subscription flow (rows F1 to F8, V1 to V4, X1 to X7) as one pure function. An event
 * without meaning in the current step (a second press, a stale answer) returns the very same state
 * without effects.
 */
export function transition(state: FlowState, event: FlowEvent): Transition {
  switch (event.type) {
    case 'opened':
      return open(state, event);
    case 'arrived':
      return arrive(state, event.place);
    case 'number_enriched':
      return enrich(state, event);
    case 'number_edited':
      return clearProblem(state, 'number', { ...state.run, typed: event.text });
    case 'package_edited':
      return clearProblem(state, 'packages', state.run);
    case 'otp_edited':
      return clearProblem(state, 'confirm', state.run);
    case 'number_submitted':
      return submitNumber(state, event);
    case 'package_submitted':
      return submitPackage(state, event);
    case 'unblock_accepted':
      return state.step.at === 'unblock' ? acceptUnblock(state) : stay(state);
    case 'unblock_declined':
      return state.step.at === 'unblock'
        ? go({ ...state, step: { at: 'left' }, problem: null }, 'home')
        : stay(state);
    case 'status_answered':
      return event.call === state.call ? answerStatus(state, event) : stay(state);
    case 'kit_arrived':
      return event.call === state.call ? takeKit(state, event.reply) : stay(state);
    case 'call_failed':
      return event.call === state.call ? failCall(state, event) : stay(state);
    case 'followed':
      return state.step.at === 'complete' ? leaveCompleted(state) : stay(state);
    case 'accept_pressed':
      return sendAccept(state, event);
    case 'decline_pressed':
      return sendDecline(state);
    case 'resend_pressed':
      return resendOtp(state, event.now);
    case 'retried':
      return retry(state);
    case 'pause_ended':
      return event.call === state.call ? pollAgain(state) : stay(state);
    case 'subscribe_answered':
      return event.call === state.call
        ? answerSubscribe(state, event.reply, event.now)
        : stay(state);
  }
}

/** Opens a new run without the choices and unblocking of an earlier one. */
function open(state: FlowState, { transactionId, returnTo, msisdn }: Of<'opened'>): Transition {
  if (isMoneyUnderWay(state)) return stay(state);
  const run: Run = { ...NO_RUN, transactionId, returnTo, msisdn };
  const effects: Effect[] = [
    {
      type: 'store_values',
      values: { subscription: null, packageId: null, contentBlockOverride: null },
    },
    { type: 'enrich', transactionId },
  ];
  return { state: { run, step: { at: 'number' }, problem: null, call: state.call + 1 }, effects };
}

/**
 * Takes the number that the network has proven. A viewer who has typed nothing goes straight on to
 * the packages: there is nothing left to enter. Once only, so that Back leads to the number.
 */
function enrich(state: FlowState, { transactionId, enriched }: Of<'number_enriched'>): Transition {
  const { run, step } = state;
  if (transactionId !== run.transactionId) return stay(state);
  const kept: Effect = {
    type: 'store_values',
    values: { heMsisdn: enriched.msisdn, heToken: enriched.token },
  };
  const untouched = step.at === 'number' && run.typed === null;
  if (!untouched) return { state: { ...state, run: { ...run, enriched } }, effects: [kept] };
  const known: FlowState = { ...state, run: { ...run, enriched, msisdn: enriched.msisdn } };
  if (run.checkedMsisdn !== null) return { state: known, effects: [kept] };
  const next = checkStatus(
    { ...known, run: { ...known.run, checkedMsisdn: enriched.msisdn } },
    null,
  );
  return { state: next.state, effects: [kept, ...next.effects] };
}

/** Removes a field's error when the field is edited (row V4). */
function clearProblem(state: FlowState, at: Idle, run: Run): Transition {
  if (state.step.at !== at || (state.problem === null && run.typed === state.run.typed))
    return stay(state);
  return { state: { ...state, run, problem: null }, effects: [] };
}

function withProblem(state: FlowState, field: Problem['field'], text: string): Transition {
  return { state: { ...state, problem: { field, text, retry: false } }, effects: [] };
}

function submitNumber(
  state: FlowState,
  { text, newTransactionId }: Of<'number_submitted'>,
): Transition {
  if (state.step.at !== 'number' || !state.run.transactionId) return stay(state);
  const msisdn = readTypedMsisdn(text);
  const typed = text === asTyped(state.run.msisdn) ? state.run.typed : text;
  if (!msisdn)
    return withProblem({ ...state, run: { ...state.run, typed } }, 'number', INVALID_MSISDN);
  const run = { ...state.run, msisdn, typed };
  if (run.checkedMsisdn === null || run.checkedMsisdn === msisdn)
    return checkStatus({ ...state, run: { ...run, checkedMsisdn: msisdn } }, null);
  // A transaction belongs to one number; the carrier's proof belongs to the network's own number.
  const moved = checkStatus(
    {
      ...state,
      run: { ...run, checkedMsisdn: msisdn, transactionId: newTransactionId, enriched: null },
    },
    null,
  );
  return {
    state: moved.state,
    effects: [
      ...moved.effects,
      { type: 'mark' },
      { type: 'enrich', transactionId: newTransactionId },
    ],
  };
}

function answerStatus(state: FlowState, { reply, now }: Of<'status_answered'>): Transition {
  if (state.step.at === 'sending') return prepareConfirm(state, reply, now);
  if (state.step.at !== 'checking') return stay(state);
  const run: Run = {
    ...state.run,
    offers: reply.packages,
    contentBlocked: reply.contentBlockStatus,
    proven: reply.number_proven,
  };
  const first = reply.packages[0];
  if (reply.code === 'BLOCKED' || !first) return refuse(state, reply.description);
  // An ACTIVE number signs in to the package that it holds, so there is nothing to choose.
  if (reply.code === 'ACTIVE')
    return requestOtp(
      { ...state, run: { ...run, chosen: first.id, held: reply.description } },
      'number',
    );
  return go({ ...state, run, step: { at: 'packages' } }, 'packages');
}

function refuse(state: FlowState, description: string): Transition {
  return { state: { ...state, step: { at: 'refused', description }, problem: null }, effects: [] };
}

/** Stores the chosen package and continues to unblocking or to the OTP (rows F2, F3, V3). */
function submitPackage(state: FlowState, { packageId }: Of<'package_submitted'>): Transition {
  if (state.step.at !== 'packages') return stay(state);
  const offer = state.run.offers.find((one) => one.id === packageId);
  if (!offer) return withProblem(state, 'package', packageMissing());
  const run: Run = { ...state.run, chosen: offer.id, override: false, preparedPackage: null };
  const kept: Effect = {
    type: 'store_values',
    values: {
      packageId: offer.id,
      contentBlockOverride: null,
      subscription: {
        free_id: offer.free_id,
        service_id: offer.id,
        service_key: offer.service_key,
        amount: offer.price,
        service_period: offer.service_period,
        message: offer.words.join('\n'),
        name: offer.name,
      },
    },
  };
  const chosen: FlowState = { ...state, run, problem: null };
  const next = run.contentBlocked
    ? go({ ...chosen, step: { at: 'unblock' } }, 'unblock')
    : requestOtp(chosen, 'packages');
  return { state: next.state, effects: [kept, ...next.effects] };
}

/** Unblocks this content only (row F6). */
function acceptUnblock(state: FlowState): Transition {
  const next = requestOtp({ ...state, run: { ...state.run, override: true } }, 'unblock');
  return {
    state: next.state,
    effects: [{ type: 'store_values', values: { contentBlockOverride: true } }, ...next.effects],
  };
}

/**
 * Names the package in a status check, so that the carrier sends the OTP for it; for a proven
 * number the server sends none. From the packages screen the server also sends none if the number's
 * content services are blocked: unblocking is offered first (rows F3, S4).
 */
function requestOtp(state: FlowState, from: Idle): Transition {
  const call = state.call + 1;
  const first = from === 'packages' ? { unblock_first: true } : {};
  const body = {
    transaction_id: state.run.transactionId,
    ...numberFields(state.run),
    service_key: chosenOffer(state.run)?.service_key,
    ...first,
  };
  return {
    state: { ...state, step: { at: 'sending', from }, problem: null, call },
    effects: [{ type: 'check_status', call, body }],
  };
}

function prepareConfirm(state: FlowState, reply: StatusReply, now: number): Transition {
  if (state.step.at !== 'sending') return stay(state);
  if (reply.code === 'BLOCKED') return refuse(state, reply.description);
  const { run } = state;
  const held = reply.code === 'ACTIVE' ? reply.description : null;
  // An ACTIVE number signs in to the package that it holds; otherwise the chosen package, as
  // offered now.
  const chosen = held === null ? run.chosen : (reply.packages[0]?.id ?? run.chosen);
  const stillOffered = reply.packages.some((offer) => offer.id === chosen);
  if (reply.contentBlockStatus && state.step.from === 'packages' && held === null) {
    const blocked = {
      ...run,
      offers: stillOffered ? reply.packages : run.offers,
      contentBlocked: true,
    };
    return go({ ...state, run: blocked, step: { at: 'unblock' }, problem: null }, 'unblock');
  }
  const ready: Run = {
    ...run,
    offers: stillOffered ? reply.packages : run.offers,
    chosen,
    held,
    preparedPackage: chosen,
    proven: reply.number_proven,
    resendAt: now + RESEND_AFTER_MS,
  };
  const shown = showConfirm({ ...state, run: ready }, null);
  return state.step.from === 'confirm'
    ? shown
    : {
        state: shown.state,
        effects: [...shown.effects, { type: 'go', place: 'confirm', replace: false }],
      };
}

function resendOtp(state: FlowState, now: number): Transition {
  const may = state.step.at === 'confirm' && !state.run.proven && now >= state.run.resendAt;
  return may ? requestOtp(state, 'confirm') : stay(state);
}

function takeKit(state: FlowState, kit: KitReply): Transition {
  if (state.step.at !== 'confirm' || state.step.kit.state !== 'loading') return stay(state);
  return {
    state: { ...state, step: { at: 'confirm', kit: readKit(kit) } },
    effects: [
      {
        type: 'store_values',
        values: { fraudScript: kit.s, fraudTransactionId: kit.transaction_id, fraudToken: kit.t },
      },
    ],
  };
}

function failCall(state: FlowState, { failure }: Of<'call_failed'>): Transition {
  const { step } = state;
  switch (step.at) {
    case 'checking': {
      // Row X1 only where no answer is readable; otherwise the server's description (row X3), at
      // the field at fault.
      const back: FlowState = { ...state, step: { at: 'number' } };
      if (failure.kind !== 'said')
        return {
          state: { ...back, problem: { field: null, text: statusUnknown(), retry: true } },
          effects: [],
        };
      return withProblem(
        back,
        failure.code === 'invalid_msisdn' ? 'number' : null,
        failure.description,
      );
    }
    case 'sending': {
      if (failure.kind === 'unreadable') return showFailed(state, step.from);
      const lost = failure.kind === 'lost';
      // On the confirm screen, Resend is the way to try again.
      const problem: Problem = {
        field: null,
        text: lost ? noConnection() : failure.description,
        retry: lost && step.from !== 'confirm',
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

/** Repeats the failed call. */
function retry(state: FlowState): Transition {
  const { step, problem } = state;
  if (
    step.at === 'unsure' ||
    step.at === 'failed' ||
    (step.at === 'pending' && step.waitsFor === 'person')
  )
    return resume(state);
  if (step.at === 'confirm')
    return step.kit.state === 'failed' ? showConfirm(state, problem) : stay(state);
  if (!problem?.retry) return stay(state);
  if (step.at === 'number')
    return state.run.held && state.run.chosen
      ? requestOtp(state, 'number')
      : checkStatus(state, null);
  return step.at === 'packages' || step.at === 'unblock' ? requestOtp(state, step.at) : stay(state);
}
