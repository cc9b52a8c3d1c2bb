import type { ADDRESSES } from '@bonisa/contract/addresses';
import type { BodyOf, ReplyOf } from '@bonisa/contract/calls';
import { platformOf } from '@bonisa/contract/client';
import type { Refusal } from '@bonisa/player/play-source';
import { createHeartbeat, type HeartbeatTerms } from './heartbeat.ts';

/** Typed by the table of addresses, which as a value would add half a kilobyte. */
const HEARTBEAT: (typeof ADDRESSES)['playHeartbeat'] = {
  method: 'POST',
  path: '/api/play/heartbeat',
};

/** Keeps the place of a title that plays in `video` among the viewer's devices. */
export function keepPlace(
  video: HTMLVideoElement,
  terms: () => HeartbeatTerms | undefined,
  stop: (refusal: Refusal) => void,
  signal: AbortSignal,
): void {
  if (!signal.aborted)
    createHeartbeat({ video, page: window, terms, send, stop, now: Date.now }, signal);
}

/** Sends a heartbeat; without a readable answer playback goes on. */
async function send(body: BodyOf<'playHeartbeat'>): Promise<ReplyOf<'playHeartbeat'> | undefined> {
  const { width, height } = screen;
  try {
    const response = await fetch(HEARTBEAT.path, {
      method: HEARTBEAT.method,
      credentials: 'same-origin',
      // Also when the page is being left.
      keepalive: true,
      headers: {
        'x-platform': platformOf({ touch: navigator.maxTouchPoints > 0, width, height }),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
