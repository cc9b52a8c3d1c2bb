/**
 * An inline script right behind the watch page's `<video>`, which runs before React has loaded.
 * Where the address says `play=1` and the hint says that a viewer is signed in, it makes the one
 * play call and has the browser fetch the player at once. Its text is constant; the
 * attributes of its own element name the title and the script.
 */
import type { ADDRESSES } from '@bonisa/contract/addresses';
import type { BodyOf } from '@bonisa/contract/calls';
import { CLIENT_HEADERS, platformOf } from '@bonisa/contract/client';
import { HINT_PATTERN } from '@bonisa/contract/cookies';
import { playTerms } from '../data/data-choice.ts';
import type { PlayAnswer, PlayerModule } from './player-handoff.ts';

/** Typed by the table of addresses, which as a value would add a kilobyte to the page. */
const PLAY: (typeof ADDRESSES)['play']['path'] = '/api/play';
/** Milliseconds after which the page's own scripts load even without a first picture. */
const LONGEST_WAIT = 4000;

interface Attributes {
  readonly slug: string;
  readonly kind: string;
  readonly id: string;
  readonly player: string;
}

const attributes = document.currentScript?.dataset as unknown as Attributes;
const video = document.getElementById('video') as HTMLVideoElement | null;
const isMember = new RegExp(HINT_PATTERN).test(document.cookie);
if (video && isMember && /[?&]play=1(?:&|$)/.test(location.search)) startPlay(video, attributes);

function startPlay(element: HTMLVideoElement, { slug, kind, id, player }: Attributes): void {
  const ask = (takeOver?: boolean) => askToPlay(slug, takeOver);
  const answer = ask();
  const stage = document.getElementById('stage');
  stage?.setAttribute('data-state', 'starting');
  element.addEventListener('playing', () => stage?.setAttribute('data-state', 'on'), {
    once: true,
  });
  const module: Promise<PlayerModule> = import(/* @vite-ignore */ player);
  const playback = module.then(({ start }) =>
    start(element, { ask, answer, item: { kind, id: Number(id) } }),
  );
  // React takes over the failures with the playback.
  for (const promise of [answer, playback]) promise.catch(() => undefined);
  const underWay = new Promise<unknown>((resolve) => {
    element.addEventListener('loadeddata', resolve, { once: true });
    answer.then(({ body }) => body?.entitled || resolve(undefined), resolve);
    setTimeout(resolve, LONGEST_WAIT);
  });
  window.bonisaPlay = { slug, playback, underWay };
}

async function askToPlay(slug: string, takeOver?: boolean): Promise<PlayAnswer> {
  const { width, height } = screen;
  const body: BodyOf<'play'> = { video: slug, ...playTerms(), take_over: takeOver };
  const response = await fetch(PLAY, {
    method: 'POST',
    credentials: 'same-origin',
    headers: {
      ...CLIENT_HEADERS,
      'x-platform': platformOf({ touch: navigator.maxTouchPoints > 0, width, height }),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const { ok, status } = response;
  try {
    const reply = await response.json();
    return { status, body: ok ? reply : undefined };
  } catch {
    // A reply that cannot be read is a failure of the server, whatever its status says.
    return { status: ok ? 502 : status, body: undefined };
  }
}
