import type { FeedRefusal, FeedShape, FeedStep } from './live-feed.ts';
import type { PictureState } from './live-ingest.tables.ts';
import { afterFault, type PictureFault, type PictureTrials, UNTRIED } from './picture-faults.ts';

/** The pictures of one live ingest session: parts, one after the other. Times in milliseconds. */
export interface Picture {
  /**
   * Where what the publisher sends goes. `waiting`: nowhere until a keyframe, with which a part
   * begins; `sending`: into the newest part; `refused`: nowhere until the publisher leaves.
   */
  readonly at: 'waiting' | 'sending' | 'refused';
  readonly newestPart: number;
  readonly beganAt: number;
  readonly sentSeconds: number;
  /** The parts that have or will have an encoder, in their order: the first one has it. */
  readonly turns: readonly number[];
  readonly trials: PictureTrials;
  /** `paused`: no part begins. `tried`: one may, but nothing has been stored since. */
  readonly interruption: 'none' | 'paused' | 'tried';
  readonly newestPause: number;
  /** The live ingest session is over: no part begins any more. */
  readonly isOver: boolean;
  /** The time of the newest event. */
  readonly now: number;
}

interface Events extends FeedEvents {
  /** The publisher has left, and may come back. */
  left: object;
  /** The live ingest session is over. */
  finished: object;
  no_encoder_free: object;
  /** Also of an encoder that could not start, or was not to any more. */
  encoder_ended: { part: number };
  /** `made`: the heights that the part's encoder makes. */
  fell_behind: { part: number; made: readonly number[] };
  /** A look at the part that is sent to. `isLate`: its next segment should be on air. */
  watched: { made: readonly number[]; isOnAir: boolean; isLate: boolean };
  stored: object;
  /**
   * `isTransient`: the file store or the database is away, which interrupts; another failure is the
   * last one. `part`: what cannot go on.
   */
  failed: { error: unknown; isTransient: boolean; part: number | undefined };
  pause_ended: { pause: number };
}

interface Effects {
  /** The feed begins with the next keyframe. */
  restart_feed: object;
  /** A part begins with these bytes. */
  open: { part: number; shape: FeedShape; bytes: Buffer };
  /** Ends with `encoder_ended`. */
  start: { part: number; mostHeight: number };
  send: { part: number; bytes: Buffer };
  /** The encoder gets no more, and ends with what it has. */
  end: { part: number };
  /** No more of a part is stored. `isLost`: nor what waits, and its encoder is killed. */
  close: { part: number; isLost: boolean };
  /** No part begins until the publisher leaves, and that is written down. */
  refuse: { why: PictureState };
  close_publisher: { why: FeedRefusal };
  /** Ends with `pause_ended`, after all that was to be written before. */
  pause: { pause: number };
  log: { level: 'info' | 'warn' | 'error'; what: string; facts?: object };
}

type FeedEvents = { [Is in FeedStep['is']]: Extract<FeedStep, { is: Is }> };
type Tagged<Kinds, Is extends keyof Kinds> = {
  [Each in Is]: { readonly is: Each } & Readonly<Kinds[Each]>;
}[Is];
export type PictureEvent<Is extends keyof Events = keyof Events> = Tagged<Events, Is>;
export type PictureEffect<Is extends keyof Effects = keyof Effects> = Tagged<Effects, Is>;
type Emit = (effect: PictureEffect) => void;

export const BEGINNING: Picture = {
  at: 'waiting',
  newestPart: 0,
  beganAt: 0,
  sentSeconds: 0,
  turns: [],
  trials: UNTRIED,
  interruption: 'none',
  newestPause: 0,
  isOver: false,
  now: 0,
};

/** An encoder whose first segment takes longer stands still. */
const FIRST_SEGMENT_MS = 30_000;
/** One that has had so much and made no segment within that time is too slow: fewer renditions. */
const FIRST_SEGMENT_SECONDS = 12;
/** How far a publisher may be ahead of the clock. */
const MOST_AHEAD_SECONDS = 30;

/** What an event comes to. */
export function step<Is extends PictureEvent['is']>(
  before: Picture,
  event: PictureEvent<Is>,
  now: number,
): { readonly state: Picture; readonly effects: readonly PictureEffect[] } {
  const effects: PictureEffect[] = [];
  const state = on[event.is]({ ...before, now }, event, (effect) => effects.push(effect));
  const [part] = state.turns;
  if (part !== undefined && part !== before.turns[0])
    effects.push({ is: 'start', part, mostHeight: state.trials.mostHeight });
  return { state, effects };
}

/** Whether the live ingest session is over, and its last encoder has ended. */
export function hasEnded({ isOver, turns }: Picture): boolean {
  return isOver && turns.length === 0;
}

/** What an event changes, and what is to be done then. */
type Rule<Is extends keyof Events> = (
  state: Picture,
  event: PictureEvent<Is>,
  emit: Emit,
) => Picture;

