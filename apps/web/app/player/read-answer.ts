import type { ReplyOf } from '@bonisa/contract/calls';
import { faultOfStatus } from '@bonisa/player/faults';
import type { WrittenMedia } from '@bonisa/player/play-media';
import { PlayMissingError } from '@bonisa/player/playback';
import type { PlayGranted } from './player-handoff.ts';

/** An answer whose first bytes of media may still be on their way. */
export type ArrivingAnswer =
  | (Omit<PlayGranted, 'media'> & { readonly media: WrittenMedia })
  | Extract<ReplyOf<'play'>, { entitled: false }>;

/** What stands before the bytes of media, with which an answer ends. */
const BYTES = '"bytes":"';
const END = '"}}}';

/**
 * Reads an answer of the play call up to its bytes of media: on a slow line they take as long as a
 * browser needs to get ready for them. Throws for what is no answer.
 */
export async function readAnswer({ ok, status, body }: Response): Promise<ArrivingAnswer> {
  if (!ok || !body)
    throw faultOfStatus(status) === 'network'
      ? new Error(`the play call answered ${status}`)
      : new PlayMissingError();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const more = async () => {
    const { value, done } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    return !done;
  };
  const toEnd = async () => {
    while (await more());
  };
  while (!text.includes(BYTES)) if (!(await more())) return JSON.parse(text);
  const from = text.indexOf(BYTES) + BYTES.length;
  const answer = JSON.parse(text.slice(0, from) + END);
  const { start } = answer.media;
  // A server of the version before writes more behind the bytes.
  if (start.is_whole === undefined) {
    await toEnd();
    return JSON.parse(text);
  }
  const readBytes = async () => {
    while (!text.includes('"', from))
      if (!(await more())) throw new Error('the answer of the play call was cut');
    toEnd().catch(() => undefined);
    return text.slice(from, text.indexOf('"', from));
  };
  start.bytes = readBytes();
  return answer;
}
