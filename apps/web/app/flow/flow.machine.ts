import { isTypedLandline, readTypedMsisdn } from '@bonisa/domain/numbers/typed-msisdn';
import { answerSubscribe, pollAgain, sendAccept, sendDecline } from './flow.accept.ts';
import { arrive, isMoneyUnderWay, leaveCompleted, recall, resume } from './flow.arrival.ts';
import { failCall } from './flow.failure.ts';
import {
  asTyped,
  chosenOffer,
  type Effect,
  type FlowEvent,
  type FlowState,
  type Holder,
  type Idle,
  type KitReply,
  NO_RUN,
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
  stay,
  withProblem,
} from './flow.steps.ts';

import { invalidNumber, noHandset, packageMissing } from './flow.words.ts';

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
    case 'recalled':
      return event.transactionId === state.run.transactionId && state.step.at === 'recalling'
        ? takeAgain(state, event.holder)
        : stay(state);
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
      return event.call === state.call ? failCall(state, event.failure) : stay(state);
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
function open(state: FlowState, event: Of<'opened'>): Transition {
  if (isMoneyUnderWay(state)) return stay(state);
  const { transactionId, returnTo, msisdn, again } = event;
  const run: Run = { ...NO_RUN, transactionId, returnTo, msisdn };
  const cleared: Effect = {
    type: 'store_values',
    values: { subscription: null, packageId: null, contentBlockOverride: null },
  };
  const at: FlowState = { run, step: { at: 'number' }, problem: null, call: state.call + 1 };
  const next: Transition = again
    ? recall(at)
    : { state: at, effects: [{ type: 'enrich', transactionId }] };
  return { state: next.state, effects: [cleared, ...next.effects] };
}

/**
 * Leads a signed-in viewer whose subscription has ended to the offer of the package that they held;
 * anybody else to the number.
 */
function takeAgain(state: FlowState, holder: Holder | null): Transition {
  const { run } = state;
  if (holder) {
    const { msisdn, packageId } = holder;
    const known: Run = { ...run, msisdn, checkedMsisdn: msisdn, again: packageId };
    return checkStatus({ ...state, run: known }, null);
  }
  const asked: FlowState = { ...state, step: { at: 'number' } };
  const { transactionId, enriched } = run;
  return enriched
    ? enrich(asked, { type: 'number_enriched', transactionId, enriched })
    : { state: asked, effects: [] };
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

function submitNumber(
  state: FlowState,
  { text, newTransactionId }: Of<'number_submitted'>,
): Transition {
  if (state.step.at !== 'number' || !state.run.transactionId) return stay(state);
  const msisdn = readTypedMsisdn(text);
  const typed = text === asTyped(state.run.msisdn) ? state.run.typed : text;
  if (!msisdn) {
    const more = isTypedLandline(text) ? { more: noHandset() } : {};
    return withProblem(
      { ...state, run: { ...state.run, typed } },
      { field: 'number', text: invalidNumber(), ...more, retry: false },
    );
  }
  const run = { ...state.run, msisdn, typed, again: null };
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
  const choosing: FlowState = { ...state, run, step: { at: 'packages' } };
  return run.again !== null && run.offers.some(({ id }) => id === run.again)
    ? choose(choosing, run.again)
    : go({ ...choosing, run: { ...run, again: null } }, 'packages');
}

function refuse(state: FlowState, description: string): Transition {
  return { state: { ...state, step: { at: 'refused', description }, problem: null }, effects: [] };
}

/** Stores the chosen package and continues to unblocking or to the OTP (rows F2, F3, V3). */
function submitPackage(state: FlowState, { packageId }: Of<'package_submitted'>): Transition {
  if (state.step.at !== 'packages') return stay(state);
  return choose({ ...state, run: { ...state.run, again: null } }, packageId);
}

function choose(state: FlowState, packageId: string | null): Transition {
  const offer = state.run.offers.find((one) => one.id === packageId);
  if (!offer) return withProblem(state, { field: 'package', text: packageMissing(), retry: false });
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
    ? go({ ...chosen, step: { at: 'unblock' } }, 'unblock', run.again !== null)
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
    const at: FlowState = { ...state, run: blocked, step: { at: 'unblock' }, problem: null };
    return go(at, 'unblock', run.again !== null);
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
  // Before a package that is taken again there is no screen to go back to.
  const replace = run.again !== null;
  return state.step.from === 'confirm'
    ? shown
    : {
        state: shown.state,
        effects: [...shown.effects, { type: 'go', place: 'confirm', replace }],
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