const on: { readonly [Is in keyof Events]: Rule<Is> } = {
  held: (state) => state,

  begin(state, { shape, bytes }, emit) {
    const { at, isOver, interruption, now } = state;
    if (at === 'refused' || isOver || interruption === 'paused') return skipToKeyframe(state, emit);
    const part = state.newestPart + 1;
    emit({ is: 'open', part, shape, bytes });
    const turns = [...state.turns, part];
    return { ...state, at: 'sending', newestPart: part, beganAt: now, sentSeconds: 0, turns };
  },

  more(state, { bytes, seconds }, emit) {
    const ahead = seconds - (state.now - state.beganAt) / 1000;
    if (ahead > MOST_AHEAD_SECONDS) return refuse(state, 'too_fast', emit);
    emit({ is: 'send', part: state.newestPart, bytes });
    return { ...state, sentSeconds: seconds };
  },

  restart: (state, _, emit) => beginAnew(state, { is: 'broken' }, emit),

  refused(state, { why }, emit) {
    if (state.at === 'refused' || state.isOver) return skipToKeyframe(state, emit);
    const refused = refuse(state, why, emit);
    emit({ is: 'close_publisher', why });
    return refused;
  },

  left: (state, _, emit) => (state.isOver ? state : leave(state, emit)),
  finished: (state, _, emit) => ({ ...leave(state, emit), isOver: true }),
  no_encoder_free: (state, _, emit) => refuse(state, 'no_encoder_free', emit),

  encoder_ended(state, { part }, emit) {
    emit({ is: 'close', part, isLost: false });
    const ended = { ...state, turns: state.turns.slice(1) };
    if (!isSentTo(state, part)) return ended;
    return beginAnew({ ...ended, at: 'waiting' }, { is: 'encoder_ended' }, emit);
  },

  // Another part has fewer renditions.
  fell_behind(state, { part, made }, emit) {
    if (!isSentTo(state, part)) return lose(state, part, emit);
    emit({ is: 'log', level: 'warn', what: 'the encoder is too slow', facts: { made } });
    return beginAnew(state, { is: 'behind', made }, emit);
  },

  watched(state, { made, isOnAir, isLate }, emit) {
    const { newestPart: part, beganAt, sentSeconds, now } = state;
    const waited = isOnAir ? 0 : now - beganAt;
    if (Math.min(sentSeconds, waited / 1000) > FIRST_SEGMENT_SECONDS)
      return on.fell_behind(state, { is: 'fell_behind', part, made }, emit);
    const isBroken = isLate || waited > FIRST_SEGMENT_MS;
    return isBroken ? beginAnew(state, { is: 'broken' }, emit) : state;
  },

  stored(state, _, emit) {
    if (state.interruption !== 'tried') return state;
    emit({ is: 'log', level: 'info', what: 'a live picture goes on' });
    return { ...state, interruption: 'none' };
  },

  failed(state, { error, isTransient, part }, emit) {
    const facts = { err: error };
    // A later segment must not leave a hole before it.
    const left = part === undefined ? state : lose(state, part, emit);
    if (!isTransient || hasEnded(state)) {
      emit({ is: 'log', level: 'error', what: 'a live picture failed', facts });
      return refuse(left, 'encoder_failed', emit);
    }
    if (state.interruption === 'none')
      emit({ is: 'log', level: 'error', what: 'a live picture is interrupted', facts });
    const interrupted = skipToKeyframe(left, emit);
    const newestPause = state.newestPause + 1;
    emit({ is: 'pause', pause: newestPause });
    return { ...interrupted, interruption: 'paused', newestPause };
  },

  pause_ended: (state, { pause }) =>
    pause === state.newestPause ? { ...state, interruption: 'tried' } : state,
};

/** The part that is sent to ends with what it has. Who comes back is tried again. */
function leave(state: Picture, emit: Emit): Picture {
  if (state.at === 'sending') emit({ is: 'end', part: state.newestPart });
  return { ...state, at: 'waiting', trials: { ...state.trials, restarts: [] } };
}

/** Another part begins with the next keyframe, where not too much went wrong. */
function beginAnew(state: Picture, fault: PictureFault, emit: Emit): Picture {
  const trials = afterFault(state.trials, fault, state.now);
  if (typeof trials === 'string') return refuse(state, trials, emit);
  return { ...skipToKeyframe(state, emit), trials };
}

function refuse(state: Picture, why: PictureState, emit: Emit): Picture {
  if (state.at === 'refused') return state;
  const left = skipToKeyframe(state, emit);
  emit({ is: 'refuse', why });
  return { ...left, at: 'refused' };
}

/** What is sent goes nowhere until the next keyframe. */
function skipToKeyframe(state: Picture, emit: Emit): Picture {
  emit({ is: 'restart_feed' });
  return state.at === 'sending' ? lose(state, state.newestPart, emit) : state;
}

/** Ends a part at once, without what its encoder still has. */
function lose(state: Picture, part: number, emit: Emit): Picture {
  emit({ is: 'close', part, isLost: true });
  return {
    ...state,
    at: isSentTo(state, part) ? 'waiting' : state.at,
    // Whose turn it is has it until its encoder has ended.
    turns: state.turns.filter((turn, at) => turn !== part || at === 0),
  };
}

function isSentTo({ at, newestPart }: Picture, part: number): boolean {
  return at === 'sending' && newestPart === part;
}
