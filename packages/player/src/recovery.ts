import type { Failure, Fault } from './faults.ts';

/** The recoveries tried since playback last ran well. */
export interface RecoveryState {
  readonly retries: number;
  readonly renewals: number;
  readonly repairs: number;
}

export type Remedy =
  /** Load again from the same address, after a pause. */
  | { readonly kind: 'reload'; readonly afterMs: number }
  /** Repeat the play call and continue at the same position. */
  | { readonly kind: 'renew'; readonly afterMs: number }
  /** Let the engine repair its decoder. */
  | { readonly kind: 'repair' }
  | { readonly kind: 'give-up'; readonly failure: Failure };

export interface Decision {
  readonly remedy: Remedy;
  readonly state: RecoveryState;
}

export const NOTHING_TRIED: RecoveryState = { retries: 0, renewals: 0, repairs: 0 };

/** After this time without a fault playback has recovered, and earlier tries no longer count. */
export const RECOVERED_AFTER_SECONDS = 10;

/**
 * Pauses before each retry; together half a minute, so that a train in a tunnel is back in time.
 */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;
const MAX_RENEWALS = 2;
const MAX_REPAIRS = 2;

/**
 * Decides what to do about a fault after earlier tries. Always ends: every fault gives up after a
 * few tries.
 */
export function decideRecovery(state: RecoveryState, fault: Fault): Decision {
  if (fault === 'unsupported') return giveUp(state, 'unsupported');
  if (fault === 'expired' || fault === 'missing') {
    if (state.renewals >= MAX_RENEWALS)
      return giveUp(state, fault === 'missing' ? 'missing' : 'refused');
    return {
      remedy: { kind: 'renew', afterMs: state.renewals * 1_000 },
      state: { ...state, renewals: state.renewals + 1 },
    };
  }
  if (fault === 'media') {
    if (state.repairs < MAX_REPAIRS)
      return { remedy: { kind: 'repair' }, state: { ...state, repairs: state.repairs + 1 } };
    return giveUp(state, 'media');
  }
  const afterMs = PAUSES_MS[state.retries];
  if (afterMs === undefined) return giveUp(state, 'network');
  return { remedy: { kind: 'reload', afterMs }, state: { ...state, retries: state.retries + 1 } };
}

function giveUp(state: RecoveryState, failure: Failure): Decision {
  return { remedy: { kind: 'give-up', failure }, state };
}
