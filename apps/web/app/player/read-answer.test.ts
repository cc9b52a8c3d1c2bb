import { PlayMissingError } from '@bonisa/player/play-source';
import { describe, expect, it } from 'vitest';
import { type ArrivingAnswer, readAnswer } from './read-answer.ts';

const START = { folder: '144p', segment: 0, is_whole: false, init: 'AAEC', bytes: 'AwQFBgcI' };
const GRANTED = {
  entitled: true,
  captions: [{ label: 'a "bytes" in a name' }],
  play_id: 'one',
  media: { parts: [], renditions: [], start: START },
};

/** An answer that arrives in pieces, as the test sends them. */
function arriving(status = 200) {
  const pieces = new TransformStream<Uint8Array, Uint8Array>();
  const writer = pieces.writable.getWriter();
  const send = (text: string) => void writer.write(new TextEncoder().encode(text));
  const cut = () => void writer.abort(new TypeError('the line is lost'));
  const end = () => void writer.close();
  return { response: new Response(pieces.readable, { status }), send, cut, end };
}

function halves(answer: object): [string, string] {
  const text = JSON.stringify(answer);
  const at = text.indexOf('AwQF') + 7;
  return [text.slice(0, at), text.slice(at)];
}

function piecesOf(answer: ArrivingAnswer): AsyncIterator<string> {
  const pieces = answer.entitled ? answer.media.start?.bytes : undefined;
  if (typeof pieces !== 'object') throw new Error('there are no bytes to wait for');
  return pieces[Symbol.asyncIterator]();
}

describe('the answer of the play call', () => {
  it('is there while its bytes of media are still on their way', async () => {
    const { response, send, end } = arriving();
    const [first, second] = halves(GRANTED);
    send(first);
    const answer = await readAnswer(response);
    expect(answer).toMatchObject({ ...GRANTED, media: { start: { init: 'AAEC' } } });
    const pieces = piecesOf(answer);
    // Three of the four characters that follow are there: they wait for the fourth.
    expect(await pieces.next()).toEqual({ value: 'AwQF', done: false });
    send(second);
    end();
    expect(await pieces.next()).toEqual({ value: 'BgcI', done: false });
    expect(await pieces.next()).toMatchObject({ done: true });
  });

  it('that is cut leaves bytes that never come, and nothing that nobody awaits', async () => {
    const { response, send, cut } = arriving();
    send(halves(GRANTED)[0]);
    const answer = await readAnswer(response);
    const pieces = piecesOf(answer);
    await pieces.next();
    cut();
    await expect(pieces.next()).rejects.toThrow('lost');
  });

  it('of the version before, which does not end with its bytes, is read whole', async () => {
    const { response, send, end } = arriving();
    const { is_whole, ...before } = START;
    const old = {
      ...{ entitled: true, media: { start: { ...before, is_whole } } },
      ...{ segments: [], play_id: 'one' },
    };
    for (const half of halves(old)) send(half);
    end();
    expect(await readAnswer(response)).toEqual(old);
  });

  it('is whole without media: a refusal, or a title whose files are away', async () => {
    const { media, ...rest } = GRANTED;
    const without = { ...rest, media: { parts: [], renditions: [] } };
    for (const answer of [{ entitled: false, reason: 'expired' }, without])
      expect(await readAnswer(Response.json(answer))).toEqual(answer);
  });

  it('says what is wrong: a title that is not there, a server that fails, a broken text', async () => {
    await expect(readAnswer(arriving(404).response)).rejects.toThrow(PlayMissingError);
    await expect(readAnswer(arriving(503).response)).rejects.toThrow('503');
    await expect(readAnswer(new Response('<html>'))).rejects.toThrow(SyntaxError);
  });
});
