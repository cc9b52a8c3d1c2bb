import { createDelayedAct } from './delayed-act.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { abilitiesOf, chooseEngine, type EngineName } from './engine-choice.ts';
import type { Failure, Fault } from './faults.ts';
import { jumpGap } from './gap.ts';
import { createMeter, type Measurements } from './measurements.ts';
import { type OpeningMedia, openMedia } from './media-attachment.ts';
import { createMseEngine } from './mse-engine.ts';
import { createNativeEngine } from './native-engine.ts';
import { leavePendingCaptions } from './pending-captions.ts';
import { playAloud } from './play-aloud.ts';
import {
  PlayMissingError,
  PlayRefusedError,
  type PlaySource,
  type Refusal,
} from './play-source.ts';
import { decideRecovery, NOTHING_TRIED, RECOVERED_AFTER_SECONDS } from './recovery.ts';
import { type Connection, HAS_MEDIA, watchPage } from './recovery-watch.ts';
import { renewalOf } from './renewal.ts';
import { JUMPED_SECONDS } from './timeline.ts';

export type PlaybackState =
  | { readonly kind: 'starting' }
  /** The element plays or is paused; `muted` if the browser allowed only playback without sound. */
  | { readonly kind: 'on'; readonly muted: boolean }
  | { readonly kind: 'recovering' }
  /** The browser requires a press before it plays. */
  | { readonly kind: 'needs-press' }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly refusal?: Refusal };

export interface PlaybackOptions {
  /**
   * Makes the play call: once to start, and again when an address has expired. `takeOver`: stop
   * another device that plays.
   */
  readonly ask: (takeOver?: boolean) => Promise<PlaySource>;
  /** The pending answer of a play call that was made already. */
  readonly asked?: Promise<PlaySource>;
  /** A media source that the element opens already; the first start takes or closes it. */
  readonly opening?: OpeningMedia | undefined;
  /** The start position in seconds; default: the source's position, else the beginning. */
  readonly position?: number;
  /** How far to buffer ahead; 20 seconds by default. Only our own engine keeps to it exactly. */
  readonly aheadSeconds?: number;
  /** Whether the viewer pays for each megabyte now; default: yes. */
  readonly isMetered?: () => boolean;
  /** Makes the engine instead of hls.js, where the browser has Media Source Extensions. */
  readonly makeEngine?: (options: Omit<EngineOptions, 'playlist'>) => Engine;
}

export interface Playback {
  readonly video: HTMLVideoElement;
  readonly state: PlaybackState;
  /** The source in use, once known. */
  readonly source: PlaySource | undefined;
  /** Calls `listener` at each change of `state` or `source` until `signal` aborts. */
  listen(listener: () => void, signal: AbortSignal): void;
  /**
   * After a failure: starts again with the play call, at the same position. `takeOver`: instead of
   * another device.
   */
  retry(takeOver?: boolean): void;
  /** Ends playback because the viewer may not watch here any more; {@link retry} starts again. */
  stop(refusal: Refusal): void;
  /** Repeats the play call and goes on with its answer: the viewer has chosen something else. */
  renew(): void;
  measurements(): Measurements;
  destroy(): void;
}

/** How far a picture that stands still is moved. */
const NUDGE_SECONDS = 0.1;

