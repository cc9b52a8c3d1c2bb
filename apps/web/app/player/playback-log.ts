import { call } from '../browser/api.ts';
import { logQuietly } from '../browser/log-quietly.ts';
import type { PlaybackEntry } from './follow-playback.ts';

/**
 * The log of one playback (rows F11, A17, E10), of a title or a live channel. A failure is only
 * logged to the console.
 */
export function createPlaybackLog(
  slug: string,
  kind: { readonly live?: true } = {},
): (entry: PlaybackEntry) => void {
  const uuid = newUuid();
  return (entry) => {
    call('playbackLog', { uuid, video: slug, ...kind, ...entry }, { keepalive: true }).catch(
      (error: unknown) => logQuietly('the playback log', error),
    );
  };
}

/** A version 4 UUID. `crypto.randomUUID` is available only over https. */
function newUuid(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  }).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
