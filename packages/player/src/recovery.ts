import type { Failure, Fault } from './faults.ts';

/** The recoveries tried since playback last ran well. */
export interface RecoveryState {
  readonly retries: number;
  readonly renewals: number;
  readonly repairs: number;
  readonly nudges: number;
}

export type Remedy =
  /** Load again from the same address, after a pause. */
  | { readonly kind: 'reload'; readonly afterMs: number }
  /** Repeat the play call and continue at the same position. */
  | { readonly kind: 'renew'; readonly afterMs: number }
  /** Start the decoder again, this many seconds from where it failed first. */
  | { readonly kind: 'repair'; readonly step: number }
  /** Move the picture a little: a decoder that hangs goes on from there. */
  | { readonly kind: 'nudge' }
  /** Say what is wrong. A lost network is tried again after `againMs` nevertheless. */
  | { readonly kind: 'give-up'; readonly failure: Failure; readonly againMs?: number };

export interface Decision {
  readonly remedy: Remedy;
  readonly state: RecoveryState;
}

export const NOTHING_TRIED: RecoveryState = { retries: 0, renewals: 0, repairs: 0, nudges: 0 };

/** After this time without a fault playback has recovered, and earlier tries no longer count. */
export const RECOVERED_AFTER_SECONDS = 10;

/**
 * Pauses before each retry; together half a minute, so that a train in a tunnel is back in time.
 */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;
/** The viewer is told by then; who waits need not press. */
const AGAIN_MS = 30_000;
const MAX_RENEWALS = 2;
/** First the same place again, then past media that a decoder cannot take. */
const REPAIR_STEPS = [-0.1, 1, 5] as const;

/**
 * Decides what to do about a fault after earlier tries. Always ends: every fault gives up after a
 * few tries. `chance` (0 to 1) spreads the pauses by a quarter, so that a thousand phones that lost
 * the same mast do not come back in the same moment.
 */
export function decideRecovery(state: RecoveryState, fault: Fault, chance = 0.5): Decision {
  const spread = (ms: number) => Math.round(ms * (0.75 + chance / 2));
  if (fault === 'unsupported') return giveUp(state, 'unsupported');
  if (fault === 'expired' || fault === 'missing') {
    if (state.renewals >= MAX_RENEWALS)
      return giveUp(state, fault === 'missing' ? 'missing' : 'refused');
    return {
      remedy: { kind: 'renew', afterMs: spread(state.renewals * 1_000) },
      state: { ...state, renewals: state.renewals + 1 },
    };
  }
  if (fault === 'stuck' && state.nudges === 0)
    return { remedy: { kind: 'nudge' }, state: { ...state, nudges: 1 } };
  if (fault === 'media' || fault === 'stuck') {
    const step = REPAIR_STEPS[state.repairs];
    if (step === undefined) return giveUp(state, 'media');
    return { remedy: { kind: 'repair', step }, state: { ...state, repairs: state.repairs + 1 } };
  }
  const pause = PAUSES_MS[state.retries];
  if (pause === undefined)
    return {
      remedy: { kind: 'give-up', failure: 'network', againMs: spread(AGAIN_MS) },
      state,
    };
  return {
    remedy: { kind: 'reload', afterMs: spread(pause) },
    state: { ...state, retries: state.retries + 1 },
  };
}

function giveUp(state: RecoveryState, failure: Failure): Decision {
  return { remedy: { kind: 'give-up', failure }, state };
}
