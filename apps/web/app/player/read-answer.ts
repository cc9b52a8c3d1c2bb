import type { ReplyOf } from '@bonisa/contract/calls';
import { faultOfStatus } from '@bonisa/player/faults';
import type { WrittenMedia } from '@bonisa/player/play-media';
import { PlayMissingError } from '@bonisa/player/play-source';
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
  const more = async (): Promise<boolean> => {
    const { value, done } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    return !done;
  };
  while (!text.includes(BYTES)) if (!(await more())) return JSON.parse(text);
  const from = text.indexOf(BYTES) + BYTES.length;
  const answer = JSON.parse(text.slice(0, from) + END);
  const { start } = answer.media;
  // A server of the version before writes more behind the bytes.
  if (start.is_whole === undefined) {
    while (await more());
    return JSON.parse(text);
  }
  let next: Promise<boolean>;
  // To the end, also where nobody has a use for them.
  const arrive = async () => {
    do next = more();
    while (await next);
  };
  arrive().catch(() => undefined);
  async function* pieces(): AsyncGenerator<string> {
    for (let [at, end] = [from, -1]; end < 0; ) {
      end = text.indexOf('"', at);
      // Four characters are three bytes.
      const to = end < 0 ? text.length - ((text.length - at) % 4) : end;
      if (to > at) yield text.slice(at, to);
      at = to;
      if (end < 0 && !(await next)) throw new Error('the answer of the play call was cut');
    }
  }
  start.bytes = pieces();
  return answer;
}
