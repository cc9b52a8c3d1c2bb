import type { ReplyOf } from '@bonisa/contract/calls';
import { HINT_PATTERN } from '@bonisa/contract/cookies';
import type { Playback } from '@bonisa/player/playback';

/** What the play call answered: `body` where it was a 200. */
export interface PlayAnswer {
  readonly status: number;
  readonly body: ReplyOf<'play'> | undefined;
}

/** How a play is begun: the call itself, and its first answer where it is already on its way. */
export interface EarlyPlay {
  readonly ask: () => Promise<PlayAnswer>;
  readonly answer?: Promise<PlayAnswer>;
  /** What is played: where it was left here is looked up. */
  readonly item: { readonly kind: string | undefined; readonly id: number };
  /** Where to start, in seconds; without it where it was left. */
  readonly from?: number;
}

/** The module at `playerUrl`. */
export interface PlayerModule {
  start(video: HTMLVideoElement, play: EarlyPlay): Playback;
}

/** What the inline lines of a watch page leave for React to take over. */
export interface PlayInProgress {
  readonly slug: string;
  readonly playback: Promise<Playback>;
  /**
   * The first picture is there, or there will be none soon: the page's own scripts wait for it
   * (`deferred-scripts.ts`).
   */
  readonly underWay: Promise<unknown>;
}

declare global {
  interface Window {
    bonisaPlay?: PlayInProgress;
  }
}

/**
 * Runs right behind the watch page's `<video>`, before React has loaded: where the address says
 * `play=1` and the hint says that somebody is signed in, it makes the one play call, and names
 * player and hls.js to the browser at once. Constant text; what differs stands in attributes of its
 * own element, and the call goes beside the page (`/video/play`, `/episode/play`). The headers are
 * those of `@bonisa/contract/client`.
 */
export const EARLY_PLAY_SCRIPT = `(function(w,d,n){
var s=d.currentScript.dataset,v=d.getElementById("video");
if(!v||!/${HINT_PATTERN}/.test(d.cookie)||!/[?&]play=1(?:&|$)/.test(location.search))return;
[s.player,s.hls].forEach(function(u){var l=d.createElement("link");l.rel="modulepreload";l.href=u;l.setAttribute("fetchpriority","high");d.head.appendChild(l)});
function ask(){return fetch("play",{method:"POST",credentials:"same-origin",headers:{"content-type":"application/json","x-site-version":"1.7","x-country":"South Africa","x-locale":"za","x-platform":n.maxTouchPoints>0?Math.min(screen.width,screen.height)<600?"web-mobile":"web-tablet":"web-desktop"},body:JSON.stringify({video:s.slug})}).then(function(r){return r.json().then(function(b){return{status:r.status,body:r.ok?b:void 0}},function(){return{status:r.ok?502:r.status,body:void 0}})})}
var answer=ask();answer.catch(function(){});
d.getElementById("stage").setAttribute("data-state","starting");
w.bonisaPlay={slug:s.slug,underWay:new Promise(function(r){v.addEventListener("loadeddata",r,{once:true});answer.then(function(a){a.body&&a.body.entitled||r()},r);setTimeout(r,4000)}),playback:import(s.player).then(function(m){return m.start(v,{ask:ask,answer:answer,item:{kind:s.kind,id:+s.id}})})};
w.bonisaPlay.playback.catch(function(){});
v.addEventListener("playing",function(){d.getElementById("stage").setAttribute("data-state","on")},{once:true});
})(window,document,navigator)`;
