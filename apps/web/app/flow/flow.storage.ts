import type { BrowserStorage, StoredItem } from '../storage/browser-storage.ts';
import { SESSION_KEYS, STORED_ITEMS, shapeCheck } from '../storage/stored-items.ts';
import {
  type Enriched,
  type FlowState,
  NO_RUN,
  type Offer,
  type Run,
  type Step,
  type StoredValues,
} from './flow.state.ts';

/** A run can continue as long as its OTP and fraud kit are valid; later it starts again. */
const RUN_LIFETIME = 30 * 60_000;

/**
 * This tab's current run, across reloads. In session storage, so that two tabs do not share a run.
 */
export const STORED_RUN: StoredItem<FlowState> = {
  key: SESSION_KEYS.flow,
  lifetime: RUN_LIFETIME,
  is: isFlowState,
};

/** Stores values in local storage under the specification's names (row E11); `null` removes one. */
export function storeValues(storage: BrowserStorage, values: StoredValues): void {
  for (const [name, value] of Object.entries(values)) {
    const entry = STORED_ITEMS[name as keyof typeof STORED_ITEMS] as StoredItem<unknown>;
    if (value === null) storage.remove(entry);
    else if (value !== undefined) storage.write(entry, value);
  }
}

/**
 * Stores a run for reloads, and removes a run that was left. Stores no secret that is no longer
 * needed: the fraud kit is fetched again.
 */
export function storeRun(storage: BrowserStorage, state: FlowState): void {
  if (state.step.at === 'left' || state.run.transactionId === '') {
    storage.remove(STORED_RUN);
    return;
  }
  const step: Step =
    state.step.at === 'confirm' ? { at: 'confirm', kit: { state: 'loading' } } : state.step;
  storage.write(STORED_RUN, { ...state, run: storedRun(state), step, problem: null });
}

/** The steps from which the latest Accept may have to be repeated. */
const MAY_REPEAT: readonly Step['at'][] = ['accepting', 'unsure', 'pending', 'failed'];

/**
 * The part of a run that a reload needs: the OTP only while its answer is outstanding; after
 * completion only what the last screen shows and the return path.
 */
function storedRun({ run, step }: FlowState): Run {
  if (step.at === 'complete')
    return {
      ...NO_RUN,
      transactionId: run.transactionId,
      returnTo: run.returnTo,
      offers: run.offers,
    };
  return MAY_REPEAT.includes(step.at) ? run : { ...run, accept: null };
}

const isRunItself = shapeCheck<Omit<Run, 'enriched' | 'offers' | 'accept'>>({
  transactionId: 'string',
  returnTo: 'string',
  msisdn: 'string',
  checkedMsisdn: 'string?',
  typed: 'string?',
  again: 'string?',
  contentBlocked: 'boolean',
  override: 'boolean',
  chosen: 'string?',
  held: 'string?',
  preparedPackage: 'string?',
  proven: 'boolean',
  resendAt: 'number',
});
const isEnriched = shapeCheck<Enriched>({ msisdn: 'string', token: 'string' });
const isAccept = shapeCheck<NonNullable<Run['accept']>>({ otp: 'string', fraudToken: 'string' });
const isOfferItself = shapeCheck<Omit<Offer, 'words' | 'words_language'>>({
  id: 'string',
  price: 'string',
  free_id: 'string',
  name: 'string',
  service_key: 'string',
  service_period: 'string',
  duration: 'string',
  about: 'string',
});

function isOffer(value: unknown): value is Offer {
  return (
    isOfferItself(value) &&
    'words' in value &&
    Array.isArray(value.words) &&
    value.words.every((word) => typeof word === 'string')
  );
}

function isRun(value: unknown): value is Run {
  if (!isRunItself(value) || !('enriched' in value) || !('accept' in value) || !('offers' in value))
    return false;
  const { enriched, accept, offers } = value;
  return (
    (enriched === null || isEnriched(enriched)) &&
    (accept === null || isAccept(accept)) &&
    Array.isArray(offers) &&
    offers.every(isOffer)
  );
}

const IDLE = ['number', 'packages', 'unblock', 'confirm'];
const isOneOf = (values: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && values.includes(value);

function isStep(value: unknown): value is Step {
  if (typeof value !== 'object' || value === null || !('at' in value)) return false;
  const step: { at: unknown } & Record<string, unknown> = { ...value };
  switch (step.at) {
    case 'sending':
      return isOneOf(IDLE, step.from);
    case 'failed':
      return isOneOf([...IDLE, 'accepting'], step.resume);
    case 'pending':
      return (
        Number.isSafeInteger(step.polls) && isOneOf(['pause', 'answer', 'person'], step.waitsFor)
      );
    case 'refused':
      return typeof step.description === 'string';
    case 'complete':
      return (
        typeof step.packageId === 'string' &&
        (step.paidUntil === null || typeof step.paidUntil === 'string')
      );
    default:
      return isOneOf(
        [...IDLE, 'recalling', 'checking', 'accepting', 'unsure', 'declining'],
        step.at,
      );
  }
}

function isFlowState(value: unknown): value is FlowState {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('run' in value) ||
    !('step' in value) ||
    !('call' in value)
  )
    return false;
  if (!('problem' in value) || value.problem !== null) return false;
  return isRun(value.run) && isStep(value.step) && Number.isSafeInteger(value.call);
}
