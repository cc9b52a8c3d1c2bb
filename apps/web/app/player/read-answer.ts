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
/** Stands in no answer. */
const LINE_BREAK = '\n';

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
  /** Reads on until these words are there; at the latest to the end. */
  const until = async (words: string, from = 0): Promise<number> => {
    for (;;) {
      const at = text.indexOf(words, from);
      if (at >= 0) return at;
      const { value, done } = await reader.read();
      if (done) return text.length;
      text += decoder.decode(value, { stream: true });
    }
  };
  const from = (await until(BYTES)) + BYTES.length;
  if (from > text.length) return JSON.parse(text);
  const answer = JSON.parse(text.slice(0, from) + END);
  const { start } = answer.media;
  // A server of the version before writes more behind the bytes.
  if (start.is_whole === undefined) return until(LINE_BREAK, from).then(() => JSON.parse(text));
  start.bytes = until('"', from).then((end) => {
    until(LINE_BREAK, from).catch(() => undefined);
    return text.slice(from, end);
  });
  return answer;
}