/** Plays in `video`: makes the play call, chooses an engine, plays, and recovers from faults. */
export function startPlayback(video: HTMLVideoElement, options: PlaybackOptions): Playback {
  const life = new AbortController();
  const { signal } = life;
  const listeners = new Set<() => void>();
  const meter = createMeter(() => performance.now());
  let state: PlaybackState = { kind: 'starting' };
  let source: PlaySource | undefined;
  let engine: Engine | undefined;
  let tried = NOTHING_TRIED;
  let faultPosition = 0;
  /** Where the picture was sent last: its place while the element has no media. */
  let aimed = options.position;
  /** The viewer's place when the decoder failed: repairs try further on, but do not lose it. */
  let kept = 0;
  /** The browser allowed only playback without sound; not: the viewer wants none. */
  let forcedMute = false;
  /**
   * Increases with every start: what an earlier start still has under way must not touch the
   * element.
   */
  let round = 0;
  /** When to repeat the play call, before its addresses end. */
  let renewAt: number | undefined;
  /** The answer is out of date: it is repeated when the picture moves again. */
  let isStale = false;
  /** The remedy that waits for its time. */
  const remedies = createDelayedAct(signal);
  /** Several signs of one moment make one play call. */
  const renewal = createDelayedAct(signal);
  /** Counts the play calls that renew: only the answer of the newest counts. */
  let renewals = 0;
  /** What a fault leads to once the buffer is played. */
  let trouble: PlaybackState = { kind: 'recovering' };

  const tell = (next: PlaybackState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const playing = (): PlaybackState => ({ kind: 'on', muted: forcedMute && video.muted });
  const fail = (failure: Failure, refusal?: Refusal) =>
    tell({ kind: 'failed', failure, ...(refusal ? { refusal } : {}) });

  async function begin(asking: Promise<PlaySource>, position: number | undefined) {
    const mine = ++round;
    const opening = openEarly();
    remedies.drop();
    renewal.drop();
    try {
      const fresh = await asking;
      if (mine !== round || signal.aborted) return opening?.close();
      take(fresh);
      const name = chooseEngine(abilitiesOf(video), fresh.media !== undefined);
      if (!name) return fail('unsupported');
      engine?.destroy();
      const from = position ?? fresh.position ?? 0;
      aimed = from;
      const made = await makeEngine(name, fresh, { mine, from, opening });
      if (mine !== round || signal.aborted) return made.destroy();
      engine = made;
      if (!(opening && name === 'mse')) await play();
    } catch (error) {
      opening?.close();
      if (mine === round && !signal.aborted) refused(error);
    }
  }

  /**
   * At the first start the element opens its media source and is told to play while the play call
   * is under way. Later it keeps its picture until the answer is there.
   */
  function openEarly(): OpeningMedia | undefined {
    const given = round === 1 ? options.opening : undefined;
    if (engine || options.makeEngine || !abilitiesOf(video).mse) {
      given?.close();
      return undefined;
    }
    const opening = given ?? openMedia(video);
    void play();
    return opening;
  }

  async function makeEngine(
    name: EngineName,
    { playlist, media }: PlaySource,
    { mine, from: position, opening }: { mine: number; from: number; opening?: OpeningMedia },
  ): Promise<Engine> {
    const common = {
      video,
      position,
      signal,
      onFault: (fault: Fault) => mine === round && onFault(fault),
    };
    if (name === 'mse' && media)
      return createMseEngine({
        ...common,
        media,
        opening,
        aheadSeconds: options.aheadSeconds ?? 20,
        isMetered: options.isMetered ?? (() => true),
      });
    opening?.close();
    if (name === 'hls' && options.makeEngine) return options.makeEngine(common);
    return name === 'native'
      ? createNativeEngine({ ...common, playlist })
      : (await import('./hls-engine.ts')).createHlsEngine({ ...common, playlist });
  }

  function take(fresh: PlaySource) {
    source = fresh;
    isStale = false;
    renewAt = renewalOf(fresh, Date.now());
  }

  /** Repeats the play call; our own engine keeps what is in its buffer. */
  async function renew() {
    if (!engine?.renew) return begin(options.ask(), place());
    const [mine, newest] = [round, ++renewals];
    const isOld = () => mine !== round || newest !== renewals || signal.aborted;
    isStale = false;
    try {
      const fresh = await options.ask();
      if (isOld()) return;
      take(fresh);
      if (fresh.media) engine.renew(fresh.media);
      tell(state);
    } catch (error) {
      if (!isOld()) refused(error);
    }
  }

  const renewSoon = () => renewal.after(0, () => void renew());

  function refused(error: unknown) {
    if (error instanceof PlayRefusedError) return stop(error.refusal);
    if (error instanceof PlayMissingError) return fail('missing');
    onFault('network', 'renew');
  }

  function stop(refusal: Refusal) {
    // What is under way must not start the picture again.
    round += 1;
    fail('refused', refusal);
    video.pause();
  }

  async function play() {
    const wasMuted = video.muted;
    const outcome = await playAloud(video);
    if (video.muted && !wasMuted) forcedMute = true;
    if (outcome === 'interrupted') return;
    tell(outcome === 'refused' ? { kind: 'needs-press' } : playing());
  }

  /** The position of a restart: the current one, or the initial one. */
  const place = (): number | undefined => (video.readyState === 0 ? 0 : video.currentTime) || aimed;

  function onFault(fault: Fault, instead?: 'renew') {
    const at = place() ?? 0;
    if (Math.abs(at - faultPosition) > RECOVERED_AFTER_SECONDS) tried = NOTHING_TRIED;
    if (tried.repairs === 0) kept = at;
    faultPosition = at;
    const decision = decideRecovery(tried, fault, Math.random());
    tried = decision.state;
    const { remedy } = decision;
    if (remedy.kind === 'give-up') {
      if (remedy.failure === 'media') leaveAt(kept);
      if (remedy.againMs === undefined) return fail(remedy.failure);
      remedies.after(remedy.againMs, () => again(instead));
      return worry({ kind: 'failed', failure: remedy.failure });
    }
    meter.recovered();
    if (remedy.kind === 'nudge') {
      video.currentTime += NUDGE_SECONDS;
      return;
    }
    if (remedy.kind === 'repair') {
      tell({ kind: 'recovering' });
      aimed = Math.max(0, kept + remedy.step);
      return engine?.repair(aimed);
    }
    remedies.after(remedy.afterMs, () => again(remedy.kind === 'renew' ? 'renew' : instead));
    worry({ kind: 'recovering' });
  }

  /** Whether there are media for the picture to go on with. */
  const hasMedia = () => video.readyState >= HAS_MEDIA && !video.seeking;

  /** Says what is wrong as soon as the picture stands because of it. */
  function worry(about: PlaybackState) {
    trouble = about;
    if (!hasMedia()) tell(about);
  }

  /** Ends an engine that cannot go on, with the picture at the viewer's place. */
  function leaveAt(position: number) {
    engine?.destroy();
    engine = undefined;
    aimed = position;
    video.pause();
    video.currentTime = position;
  }

  function again(instead?: 'renew') {
    if (engine && instead !== 'renew') engine.reload();
    else void renew();
  }

  watchPage(
    {
      video,
      window,
      document,
      connection: (navigator as Navigator & { connection?: Connection }).connection,
      now: Date.now,
      renewAt: () => renewAt,
    },
    {
      onLine: remedies.hurry,
      onStale() {
        if (!engine || state.kind === 'failed') return;
        if (video.paused) isStale = true;
        else renewSoon();
      },
      onStuck: () =>
        jumpGap(video, JUMPED_SECONDS) || leavePendingCaptions(video) || onFault('stuck'),
    },
    signal,
  );

  const on = (event: keyof HTMLVideoElementEventMap, act: () => void) =>
    video.addEventListener(event, act, { signal });
  on('play', () => {
    // By a key of the keyboard or the headphones: what is buffered is not to be played either.
    if (state.kind === 'failed' && state.failure !== 'network') video.pause();
    else if (isStale) renewSoon();
  });
  on('playing', () => {
    meter.flowing();
    if (state.kind !== 'on') tell(playing());
  });
  on('waiting', () => {
    if (!video.seeking) meter.stalled();
    if (remedies.waits() && state.kind === 'on') tell(trouble);
  });
  on('volumechange', () => {
    if (video.muted) return;
    forcedMute = false;
    if (state.kind === 'on' && state.muted) tell(playing());
  });
  on('timeupdate', () => {
    // The picture moves on from the buffer, so there is nothing to wait for any more.
    const wasLost = state.kind === 'failed' && state.failure === 'network';
    if ((state.kind === 'recovering' || wasLost) && !video.paused && hasMedia()) tell(playing());
  });
  on('loadeddata', () => meter.firstFrame());
  meter.asked();
  // A press has played what waited in the element for it.
  if (options.opening?.prepared && !video.paused && video.currentTime > 0) {
    meter.firstFrame();
    state = playing();
  }
  void begin(options.asked ?? options.ask(), options.position);

  return {
    video,
    get state() {
      return state;
    },
    get source() {
      return source;
    },
    listen(listener, stop) {
      listeners.add(listener);
      stop.addEventListener('abort', () => listeners.delete(listener), { once: true });
    },
    retry(takeOver) {
      tried = NOTHING_TRIED;
      tell({ kind: 'starting' });
      void begin(options.ask(takeOver), place());
    },
    stop,
    renew: renewSoon,
    measurements: meter.read,
    destroy() {
      life.abort();
      round += 1;
      listeners.clear();
      engine?.destroy();
      // The next playback of the element tries with sound again.
      if (forcedMute) video.muted = false;
    },
  };
}
