/**
 * An inline script at the beginning of the head of a watch page, which runs before the style sheet
 * has arrived. Where the address says `play=1` and the hint says that a viewer is signed in, it
 * makes the one play call and has the browser fetch the player at once; the stage
 * (`stage.entry.ts`) then plays as soon as its video element exists. A press on Watch before React
 * has loaded starts in the same way. Its text is constant; an attribute of its own element names
 * the player.
 */
import type { ADDRESSES } from '@bonisa/contract/addresses';
import type { BodyOf } from '@bonisa/contract/calls';
import { HINT_PATTERN } from '@bonisa/contract/cookies';
import { mediaSourceOf } from '@bonisa/player/engine-choice';
import { openMedia } from '@bonisa/player/media-attachment';
import type { Playback } from '@bonisa/player/playback';
import { postCall } from '../browser/early-call.ts';
import { runsScripts } from '../browser/runs-scripts.ts';
import { mustAsk } from '../data/asking-time.ts';
import { playTerms } from '../data/data-choice.ts';
import type { EarlyStage, PlayerModule } from './player-handoff.ts';
import { showStart } from './show-start.ts';

/** Typed by the table of addresses, which as a value would add a kilobyte to the page. */
const PLAY: (typeof ADDRESSES)['play']['path'] = '/api/play';
/** Milliseconds after which the page's own scripts load even without a first picture. */
const LONGEST_WAIT = 4000;
/** Milliseconds after which the page around the stage appears even without a first picture. */
const LONGEST_ALONE = 1500;
/** A page in the background has its media, but presents no frame. */
const UNSEEN_WAIT = 100;

const player = document.currentScript?.dataset.player ?? '';
const slug = /^\/(?:video|episode)\/([^/]+)/.exec(location.pathname)?.[1];
const isMember = runsScripts && new RegExp(HINT_PATTERN).test(document.cookie);
/** The play call and the player, once they are under way. */
let early: { answer: Promise<Response>; module: Promise<PlayerModule> } | undefined;
let stage: EarlyStage | undefined;

// A used-up data budget wants the viewer's answer first, for which React asks.
if (slug && isMember && !mustAsk()) {
  if (/[?&]play=1(?:&|$)/.test(location.search)) {
    prepare(slug);
    showStageAlone();
  }
  // Whoever is signed in is about to press Watch; a failure is tried again at the press.
  else addEventListener('load', () => import(/* @vite-ignore */ player).catch(() => undefined));
  window.bonisaStage = (found) => {
    stage = found;
    if (early) play(slug);
  };
  // Before the listeners of early-press.entry.ts, which would keep the press for React.
  for (const type of ['submit', 'click']) document.addEventListener(type, onPress, true);
}

function prepare(title: string) {
  const begun = { answer: ask(title), module: import(/* @vite-ignore */ player) };
  // React takes over the failures with the playback.
  for (const promise of [begun.answer, begun.module]) promise.catch(() => undefined);
  early = begun;
  return begun;
}

/**
 * A slow phone needs longer to lay out the page than the network needs for the first picture, so
 * the page around the stage waits for it (`player.css`).
 */
function showStageAlone(): void {
  document.documentElement.setAttribute('data-stage-alone', '');
  setTimeout(showAll, LONGEST_ALONE);
}

function showAll(): void {
  document.documentElement.removeAttribute('data-stage-alone');
}

/**
 * Calls `done` when the first frame is on the screen, or soon after its media are there where none
 * is presented (sound alone, an old browser).
 */
function onFirstFrame(video: HTMLVideoElement, done: () => void): void {
  video.requestVideoFrameCallback?.(done);
  const loaded = () => setTimeout(done, video.videoWidth ? UNSEEN_WAIT : 0);
  video.addEventListener('loadeddata', loaded, { once: true });
}

/** Starts at the press where React has not loaded yet. */
function onPress(event: Event): void {
  const pressed = (event.target as Element).closest?.('[data-plays]');
  // A button of the form is followed by the form's own event.
  if (!pressed || !stage || !slug || (pressed.localName === 'form') !== (event.type === 'submit'))
    return;
  if (!window.bonisaEarlyPress) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!early) play(slug);
}

function play(title: string): void {
  const element = document.getElementById('video') as HTMLVideoElement | null;
  if (!element || !stage) return;
  const { kind, id } = stage;
  const { answer, module } = early ?? prepare(title);
  showStart(element);
  // While the play call and the player are under way.
  const opening = mediaSourceOf(globalThis) && openMedia(element);
  const again = (takeOver?: boolean) => ask(title, takeOver);
  const playback = module.then(({ start }) =>
    start(element, { ask: again, answer, opening, item: { kind, id: Number(id) } }),
  );
  playback.catch(() => opening?.close());
  const underWay = new Promise<void>((resolve) => {
    onFirstFrame(element, resolve);
    // What keeps the picture away is React's to say, and to be pressed.
    const look = ({ state: { kind } }: Playback) =>
      kind === 'starting' || kind === 'on' || resolve();
    playback.then(
      (begun) => begun.listen(() => look(begun), new AbortController().signal),
      resolve,
    );
    setTimeout(resolve, LONGEST_WAIT);
  });
  underWay.then(showAll);
  window.bonisaPlay = { slug: title, playback, underWay };
}

function ask(title: string, takeOver?: boolean): Promise<Response> {
  const body: BodyOf<'play'> = { video: title, ...playTerms(), take_over: takeOver };
  return postCall(PLAY, body);
}
