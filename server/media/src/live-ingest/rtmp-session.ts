import { randomBytes } from 'node:crypto';
import { type Amf, decodeAmf, encodeAmf } from './amf0.ts';
import {
  createChunkReader,
  type HeldBytes,
  MESSAGE,
  type RtmpMessage,
  writeChunks,
} from './rtmp-chunks.ts';

/** Sound, pictures or data of a publisher, as an FLV tag carries them. */
export interface MediaMessage {
  readonly type: typeof MESSAGE.audio | typeof MESSAGE.video | typeof MESSAGE.data;
  /** Milliseconds. */
  readonly timestamp: number;
  readonly payload: Buffer;
}

export interface RtmpHandlers {
  send(bytes: Buffer): void;
  /** The publisher has named its stream key; nothing is read until {@link RtmpSession.answer}. */
  onPublish(key: string): void;
  onMedia(message: MediaMessage): void;
  /** The publisher has said that it ends. */
  onEnd(): void;
}

export interface RtmpSession {
  /** Takes bytes of the connection. Throws a RangeError for anything that is no RTMP. */
  take(bytes: Buffer): void;
  /** Lets the publisher begin, or refuses it. */
  answer(accepted: boolean): void;
  /** Gives back what it holds of the bytes of all connections. */
  close(): void;
}

const VERSION = 3;
const HANDSHAKE = 1536;
/** Commands before the key is right are short. */
const LARGEST_COMMAND = 4096;
/** A keyframe of 1080p at a high rate has less. */
const LARGEST_MESSAGE = 4_000_000;
const WINDOW = 2_500_000;
const STREAM = 1;
const LONGEST_KEY = 200;

/**
 * The server's side of one RTMP connection that publishes. It decodes nothing of the media: it
 * reads commands, and passes sound and pictures on as they are.
 */
export function createRtmpSession(handlers: RtmpHandlers, bytes: HeldBytes): RtmpSession {
  const reader = createChunkReader(LARGEST_COMMAND, bytes);
  let state: 'hello' | 'handshake' | 'commands' | 'waiting' | 'publishing' | 'over' = 'hello';
  let held: Buffer = Buffer.alloc(0);
  let received = 0;
  let acknowledged = 0;

  const command = (...values: Amf[]): void =>
    handlers.send(
      writeChunks({
        type: MESSAGE.command,
        streamId: values[0] === 'onStatus' ? STREAM : 0,
        payload: encodeAmf(values),
      }),
    );
  const number = (type: number, value: number, more: readonly number[] = []): void => {
    const payload = Buffer.alloc(4 + more.length);
    payload.writeUInt32BE(value);
    payload.set(more, 4);
    handlers.send(writeChunks({ type, streamId: 0, payload }));
  };
  const status = (level: string, code: string, description: string): void =>
    command('onStatus', 0, null, { level, code, description });

  function onCommand(payload: Buffer): void {
    const [name, transaction = 0, , third] = decodeAmf(payload);
    if (name === 'connect') {
      number(MESSAGE.windowSize, WINDOW);
      number(MESSAGE.peerBandwidth, WINDOW, [2]);
      command(
        '_result',
        transaction,
        { fmsVer: 'FMS/3,0,1,123', capabilities: 31 },
        { level: 'status', code: 'NetConnection.Connect.Success', objectEncoding: 0 },
      );
    } else if (name === 'createStream') command('_result', transaction, null, STREAM);
    else if (name === 'publish') onPublish(third);
    else if (name === 'deleteStream' || name === 'FCUnpublish' || name === 'closeStream') end();
    else if (name === 'play') throw new RangeError('nothing can be played here');
  }

  function onPublish(key: Amf | undefined): void {
    if (state !== 'commands') throw new RangeError('a connection publishes one stream');
    // Some encoders append parameters.
    const name = typeof key === 'string' ? (key.split('?')[0] ?? '') : '';
    if (name === '' || name.length > LONGEST_KEY) throw new RangeError('there is no stream key');
    state = 'waiting';
    handlers.onPublish(name);
  }

  function end(): void {
    if (state === 'publishing') handlers.onEnd();
    state = 'over';
  }

  function onMessage({ type, timestamp, payload }: RtmpMessage): void {
    if (type === MESSAGE.command) onCommand(payload);
    else if (state === 'publishing' && isMedia(type))
      handlers.onMedia({ type, timestamp, payload });
  }

  function acknowledge(bytes: number): void {
    received += bytes;
    if (received - acknowledged < WINDOW / 2) return;
    acknowledged = received;
    number(MESSAGE.acknowledgement, received >>> 0);
  }

  function shakeHands(): boolean {
    if (state === 'hello') {
      if (held.length > 0 && held[0] !== VERSION) throw new RangeError('this is no RTMP');
      if (held.length < 1 + HANDSHAKE) return false;
      const own = Buffer.concat([Buffer.alloc(8), randomBytes(HANDSHAKE - 8)]);
      handlers.send(Buffer.concat([Buffer.from([VERSION]), own, held.subarray(1, 1 + HANDSHAKE)]));
      held = held.subarray(1 + HANDSHAKE);
      state = 'handshake';
    }
    if (state === 'handshake') {
      if (held.length < HANDSHAKE) return false;
      held = held.subarray(HANDSHAKE);
      state = 'commands';
    }
    return true;
  }

  function work(): void {
    if (state === 'waiting' || state === 'over' || held.length === 0) return;
    const bytes = held;
    held = Buffer.alloc(0);
    for (const message of reader.read(bytes)) onMessage(message);
  }

  return {
    take(bytes) {
      acknowledge(bytes.length);
      if (state === 'over') return;
      held = held.length > 0 ? Buffer.concat([held, bytes]) : bytes;
      if (state === 'waiting' && held.length > LARGEST_MESSAGE)
        throw new RangeError('the publisher does not wait for the answer');
      if (shakeHands()) work();
    },
    answer(accepted) {
      if (state !== 'waiting') return;
      if (!accepted) {
        state = 'over';
        status('error', 'NetStream.Publish.BadName', 'This stream key cannot publish.');
        return;
      }
      state = 'publishing';
      reader.allow(LARGEST_MESSAGE);
      status('status', 'NetStream.Publish.Start', 'Publishing.');
      work();
    },
    close: () => reader.close(),
  };
}

function isMedia(type: number): type is MediaMessage['type'] {
  return type === MESSAGE.audio || type === MESSAGE.video || type === MESSAGE.data;
}
